import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, Message, PathId, Text, UserSummary } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

/** On these routes every refusal about a group or a user has status 422. */
const statuses = { group_not_found: 422, user_not_found: 422, other_game: 422 } as const

export const createConnectionSchema = {
  operation: 'groups.connect',
  summary: 'Ask to join a group, or invite a user to it',
  description:
    'With the `user_id` of the caller it is a join request, which is accepted at once if the group has `can_auto_join`. With another user it is an invite.',
  body: T.Object({
    group_id: Id,
    user_id: T.Optional(Id),
    username: T.Optional(
      Text(limits.username_characters.value, { description: 'Instead of `user_id`' }),
    ),
  }),
  response: {
    200: T.Object({
      id: T.Integer(),
      status: T.String({ description: '`pending` or `accepted`' }),
      inviter_id: T.Integer({ description: 'The user who created the connection' }),
      group_id: T.Integer(),
      user: UserSummary,
    }),
  },
  refuses: [
    'group_not_found',
    'user_not_found',
    'other_game',
    'already_connected',
    'too_many_pending',
    'too_many_join_requests',
    'group_full',
    'too_many_groups',
    'group_invite_only',
    'removed_from_group',
    'not_group_member',
    'not_group_admin',
  ],
  statuses,
} as const

export const answerConnectionSchema = {
  operation: 'groups.answer',
  summary: 'Accept or decline an invite or a join request',
  description:
    'The invited user answers an invite, an admin answers a join request. Repeating an answer changes nothing. If the caller is not involved in a connection with this id, `declined` leaves the group with this id.',
  params: IdParams,
  body: T.Object({ status: T.Enum(['accepted', 'declined']) }),
  response: { 200: T.Object({ id: T.Integer(), status: T.String() }) },
  refuses: ['connection_not_found', 'connection_answered', 'group_full', 'too_many_groups'],
  statuses,
} as const

export const cancelPendingConnectionSchema = {
  operation: 'groups.cancel',
  summary: 'Cancel a pending join request or invite',
  description: 'The user who created it may; admins may also cancel the invites of others.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['connection_not_found'],
} as const

export const leaveGroupSchema = {
  operation: 'groups.leave',
  summary: 'Leave a group',
  description:
    'If the last admin leaves, the longest-standing member becomes admin. If the last member leaves, the group is deleted.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['group_not_found', 'other_game', 'not_group_member'],
  statuses,
} as const

const adminRefuses = [
  'group_not_found',
  'other_game',
  'not_group_admin',
  'user_not_in_group',
] as const

const memberOfGroup = {
  params: IdParams,
  body: T.Object({ group_id: Id }),
  response: { 200: Message },
  refuses: adminRefuses,
  statuses,
} as const

export const removeMemberSchema = {
  ...memberOfGroup,
  operation: 'groups.removeMember',
  summary: 'Remove a member from a group',
  description:
    'Only admins may. The removed user can neither join nor ask again, unless an admin invites them.',
} as const

export const makeAdminSchema = {
  ...memberOfGroup,
  operation: 'groups.addAdmin',
  summary: 'Make a member an admin',
  description: 'Only admins may.',
} as const

export const addAdminSchema = {
  operation: 'groups.addAdmin',
  summary: 'Make a member an admin',
  description: 'Only admins may.',
  params: IdParams,
  body: T.Object({ user_id: Id }),
  response: { 200: Message },
  refuses: adminRefuses,
} as const

export const removeAdminSchema = {
  operation: 'groups.removeAdmin',
  summary: 'Remove the admin role from a member',
  description: 'Only admins may, and the last admin stays.',
  params: T.Object({ id: PathId, user_id: PathId }),
  response: { 200: Message },
  refuses: [...adminRefuses, 'last_group_admin'],
} as const
