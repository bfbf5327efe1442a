import { T } from '../../../http/typed-schema.ts'
import {
  Email,
  GameToken,
  Id,
  Message,
  OwnIdParams,
  SignedInUser,
  Text,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const Username = Text(limits.username_characters.value, {
  description:
    'Without control or invisible characters, blanks at either end, or the look of a name that is taken; not an email address',
  examples: ['ana'],
})
export const NewPassword = Text(limits.password_characters.value, {
  min: limits.password_characters_min.value,
})
export const Password = Text(limits.password_characters.value)
export const PASSWORD_EXAMPLE = 'seven green lamps'
const game_id = T.Integer({ ...Id, description: 'The id of the game' })
const game_token = GameToken

export const signUpSchema = {
  operation: 'accounts.signUp',
  rate: ['sign_ups'],
  summary: 'Sign up',
  description:
    'The user is signed in at once: the answer has the token of a first session. If the game asks for verified email addresses, a mail with a link is sent, and later sign-ins work only after it was opened.',
  caller: 'anyone',
  body: T.Object({
    game_id,
    game_token,
    username: Username,
    email: T.String({
      ...Email,
      description: 'The email address to sign in with; no other user of the game may have it',
    }),
    password: T.String({
      ...NewPassword,
      description: 'The password to sign in with',
      examples: [PASSWORD_EXAMPLE],
    }),
    password_confirmation: T.String({
      ...Password,
      description: 'The same as `password`',
      examples: [PASSWORD_EXAMPLE],
    }),
  }),
  response: { 200: SignedInUser },
  refuses: [
    'game_not_found',
    'game_disabled',
    'username_taken',
    'word_not_allowed',
    'email_taken',
    // If a sign-up is repeated with its Idempotency-Key, it has to pass the checks of a sign-in.
    'wrong_credentials',
    'too_many_attempts',
    'busy',
  ],
} as const

export const signInSchema = {
  operation: 'sessions.signIn',
  rate: ['sign_ins'],
  summary: 'Sign in',
  description:
    'With an email address or a username. `game_token` is optional, but a wrong one is refused. Other sessions of the user stay, and the answer has everything that `users.get` shows about the caller.',
  caller: 'anyone',
  body: T.Object({
    game_id,
    game_token: T.Optional(game_token),
    email: Text(limits.email_characters.value, {
      description: 'Email or username',
      examples: ['ana@example.com'],
      needed: 'an email address or a username',
    }),
    password: T.String({
      ...Password,
      description: 'The password of the user',
      examples: [PASSWORD_EXAMPLE],
    }),
  }),
  response: { 200: SignedInUser },
  refuses: [
    'game_not_found',
    'game_disabled',
    'wrong_credentials',
    'email_not_verified',
    'banned',
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
    game_id,
    game_token,
    device_id: Text(limits.device_id_characters.value, {
      min: limits.device_id_characters_min.value,
      description: 'A random text that only this device knows: it works like a password',
      examples: ['5f1d2c1e-8a5b-4f7e-9c3d-0e6b7a8c9d10'],
    }),
  }),
  response: { 200: SignedInUser },
  refuses: ['game_not_found', 'game_disabled', 'busy', 'banned'],
} as const

export const deleteAccountSchema = {
  operation: 'accounts.delete',
  access: 'own_account',
  summary: "Delete the caller's account",
  description:
    'This cannot be undone. Sessions, rounds, purchases, friendships and memberships are deleted. Messages stay in their chats without an author, and a group that loses its last admin gets its longest-standing member as admin.',
  params: OwnIdParams,
  response: { 200: Message },
  refuses: ['not_your_account'],
} as const
