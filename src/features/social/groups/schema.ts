import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdParams,
  Message,
  PageInput,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const GroupSummary = T.Object({
  id: T.Integer(),
  name: T.String(),
  group_type: T.String(),
  can_auto_join: T.Boolean(),
  is_invite_only: T.Boolean(),
  max_group_size: T.Integer(),
  searchable: T.Boolean(),
  member_count: T.Integer(),
})

export const PendingConnection = T.Object({
  id: T.Integer(),
  status: T.String(),
  inviter_id: T.Integer(),
  group_id: T.Integer(),
  user: UserSummary,
  inviter: UserSummary,
  group: GroupSummary,
})

const pending = T.Array(PendingConnection, {
  description: 'Pending ones; empty unless the caller is an admin',
})

const fullFields = {
  admins_only_can_create_attributes: T.Boolean(),
  members: T.Array(
    T.Object({ ...UserSummary.properties, joined_at: Timestamp, is_admin: T.Boolean() }),
    { description: 'Longest-standing members first' },
  ),
  admins: T.Array(UserSummary),
  join_requests: pending,
  invites: pending,
}

const FullGroup = T.Object({ ...GroupSummary.properties, ...fullFields })
const AnyGroup = T.Object({
  ...GroupSummary.properties,
  ...T.Partial(T.Object(fullFields)).properties,
})

const name = Text(limits.group_name_characters.value)

const settings = {
  group_type: T.Optional(
    Text(limits.group_name_characters.value, {
      min: 0,
      description: 'Public, Private or any other word',
    }),
  ),
  max_group_size: T.Optional(T.Integer({ minimum: 1, maximum: limits.group_members.value })),
  can_auto_join: T.Optional(T.Boolean({ description: 'Users may join without approval' })),
  is_invite_only: T.Optional(
    T.Boolean({ description: 'Users may join only if an admin invites them' }),
  ),
  searchable: T.Optional(
    T.Boolean({ description: 'Whether users who are neither members nor invited find the group' }),
  ),
  admins_only_can_create_attributes: T.Optional(T.Boolean()),
}

const with_full_data = T.Optional(
  T.Boolean({ description: 'Include members, admins, join requests and invites' }),
)

export const createGroupSchema = {
  operation: 'groups.create',
  summary: 'Create a group',
  description:
    'The caller becomes its first member and admin. Defaults: `group_type` is `default`, `max_group_size` is 100, `searchable` is true, the rest is false.',
  body: T.Object({ name, ...settings }),
  response: { 201: FullGroup },
  refuses: ['too_many_groups'],
} as const

export const searchGroupsSchema = {
  operation: 'groups.list',
  summary: 'Searchable groups and those that the caller is a member of or invited to, oldest first',
  body: T.Object({
    ...PageInput.properties,
    query: T.Optional(
      Text(limits.group_query_characters.value, {
        min: 0,
        description:
          'Finds groups by the beginnings of words of the name. All words of the query must be in the name; of more than eight, the longest count.',
      }),
    ),
    user_id: T.Optional(
      T.Integer({ ...Id, description: 'Only groups that this user is a member of' }),
    ),
    with_full_data,
  }),
  response: { 200: T.Object({ groups: T.Array(AnyGroup) }) },
  refuses: ['user_not_found', 'other_game', 'read_too_slow'],
} as const

export const listOwnGroupsSchema = {
  operation: 'groups.mine',
  summary: 'The groups that the caller is a member of, oldest first',
  body: T.Object({ ...PageInput.properties, with_full_data }),
  response: { 200: T.Object({ groups: T.Array(AnyGroup) }) },
} as const

export const showGroupSchema = {
  operation: 'groups.get',
  summary: 'A group with its members; `with_full_data=false` leaves them out',
  params: IdParams,
  body: T.Object({ with_full_data }),
  response: { 200: AnyGroup },
  refuses: ['group_not_found', 'other_game'],
} as const

const pendingPage = {
  description: 'Only admins may.',
  params: IdParams,
  body: PageInput,
  refuses: ['group_not_found', 'other_game', 'not_group_admin'],
} as const

export const listInvitesSchema = {
  ...pendingPage,
  operation: 'groups.invites',
  summary: "A group's pending invites, oldest first",
  response: { 200: T.Object({ invites: T.Array(PendingConnection) }) },
} as const

export const listJoinRequestsSchema = {
  ...pendingPage,
  operation: 'groups.joinRequests',
  summary: "A group's pending join requests, oldest first",
  response: { 200: T.Object({ join_requests: T.Array(PendingConnection) }) },
} as const

export const listOwnInvitesSchema = {
  operation: 'groups.myInvites',
  summary: "The caller's pending invites to groups, newest first",
  body: PageInput,
  response: { 200: T.Object({ invites: T.Array(PendingConnection) }) },
} as const

export const changeGroupSchema = {
  operation: 'groups.change',
  summary: 'Change a group',
  description: 'Only its admins may. Fields that are not sent stay.',
  params: IdParams,
  body: T.Object({ name: T.Optional(name), ...settings }),
  response: { 200: FullGroup },
  refuses: ['group_not_found', 'other_game', 'not_group_admin', 'group_has_more_members'],
} as const

export const removeGroupSchema = {
  operation: 'groups.delete',
  summary: 'Delete a group with its chat, attributes and connections',
  description: 'Only its admins may.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['group_not_found', 'other_game', 'not_group_admin'],
} as const
