import { T } from '../../../http/typed-schema.ts'
import {
  Email,
  GameToken,
  Id,
  IdParams,
  Message,
  SignedInUser,
  Text,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const Username = Text(limits.username_characters.value, {
  description:
    'Without control or invisible characters, blanks at either end, or the look of a name that is taken; not an email address',
})
export const NewPassword = Text(limits.password_characters.value, {
  min: limits.password_characters_min.value,
})
export const Password = Text(limits.password_characters.value)
const game_token = GameToken

export const signUpSchema = {
  operation: 'accounts.signUp',
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
  operation: 'sessions.signIn',
  rate: ['sign_ins'],
  summary: 'Sign in',
  description:
    'With an email address or a username. `game_token` is optional, but a wrong one is refused.',
  caller: 'anyone',
  body: T.Object({
    game_id: Id,
    game_token: T.Optional(game_token),
    email: Text(limits.email_characters.value, {
      description: 'Email or username',
      needed: 'an email address or a username',
    }),
    password: Password,
  }),
  response: { 200: SignedInUser },
  refuses: [
    'game_not_found',
    'game_disabled',
    'wrong_credentials',
    'email_not_verified',
    'too_many_attempts',
    'busy',
  ],
} as const

export const guestSchema = {
  operation: 'accounts.guest',
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
  refuses: ['game_not_found', 'game_disabled', 'busy'],
} as const

export const deleteAccountSchema = {
  operation: 'accounts.delete',
  access: 'own_account',
  summary: "Delete the caller's account",
  params: IdParams,
  response: { 200: Message },
  refuses: ['not_your_account'],
} as const
