import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, Message, PathId, Text, UserSummary } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

/** On these addresses whatever is wrong with a group or a user is 422. */
const statuses = { group_not_found: 422, user_not_found: 422, other_game: 422 } as const

export const connectSchema = {
  summary: 'Ask to join a group, or invite somebody into it',
  description:
    'With the own `user_id` it is a join request: accepted at once where the group has `can_auto_join`. With another one, or a `username`, it is an invite.',
  body: T.Object({
    group_id: Id,
    user_id: T.Optional(Id),
    username: T.Optional(
      Text(limits.username_characters.value, { description: 'In place of `user_id`' }),
    ),
  }),
  response: {
    200: T.Object({
      id: T.Integer(),
      status: T.String({ description: 'pending or accepted' }),
      inviter_id: T.Integer({ description: 'Who made the connection' }),
      group_id: T.Integer(),
      user: UserSummary,
    }),
  },
  refuses: [
    'group_not_found',
    'user_not_found',
    'other_game',
    'already_connected',
    'group_full',
    'group_invite_only',
    'removed_from_group',
    'not_group_member',
    'not_group_admin',
  ],
  statuses,
} as const

export const answerSchema = {
  summary: 'Accept or decline an invite, or as an admin a join request',
  description:
    'The same answer again changes nothing. `declined` with the id of a group, where no connection with that id concerns the caller, leaves that group.',
  params: IdParams,
  body: T.Object({ status: T.Enum(['accepted', 'declined']) }),
  response: { 200: T.Object({ id: T.Integer(), status: T.String() }) },
  refuses: ['connection_not_found', 'connection_answered', 'group_full'],
  statuses,
} as const

export const cancelSchema = {
  summary: 'Take back a join request or an invite that waits for an answer',
  params: IdParams,
  response: { 200: Message },
  refuses: ['connection_not_found'],
} as const

export const leaveSchema = {
  summary: 'Leave a group',
  description:
    'Where the last admin leaves, the longest-standing member becomes admin; the last member out closes the group.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['group_not_found', 'other_game', 'not_group_member'],
  statuses,
} as const

const refuses = ['group_not_found', 'other_game', 'not_group_admin', 'user_not_in_group'] as const

export const removeMemberSchema = {
  summary: 'Remove a member for good, as an admin',
  description: 'The user may neither join nor ask again; an invite of an admin leads back.',
  params: IdParams,
  body: T.Object({ group_id: Id }),
  response: { 200: Message },
  refuses,
  statuses,
} as const

export const makeAdminSchema = {
  summary: 'Make a member admin, as an admin',
  params: IdParams,
  body: T.Object({ group_id: Id }),
  response: { 200: Message },
  refuses,
  statuses,
} as const

export const addAdminSchema = {
  summary: 'Make a member admin, as an admin',
  params: IdParams,
  body: T.Object({ user_id: Id }),
  response: { 200: Message },
  refuses,
} as const

export const dropAdminSchema = {
  summary: 'Make an admin a plain member again, as an admin',
  params: T.Object({ id: PathId, user_id: PathId }),
  response: { 200: Message },
  refuses: [...refuses, 'last_group_admin'],
} as const
