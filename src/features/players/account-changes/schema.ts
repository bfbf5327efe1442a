import { T } from '../../../http/typed-schema.ts'
import { Email, OwnIdParams, OwnUser } from '../../../http/shapes.ts'
import { NewPassword, Password, PASSWORD_EXAMPLE, Username } from '../accounts/schema.ts'

const NEW_PASSWORD_EXAMPLE = 'eight blue lamps'

export const changeAccountSchema = {
  operation: 'accounts.change',
  access: 'own_account',
  rate: ['sign_ins'],
  summary: "Change the caller's name or email; give a guest a password",
  description:
    'A new email address needs the current password, unless the account has none. It ends all other sessions and all links that were sent by mail, and the old address is told. If the account has a password, it also unlinks the device of a former guest. A guest who becomes a full account keeps the device.',
  params: OwnIdParams,
  body: T.Object({
    username: T.Optional(Username),
    email: T.Optional(T.String({ ...Email, description: 'The new email address' })),
    current_password: T.Optional(
      T.String({
        ...Password,
        description: 'Needed for a new email address, if the account has a password',
        examples: [PASSWORD_EXAMPLE],
      }),
    ),
    // Without an example, which would be refused for all but guests.
    password: T.Optional(
      T.String({
        ...NewPassword,
        description: 'The first password of a guest, who needs an email address too',
      }),
    ),
    password_confirmation: T.Optional(
      T.String({ ...Password, description: 'With `password`: the same text' }),
    ),
  }),
  response: { 200: OwnUser },
  refuses: [
    'not_your_account',
    'user_not_found',
    'username_taken',
    'word_not_allowed',
    'email_taken',
    'wrong_password',
    'too_many_attempts',
    'busy',
  ],
} as const

export const changePasswordSchema = {
  operation: 'accounts.changePassword',
  access: 'own_account',
  rate: ['sign_ins'],
  summary: "Change the caller's password",
  description:
    'All other sessions of the user and all links that were sent by mail end, the device of a former guest is unlinked, and the user is told by mail.',
  params: OwnIdParams,
  body: T.Object({
    current_password: T.String({
      ...Password,
      description: 'The password until now',
      examples: [PASSWORD_EXAMPLE],
    }),
    password: T.String({
      ...NewPassword,
      description: 'The new password',
      examples: [NEW_PASSWORD_EXAMPLE],
    }),
    password_confirmation: T.String({
      ...Password,
      description: 'The same as `password`',
      examples: [NEW_PASSWORD_EXAMPLE],
    }),
  }),
  response: { 200: OwnUser },
  refuses: ['not_your_account', 'wrong_password', 'too_many_attempts', 'busy'],
} as const
