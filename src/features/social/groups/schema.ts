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

export const Pending = T.Object({
  id: T.Integer(),
  status: T.String(),
  inviter_id: T.Integer(),
  group_id: T.Integer(),
  user: UserSummary,
  inviter: UserSummary,
  group: GroupSummary,
})

const full = {
  admins_only_can_create_attributes: T.Boolean(),
  members: T.Array(
    T.Object({ ...UserSummary.properties, joined_at: Timestamp, is_admin: T.Boolean() }),
    { description: 'The longest-standing first' },
  ),
  admins: T.Array(UserSummary),
  join_requests: T.Array(Pending, {
    description: 'Those that wait for an answer; for admins only',
  }),
  invites: T.Array(Pending, { description: 'Those that wait for an answer; for admins only' }),
}

const FullGroup = T.Object({ ...GroupSummary.properties, ...full })
const AnyGroup = T.Object({ ...GroupSummary.properties, ...T.Partial(T.Object(full)).properties })

const name = Text(limits.group_name_characters.value)

const settings = {
  group_type: T.Optional(
    Text(limits.group_name_characters.value, {
      least: 0,
      description: 'Public, Private or a word of your own',
    }),
  ),
  max_group_size: T.Optional(T.Integer({ minimum: 1, maximum: limits.group_members.value })),
  can_auto_join: T.Optional(T.Boolean({ description: 'Users may join without approval' })),
  is_invite_only: T.Optional(T.Boolean({ description: 'Nobody joins without an invite' })),
  searchable: T.Optional(T.Boolean({ description: 'Whether others find it in the list' })),
  admins_only_can_create_attributes: T.Optional(T.Boolean()),
}

const with_full_data = T.Optional(
  T.Boolean({ description: 'With members, admins, join requests and invites' }),
)

export const createGroupSchema = {
  summary: 'Found a group',
  description:
    'The caller becomes its first member and admin. Left out: `group_type` default, `max_group_size` 100, `searchable` true, the rest false.',
  body: T.Object({ name, ...settings }),
  response: { 201: FullGroup },
} as const

export const listGroupsSchema = {
  summary: 'Searchable groups, and those the caller belongs to or is invited to, oldest first',
  body: T.Object({
    ...PageInput.properties,
    query: T.Optional(
      Text(limits.group_name_characters.value, { least: 0, description: 'A part of the name' }),
    ),
    user_id: T.Optional(T.Integer({ ...Id, description: 'Only the groups of this user' })),
    with_full_data,
  }),
  response: { 200: T.Object({ groups: T.Array(AnyGroup) }) },
  refuses: ['user_not_found'],
  statuses: { other_game: 404 },
} as const

export const listOwnGroupsSchema = {
  summary: "The caller's groups, oldest first",
  body: T.Object({ ...PageInput.properties, with_full_data }),
  response: { 200: T.Object({ groups: T.Array(AnyGroup) }) },
} as const

export const showGroupSchema = {
  summary: 'A group with everything; `with_full_data=false` leaves the people out',
  params: IdParams,
  body: T.Object({ with_full_data }),
  response: { 200: AnyGroup },
  refuses: ['group_not_found', 'other_game'],
} as const

export const changeGroupSchema = {
  summary: 'Change a group, as one of its admins',
  params: IdParams,
  body: T.Object({ name: T.Optional(name), ...settings }),
  response: { 200: FullGroup },
  refuses: ['group_not_found', 'other_game', 'not_group_admin', 'group_has_more_members'],
} as const

export const deleteGroupSchema = {
  summary: 'Delete a group with everything in it, as one of its admins',
  params: IdParams,
  response: { 200: Message },
  refuses: ['group_not_found', 'other_game', 'not_group_admin'],
} as const
