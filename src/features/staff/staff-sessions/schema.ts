import { IdOf, Message, Nullable, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'
import {
  InvitationToken,
  StaffEmail,
  StaffMember,
  StaffName,
  StaffPassword,
} from '../staff-members/schema.ts'

const CsrfToken = T.String({
  description: 'To be sent in the header x-csrf-token with every write of this session',
  examples: ['zWRtKcfLeyNRTBKrg6w4pHzQ'],
})

const SignedIn = T.Object({ staff: StaffMember, csrf_token: CsrfToken }, { title: 'SignedInStaff' })

export const CurrentPassword = Text(limits.password_characters.value, {
  description: 'The password that you sign in with now',
  examples: ['correct horse battery'],
})

const Code = Text(limits.staff_code_characters.value, {
  description: 'The code that your authenticator app shows, or a recovery code',
  examples: ['123456'],
})

export const signInSchema = {
  operation: 'admin.sessions.start',
  summary: 'Sign in to the dashboard',
  description:
    'The session is kept in a cookie that scripts cannot read. For programs, API tokens are simpler.',
  caller: 'anyone',
  rate: ['sign_ins'],
  body: T.Object({ email: StaffEmail, password: CurrentPassword, code: T.Optional(Code) }),
  response: { 201: SignedIn },
  refuses: [
    'wrong_credentials',
    'second_factor_needed',
    'wrong_code',
    'too_many_attempts',
    'busy',
    'staff_not_found',
    'csrf_token_missing',
  ],
} as const

export const acceptInvitationSchema = {
  operation: 'admin.staff.join',
  summary: 'Use an invitation',
  description: 'Creates the account and signs in. An invitation works once.',
  caller: 'anyone',
  rate: ['sign_ups'],
  body: T.Object({
    token: InvitationToken,
    name: StaffName,
    email: StaffEmail,
    password: StaffPassword,
  }),
  response: { 201: SignedIn },
  refuses: ['invitation_not_found', 'email_taken', 'busy', 'staff_not_found', 'csrf_token_missing'],
} as const

export const showMeSchema = {
  operation: 'admin.me.get',
  summary: 'Who is signed in',
  description: 'With the token that writes of this session need.',
  caller: 'staff',
  response: {
    200: T.Object(
      {
        staff: StaffMember,
        csrf_token: Nullable(CsrfToken),
        second_factor_required: T.Boolean({
          description: 'Whether this server requires a second factor of everybody',
          examples: [false],
        }),
      },
      { title: 'OwnStaffAccount' },
    ),
  },
  refuses: ['staff_not_found'],
} as const

export const changeMeSchema = {
  operation: 'admin.me.change',
  summary: 'Change your name or your password',
  description:
    'A new password signs out all other browsers, and needs a code if there is a second factor. API tokens stay.',
  caller: 'staff',
  role: 'viewer',
  rate: ['sign_ins'],
  body: T.Object({
    current_password: CurrentPassword,
    name: T.Optional(StaffName),
    password: T.Optional(StaffPassword),
    code: T.Optional(Code),
  }),
  response: { 200: StaffMember },
  refuses: ['wrong_password', 'busy', 'staff_not_found', 'second_factor_needed', 'wrong_code'],
} as const

export const startSecondFactorSchema = {
  operation: 'admin.me.beginSecondFactor',
  summary: 'Begin to set up a second factor',
  description:
    'Show the URL as a QR code to an authenticator app, then confirm with the code that it shows.',
  caller: 'staff',
  role: 'viewer',
  rate: ['sign_ins'],
  body: T.Object({ current_password: CurrentPassword }),
  response: {
    201: T.Object({ secret: T.String(), url: T.String() }, { title: 'SecondFactor' }),
  },
  refuses: ['wrong_password', 'busy', 'second_factor_exists'],
} as const

export const confirmSecondFactorSchema = {
  operation: 'admin.me.confirmSecondFactor',
  summary: 'Confirm the second factor',
  description: 'From now on signing in needs a code. The recovery codes are shown only here.',
  caller: 'staff',
  role: 'viewer',
  rate: ['sign_ins'],
  body: T.Object({ code: Code }),
  response: {
    200: T.Object({ recovery_codes: T.Array(T.String()) }, { title: 'RecoveryCodes' }),
  },
  refuses: ['wrong_code', 'second_factor_exists'],
} as const

export const removeSecondFactorSchema = {
  operation: 'admin.me.removeSecondFactor',
  summary: 'Remove the second factor',
  description: 'Signing in needs only the password then. The recovery codes no longer work.',
  caller: 'staff',
  role: 'viewer',
  rate: ['sign_ins'],
  body: T.Object({ current_password: CurrentPassword, code: T.Optional(Code) }),
  response: { 200: Message },
  refuses: ['wrong_password', 'busy', 'second_factor_needed', 'wrong_code'],
} as const

const StaffSession = T.Object(
  {
    id: T.Integer({ description: 'The id of the session', examples: [7] }),
    current: T.Boolean({ description: 'Whether it is the one that asks', examples: [true] }),
    address: T.String({ description: 'Where it was started', examples: ['192.0.2.1'] }),
    user_agent: T.String({ description: 'What the browser called itself' }),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'StaffSession' },
)

export const showSessionsSchema = {
  operation: 'admin.sessions.list',
  summary: 'Where you are signed in',
  description: 'The newest first.',
  caller: 'staff',
  response: {
    200: T.Object({ sessions: T.Array(StaffSession) }, { title: 'StaffSessionList' }),
  },
} as const

export const signOutSchema = {
  operation: 'admin.sessions.signOut',
  summary: 'Sign out',
  description: 'Ends the session of this browser.',
  caller: 'staff',
  role: 'viewer',
  response: { 200: Message },
} as const

export const endSessionSchema = {
  operation: 'admin.sessions.end',
  summary: 'End one of your sessions',
  description: 'Signs out that browser.',
  caller: 'staff',
  role: 'viewer',
  params: IdOf('one of your sessions'),
  response: { 200: Message },
  refuses: ['session_not_found'],
} as const
