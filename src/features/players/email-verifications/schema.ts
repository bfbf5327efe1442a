import { T } from '../../../http/typed-schema.ts'
import { Message, Nullable, OwnIdParams, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const showVerificationSchema = {
  operation: 'emailVerification.get',
  summary: "Whether the caller's email address is verified",
  description:
    'An address is verified when its owner opens a link that was sent to it. A new address is unverified again.',
  params: OwnIdParams,
  response: {
    200: T.Object(
      {
        is_verified: T.Boolean({
          description: 'Whether the current address is verified',
          examples: [true],
        }),
        verified_at: Nullable(
          T.String({ ...Timestamp, description: 'When it was verified; null if it is not' }),
        ),
        is_required: T.Boolean({
          description: 'Whether the game refuses sign-ins to accounts with an unverified address',
          examples: [false],
        }),
      },
      { title: 'EmailVerification' },
    ),
  },
  refuses: ['not_your_account', 'user_not_found'],
} as const

export const requestVerificationSchema = {
  operation: 'emailVerification.send',
  access: 'own_account',
  rate: ['mails'],
  summary: "Send a mail with a link that verifies the caller's email address",
  description:
    'The link works once, for one day. At most five are sent per hour; further requests are answered with 429.',
  params: OwnIdParams,
  response: { 200: Message },
  refuses: ['not_your_account', 'no_email', 'email_already_verified', 'busy'],
} as const

/** For the page (GET) and for its form (POST). */
export const verifyPageSchema = {
  caller: 'anyone',
  body: T.Object({ token: Text(limits.secret_characters.value) }),
} as const
