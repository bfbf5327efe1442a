import { ROLES } from '../../../access/staff.ts'
import { Email, Id, IdOf, Message, Nullable, OneOf, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

export const RoleName = OneOf(...ROLES)

const ROLE = {
  description:
    '`viewer` sees everything but changes nothing, `support` helps players, `admin` changes games, `owner` also decides who is staff',
  examples: ['support'],
}

export const RoleInput = T.Enum([...ROLES], ROLE)

const GAMES = 'Only these games. Null: all games, also those that are created later'

export const GameIds = T.Unsafe<number[] | null>({
  type: ['array', 'null'],
  items: { type: 'integer' },
  description: GAMES,
  examples: [[1]],
})

export const GameIdsInput = Nullable(
  T.Array(Id, { maxItems: limits.staff_games.value, description: GAMES, examples: [[1]] }),
)

export const StaffMember = T.Object(
  {
    id: T.Integer({ description: 'The id of the member of the staff', examples: [1] }),
    name: T.String({ description: 'As the audit log shows it', examples: ['Ana'] }),
    email: T.String({ description: 'To sign in with', examples: ['ana@example.com'] }),
    role: T.Unsafe<(typeof ROLES)[number]>({ ...RoleName, ...ROLE }),
    game_ids: GameIds,
    second_factor: T.Boolean({ description: 'Whether signing in needs a code', examples: [true] }),
    created_at: Timestamp,
    last_seen_at: Nullable(T.String({ ...Timestamp, description: 'Null: never' })),
    disabled_at: Nullable(
      T.String({ ...Timestamp, description: 'Since then they cannot sign in. Null: they can' }),
    ),
  },
  { title: 'StaffMember' },
)

export const showStaffSchema = {
  operation: 'admin.staff.list',
  summary: 'Everyone who may sign in to the dashboard',
  description: 'The oldest first, also those that are disabled.',
  caller: 'staff',
  role: 'owner',
  response: { 200: T.Object({ staff: T.Array(StaffMember) }, { title: 'StaffList' }) },
} as const

export const changeMemberSchema = {
  operation: 'admin.staff.change',
  summary: 'Change what a member of the staff may do',
  description: 'What is not sent stays as it is. It takes effect at once.',
  caller: 'staff',
  role: 'owner',
  params: IdOf('the member of the staff'),
  body: T.Object({
    role: T.Optional(RoleInput),
    game_ids: T.Optional(GameIdsInput),
    is_disabled: T.Optional(
      T.Boolean({ description: 'Whether they may not sign in any more', examples: [true] }),
    ),
  }),
  response: { 200: StaffMember },
  refuses: ['staff_not_found', 'last_owner', 'game_not_found'],
} as const

export const removeMemberSchema = {
  operation: 'admin.staff.remove',
  summary: 'Remove a member of the staff',
  description: 'With all sessions and API tokens. What they did stays in the audit log.',
  caller: 'staff',
  role: 'owner',
  params: IdOf('the member of the staff'),
  response: { 200: Message },
  refuses: ['staff_not_found', 'last_owner'],
} as const

const Invitation = T.Object(
  {
    id: T.Integer({ description: 'The id of the invitation', examples: [3] }),
    role: T.Unsafe<(typeof ROLES)[number]>({ ...RoleName, ...ROLE }),
    game_ids: GameIds,
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: 'StaffInvitation' },
)

export const showInvitationsSchema = {
  operation: 'admin.staff.invitations',
  summary: 'Invitations that can still be used',
  description: 'The oldest first, without their tokens.',
  caller: 'staff',
  role: 'owner',
  response: {
    200: T.Object({ invitations: T.Array(Invitation) }, { title: 'StaffInvitationList' }),
  },
} as const

export const inviteStaffSchema = {
  operation: 'admin.staff.invite',
  summary: 'Invite somebody to the staff',
  description:
    'Send them the token, with which they create their account (`admin.staff.join`). It is shown only in this answer, and works once.',
  caller: 'staff',
  role: 'owner',
  body: T.Object({ role: RoleInput, game_ids: T.Optional(GameIdsInput) }),
  response: {
    201: T.Object(
      { id: T.Integer(), token: T.String(), expires_at: Timestamp },
      { title: 'CreatedStaffInvitation' },
    ),
  },
  refuses: ['game_not_found'],
} as const

export const withdrawInvitationSchema = {
  operation: 'admin.staff.withdrawInvitation',
  summary: 'Withdraw an invitation',
  description: 'It can no longer be used.',
  caller: 'staff',
  role: 'owner',
  params: IdOf('the invitation'),
  response: { 200: Message },
  refuses: ['invitation_not_found'],
} as const

export const InvitationToken = Text(limits.secret_characters.value, {
  description: 'The token of the invitation',
  examples: ['kq3Yb0mX2rT5vW8zA1cE4gH7jL9nP6sU0dF3iK5oR8t'],
})

export const StaffName = Text(limits.staff_name_characters.value, {
  description: 'As others see it, and the audit log',
  examples: ['Ana'],
})

export const StaffEmail = Email

export const StaffPassword = Text(limits.password_characters.value, {
  min: limits.staff_password_characters_min.value,
  description: 'To sign in with',
  examples: ['correct horse battery'],
})
