import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  Message,
  OneOf,
  PageInput,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const GroupSummary = T.Object(
  {
    id: T.Integer(),
    name: T.String(),
    group_type: T.String(),
    can_auto_join: T.Boolean(),
    is_invite_only: T.Boolean(),
    max_group_size: T.Integer(),
    searchable: T.Boolean(),
    member_count: T.Integer(),
  },
  { title: 'GroupSummary' },
)

/** An invite or a join request. */
export const PendingConnection = T.Object(
  {
    id: T.Integer({ description: 'With it, it is answered or cancelled' }),
    status: OneOf('pending'),
    inviter_id: T.Integer({
      description: 'The user who sent it: of a join request, the same user',
    }),
    group_id: T.Integer(),
    user: UserSummary,
    inviter: UserSummary,
    group: GroupSummary,
  },
  { title: 'PendingGroupConnection' },
)

const GroupMember = T.Object(
  { ...UserSummary.properties, joined_at: Timestamp, is_admin: T.Boolean() },
  { title: 'GroupMember' },
)

const pending = T.Array(PendingConnection, {
  description: `Pending ones, the oldest ${limits.group_pending_shown.value}; empty unless the caller is an admin`,
})

const fullFields = {
  admins_only_can_create_attributes: T.Boolean(),
  members: T.Array(GroupMember, { description: 'Longest-standing members first' }),
  admins: T.Array(UserSummary),
  join_requests: pending,
  invites: pending,
}

const FullGroup = T.Object({ ...GroupSummary.properties, ...fullFields }, { title: 'Group' })

const AnyGroup = T.Object(
  {
    ...GroupSummary.properties,
    ...T.Partial(T.Object(fullFields)).properties,
  },
  { title: 'GroupOrSummary', description: 'A summary, or with `with_full_data` the whole group' },
)

const GroupList = T.Object({ groups: T.Array(AnyGroup) }, { title: 'GroupList' })

const InviteList = T.Object({ invites: T.Array(PendingConnection) }, { title: 'GroupInviteList' })

const name = Text(limits.group_name_characters.value, {
  description: 'The name of the group; others may have the same',
  examples: ['Night Owls'],
})

const fields = {
  group_type: Text(limits.group_name_characters.value, {
    min: 0,
    description: 'Public, Private or any other word; it has no effect',
    examples: ['Public'],
  }),
  max_group_size: T.Integer({
    minimum: 1,
    maximum: limits.group_members.value,
    description: 'The most members that the group can have',
    examples: [50],
  }),
  can_auto_join: T.Boolean({
    description: 'Whether users join without approval',
    examples: [true],
  }),
  is_invite_only: T.Boolean({
    description: 'Whether users can join only if an admin invites them',
    examples: [false],
  }),
  searchable: T.Boolean({
    description: 'Whether users who are neither members nor invited find the group',
    examples: [true],
  }),
  admins_only_can_create_attributes: T.Boolean({
    description: 'Whether only admins can add attributes to the group',
    examples: [false],
  }),
}

const changedSettings = T.Partial(T.Object(fields)).properties

const newSettings = T.Partial(
  T.Object({
    group_type: T.String({ ...fields.group_type, default: 'default' }),
    max_group_size: T.Integer({ ...fields.max_group_size, default: 100 }),
    can_auto_join: T.Boolean({ ...fields.can_auto_join, default: false }),
    is_invite_only: T.Boolean({ ...fields.is_invite_only, default: false }),
    searchable: T.Boolean({ ...fields.searchable, default: true }),
    admins_only_can_create_attributes: T.Boolean({
      ...fields.admins_only_can_create_attributes,
      default: false,
    }),
  }),
).properties

const withFullData = (by_default: boolean) =>
  T.Optional(
    T.Boolean({
      default: by_default,
      description: 'Include members, admins, join requests and invites',
      examples: [true],
    }),
  )

export const createGroupSchema = {
  operation: 'groups.create',
  summary: 'Create a group',
  description: `The caller becomes its first member and admin. A player can be a member of ${limits.groups_of_player.value} groups.`,
  body: T.Object({ name, ...newSettings }),
  response: { 201: FullGroup },
  refuses: ['too_many_groups', 'muted', 'word_not_allowed'],
} as const

const LISTED = `With \`with_full_data\`, each group has its first ${limits.group_members_listed.value} members, those of them who are admins, ${limits.group_pending_listed.value} pending invites and ${limits.group_pending_listed.value} join requests; \`GET /groups/{id}\` shows all members and admins.`

export const searchGroupsSchema = {
  operation: 'groups.list',
  has_large_answers: true,
  summary: 'Searchable groups and those that the caller is a member of or invited to, oldest first',
  description: `With \`user_id\`, only those of them that this user is a member of. ${LISTED}`,
  body: T.Object({
    ...PageInput.properties,
    query: T.Optional(
      Text(limits.group_query_characters.value, {
        min: 0,
        description:
          'Finds groups by the beginnings of words of the name. All words of the query must be in the name; of more than eight, the longest count.',
        examples: ['night'],
      }),
    ),
    user_id: T.Optional(
      T.Integer({ ...Id, description: 'Only groups that this user is a member of', examples: [7] }),
    ),
    with_full_data: withFullData(false),
  }),
  response: { 200: GroupList },
  refuses: ['user_not_found', 'other_game', 'read_too_slow'],
} as const

export const listOwnGroupsSchema = {
  operation: 'groups.mine',
  has_large_answers: true,
  summary: 'The groups that the caller is a member of, oldest first',
  description: `Those that the caller is only invited to, or has asked to join, are not among them: \`GET /user/group_invites\` lists the invites. ${LISTED}`,
  body: T.Object({ ...PageInput.properties, with_full_data: withFullData(false) }),
  response: { 200: GroupList },
  refuses: ['user_not_found', 'read_too_slow'],
} as const

export const showGroupSchema = {
  operation: 'groups.get',
  has_large_answers: true,
  summary: 'A group with its members; `with_full_data=false` leaves them out',
  description:
    'Every player of the game may see it, also if it is not searchable. Only its admins see join requests and invites.',
  params: IdOf('the group'),
  body: T.Object({ with_full_data: withFullData(true) }),
  response: { 200: AnyGroup },
  refuses: ['group_not_found', 'other_game', 'read_too_slow'],
} as const

const pendingPage = {
  params: IdOf('the group'),
  body: PageInput,
  refuses: ['group_not_found', 'other_game', 'not_group_admin'],
} as const

export const listInvitesSchema = {
  ...pendingPage,
  operation: 'groups.invites',
  summary: "A group's pending invites, oldest first",
  description:
    'Only admins may. Those that were accepted or declined are not among them. `DELETE /group_connections/cancel/{id}` cancels one.',
  response: { 200: InviteList },
} as const

export const listJoinRequestsSchema = {
  ...pendingPage,
  operation: 'groups.joinRequests',
  summary: "A group's pending join requests, oldest first",
  description:
    'Only admins may. Those that were accepted or declined are not among them. `PUT /group_connections/{id}` answers one.',
  response: {
    200: T.Object({ join_requests: T.Array(PendingConnection) }, { title: 'GroupJoinRequestList' }),
  },
} as const

export const listOwnInvitesSchema = {
  operation: 'groups.myInvites',
  has_large_answers: true,
  summary: "The caller's pending invites to groups, newest first",
  description:
    'With the group and the user who sent the invite. `PUT /group_connections/{id}` answers one.',
  body: PageInput,
  response: { 200: InviteList },
} as const

export const changeGroupSchema = {
  operation: 'groups.change',
  summary: 'Change a group',
  description:
    'Only its admins may. Fields that are not sent stay. Members get the event `group.changed`.',
  params: IdOf('the group'),
  body: T.Object({ name: T.Optional(name), ...changedSettings }),
  response: { 200: FullGroup },
  refuses: [
    'group_not_found',
    'other_game',
    'not_group_admin',
    'group_has_more_members',
    'muted',
    'word_not_allowed',
    'read_too_slow',
  ],
} as const

export const removeGroupSchema = {
  operation: 'groups.delete',
  summary: 'Delete a group with its chat, attributes and connections',
  description: 'Only its admins may. It cannot be undone. Members get the event `group.deleted`.',
  params: IdOf('the group'),
  response: { 200: Message },
  refuses: ['group_not_found', 'other_game', 'not_group_admin'],
} as const
