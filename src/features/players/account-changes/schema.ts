import { T } from '../../../http/typed-schema.ts'
import { Email, IdParams, OwnUser } from '../../../http/shapes.ts'
import { NewPassword, Password, Username } from '../accounts/schema.ts'

export const changeAccountSchema = {
  operation: 'accounts.change',
  access: 'own_account',
  rate: ['sign_ins'],
  summary: "Change the caller's name or email; give a guest a password",
  description:
    'A new email address needs the current password, unless the account has none. It ends all other sessions and all links that were sent by mail, and the old address is told. If the account has a password, it also unlinks the device of a former guest. A guest who becomes a full account keeps the device.',
  params: IdParams,
  body: T.Object({
    username: T.Optional(Username),
    email: T.Optional(Email),
    current_password: T.Optional(Password),
    password: T.Optional(NewPassword),
    password_confirmation: T.Optional(Password),
  }),
  response: { 200: OwnUser },
  refuses: [
    'not_your_account',
    'username_taken',
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
  params: IdParams,
  body: T.Object({
    current_password: Password,
    password: NewPassword,
    password_confirmation: Password,
  }),
  response: { 200: OwnUser },
  refuses: ['not_your_account', 'wrong_password', 'too_many_attempts', 'busy'],
} as const
