import { T } from '../../../http/typed-schema.ts'
import { GameToken, Id, IdOf, LongText, Message, Nullable, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const ResetToken = Text(limits.secret_characters.value, {
  min: 0,
  description: 'The token from the link in the mail',
  examples: ['Vw3pJ8sQ1nYc6tR0bKx5mZ2dFh7gLa9eUoTiPqWyDsE'],
})
/** The rule says what is wrong with a password that is too long. */
const AnyPassword = LongText(limits.text_bytes.value)
const PASSWORD_EXAMPLE = 'eight blue lamps'

export const requestResetSchema = {
  operation: 'passwords.forgot',
  rate: ['mails'],
  summary: 'Send a mail with a link to choose a new password',
  description:
    'The answer does not show whether an account has the email address. The link works once, for one hour.',
  caller: 'anyone',
  is_write: true,
  params: IdOf('the game'),
  body: T.Object({
    game_token: T.Optional(GameToken),
    email: Text(limits.email_characters.value, {
      description: 'The email address of the account',
      examples: ['ana@example.com'],
    }),
  }),
  response: {
    200: T.Object(
      {
        mailer_response: Nullable(
          T.String({ description: 'Always null; it is there for clients that read it' }),
        ),
        message: T.String({ description: 'What happens now, as a sentence for the player' }),
      },
      { title: 'PasswordResetRequested' },
    ),
  },
  refuses: ['game_not_found', 'game_disabled', 'invalid_address', 'busy'],
  statuses: { invalid_input: 403 },
} as const

export const resetPasswordSchema = {
  operation: 'passwords.reset',
  rate: ['sign_ins'],
  summary: 'Choose a new password with the token from the mail',
  description:
    'Each link works once. All sessions of the user and their other links end, the device of a former guest is unlinked, and the user is told by mail. The answer has no token: the user has to sign in.',
  caller: 'anyone',
  body: T.Object({
    token: ResetToken,
    password: Text(limits.password_characters.value, {
      min: limits.password_characters_min.value,
      description: 'The new password',
      examples: [PASSWORD_EXAMPLE],
    }),
    password_confirmation: Text(limits.password_characters.value, {
      description: 'The same as `password`',
      examples: [PASSWORD_EXAMPLE],
    }),
    game_id: T.Optional(
      T.Integer({ ...Id, description: 'If it is sent, the account has to be one of this game' }),
    ),
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
