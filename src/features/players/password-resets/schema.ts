import { T } from '../../../http/typed-schema.ts'
import { GameToken, Id, IdParams, LongText, Message, Nullable, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const ResetToken = Text(limits.secret_characters.value, { min: 0 })
/** The rule says what is wrong with a password that is too long. */
const AnyPassword = LongText(limits.text_bytes.value)

export const requestResetSchema = {
  operation: 'passwords.forgot',
  rate: ['mails'],
  summary: 'Send a mail with a link to choose a new password',
  description: 'The answer does not show whether an account has the email address.',
  caller: 'anyone',
  is_write: true,
  params: IdParams,
  body: T.Object({
    game_token: T.Optional(GameToken),
    email: Text(limits.email_characters.value),
  }),
  response: { 200: T.Object({ mailer_response: Nullable(T.String()), message: T.String() }) },
  refuses: ['game_not_found', 'game_disabled', 'invalid_address'],
  statuses: { invalid_input: 403 },
} as const

export const resetPasswordSchema = {
  operation: 'passwords.reset',
  rate: ['sign_ins'],
  summary: 'Choose a new password with the token from the mail',
  caller: 'anyone',
  body: T.Object({
    token: ResetToken,
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
    token: ResetToken,
    password: T.Optional(AnyPassword),
    password_confirmation: T.Optional(AnyPassword),
  }),
} as const
