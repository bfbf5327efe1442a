import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, Message, Nullable, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const requestResetSchema = {
  rate: ['mails'],
  summary: 'Send a mail with a link to choose a new password',
  description: 'The answer does not show whether an account has the email address.',
  caller: 'anyone',
  is_write: true,
  params: IdParams,
  body: T.Object({
    game_token: T.Optional(T.String({ description: "The game's API token" })),
    email: Text(limits.email_characters.value),
  }),
  response: { 200: T.Object({ mailer_response: Nullable(T.String()), message: T.String() }) },
  refuses: ['game_not_found', 'game_disabled', 'invalid_address'],
  statuses: { invalid_input: 403 },
} as const

export const resetPasswordSchema = {
  rate: ['sign_ins'],
  summary: 'Choose a new password with the token from the mail',
  caller: 'anyone',
  body: T.Object({
    token: T.String(),
    password: Text(limits.password_characters.value, {
      min: limits.password_characters_min.value,
    }),
    password_confirmation: Text(limits.password_characters.value),
    game_id: T.Optional(Id),
  }),
  response: { 200: Message },
  refuses: ['wrong_reset_token', 'busy'],
} as const

/** For the page (GET) and for its form (POST), which alone sends the passwords. */
export const resetPageSchema = {
  rate: ['sign_ins'],
  caller: 'anyone',
  body: T.Object({
    token: T.String(),
    password: T.Optional(T.String()),
    password_confirmation: T.Optional(T.String()),
  }),
} as const
