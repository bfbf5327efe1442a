import { T } from '../../../http/typed-schema.ts'
import { Id, IdOf, Message, OneOf, PathId, Text, UserSummary } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

/** On these routes every refusal about a group or a user has status 422. */
const statuses = { group_not_found: 422, user_not_found: 422, other_game: 422 } as const

const GroupConnection = T.Object(
  {
    id: T.Integer(),
    status: OneOf('pending', 'accepted'),
    inviter_id: T.Integer({ description: 'The user who created the connection' }),
    group_id: T.Integer(),
    user: UserSummary,
  },
  { title: 'GroupConnection' },
)

const AnsweredConnection = T.Object(
  { id: T.Integer(), status: OneOf('accepted', 'declined') },
  { title: 'AnsweredGroupConnection' },
)

export const createConnectionSchema = {
  operation: 'groups.connect',
  summary: 'Ask to join a group, or invite a user to it',
  description:
    'With the `user_id` of the caller it is a join request, which is accepted at once if the group has `can_auto_join`. With another user it is an invite: admins may send it, and other members unless the group has `is_invite_only`.',
  body: T.Object(
    {
      group_id: T.Integer({ ...Id, description: 'The group' }),
      user_id: T.Optional(
        T.Integer({
          ...Id,
          description: 'The user who is to join: the caller, or whom the caller invites',
          examples: [7],
        }),
      ),
      username: T.Optional(
        Text(limits.username_characters.value, {
          description: 'The same user by name; ignored if `user_id` is sent',
        }),
      ),
    },
    { needs_one_of: [['user_id'], ['username']] },
  ),
  response: { 200: GroupConnection },
  refuses: [
    'group_not_found',
    'user_not_found',
    'other_game',
    'user_blocked',
    'muted',
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
  params: IdOf('the invite or join request'),
  body: T.Object({
    status: T.Enum(['accepted', 'declined'], {
      description: 'The answer to the invite or join request',
      examples: ['accepted'],
    }),
  }),
  response: { 200: AnsweredConnection },
  refuses: [
    'connection_not_found',
    'connection_answered',
    'group_full',
    'too_many_groups',
    'user_not_found',
    'group_not_found',
    'not_group_member',
  ],
  statuses,
} as const

export const cancelPendingConnectionSchema = {
  operation: 'groups.cancel',
  summary: 'Cancel a pending join request or invite',
  description:
    'The user who created it may; admins may also cancel the invites of others. Afterwards the user can ask or be invited again.',
  params: IdOf('the join request or invite'),
  response: { 200: Message },
  refuses: ['connection_not_found'],
} as const

export const leaveGroupSchema = {
  operation: 'groups.leave',
  summary: 'Leave a group',
  description:
    'If the last admin leaves, the longest-standing member becomes admin. If the last member leaves, the group is deleted.',
  params: IdOf('the group'),
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
  params: IdOf('the member'),
  body: T.Object({ group_id: T.Integer({ ...Id, description: 'The group' }) }),
  response: { 200: Message },
  refuses: adminRefuses,
  statuses,
} as const

export const removeMemberSchema = {
  ...memberOfGroup,
  operation: 'groups.removeMember',
  summary: 'Remove a member from a group',
  description:
    'Only admins may, and not for themselves. The removed user can neither join nor ask again, unless an admin invites them.',
} as const

export const makeAdminSchema = {
  ...memberOfGroup,
  operation: 'groups.addAdmin',
  summary: 'Make a member an admin',
  description:
    'Only admins may. Nothing changes if the member is an admin already. A group can have several admins.',
} as const

export const addAdminSchema = {
  operation: 'groups.addAdmin',
  summary: 'Make a member an admin',
  description:
    'Only admins may. Nothing changes if the member is an admin already. A group can have several admins.',
  params: IdOf('the group'),
  body: T.Object({
    user_id: T.Integer({ ...Id, description: 'The member who becomes an admin', examples: [7] }),
  }),
  response: { 200: Message },
  refuses: adminRefuses,
} as const

export const removeAdminSchema = {
  operation: 'groups.removeAdmin',
  summary: 'Remove the admin role from a member',
  description:
    'Only admins may, also for themselves. The user stays a member, and the last admin stays an admin.',
  params: T.Object({
    ...IdOf('the group').properties,
    user_id: T.Integer({ ...PathId, description: 'The id of the admin', examples: [7] }),
  }),
  response: { 200: Message },
  refuses: [...adminRefuses, 'last_group_admin'],
} as const
