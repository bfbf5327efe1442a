import { T } from '../../../http/typed-schema.ts'
import {
  Email,
  GameToken,
  Id,
  IdParams,
  Message,
  OwnUser,
  SignedInUser,
  Text,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Username = Text(limits.username_characters.value)
const NewPassword = Text(limits.password_characters.value, {
  min: limits.password_characters_min.value,
})
const Password = Text(limits.password_characters.value)
const game_token = GameToken

export const signUpSchema = {
  rate: ['sign_ups'],
  summary: 'Sign up',
  caller: 'anyone',
  body: T.Object({
    game_id: Id,
    game_token,
    username: Username,
    email: Email,
    password: NewPassword,
    password_confirmation: Password,
  }),
  response: { 200: SignedInUser },
  refuses: ['game_not_found', 'game_disabled', 'username_taken', 'email_taken', 'busy'],
} as const

export const signInSchema = {
  rate: ['sign_ins'],
  summary: 'Sign in',
  description:
    'With an email address or a username. `game_token` is optional, but a wrong one is refused.',
  caller: 'anyone',
  body: T.Object({
    game_id: Id,
    game_token: T.Optional(game_token),
    email: Text(limits.email_characters.value, { description: 'Email or username' }),
    password: Password,
  }),
  response: { 200: SignedInUser },
  refuses: ['game_not_found', 'game_disabled', 'wrong_credentials', 'too_many_attempts', 'busy'],
} as const

export const guestSchema = {
  rate: ['guests'],
  summary: 'Sign in as the guest of a device, creating the guest the first time',
  description:
    '`PUT /users/{id}` with email, username and password turns the guest into a full account.',
  caller: 'anyone',
  body: T.Object({
    game_id: Id,
    game_token,
    device_id: Text(limits.device_id_characters.value, {
      min: limits.device_id_characters_min.value,
      description: 'A random text that only this device knows: it works like a password',
    }),
  }),
  response: { 200: SignedInUser },
  refuses: ['game_not_found', 'game_disabled'],
} as const

export const changeAccountSchema = {
  access: 'own_account',
  summary: "Change the caller's name or email; give a guest a password",
  params: IdParams,
  body: T.Object({
    username: T.Optional(Username),
    email: T.Optional(Email),
    password: T.Optional(NewPassword),
    password_confirmation: T.Optional(Password),
  }),
  response: { 200: OwnUser },
  refuses: ['not_your_account', 'username_taken', 'email_taken'],
} as const

export const changePasswordSchema = {
  access: 'own_account',
  rate: ['sign_ins'],
  summary: "Change the caller's password",
  description: 'All other sessions of the user end.',
  params: IdParams,
  body: T.Object({
    current_password: Password,
    password: NewPassword,
    password_confirmation: Password,
  }),
  response: { 200: OwnUser },
  refuses: ['not_your_account', 'wrong_password', 'too_many_attempts', 'busy'],
} as const

export const deleteAccountSchema = {
  access: 'own_account',
  summary: "Delete the caller's account",
  params: IdParams,
  response: { 200: Message },
  refuses: ['not_your_account'],
} as const
