import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  LongText,
  Message,
  Nullable,
  PageInput,
  PathId,
  Text,
  Timestamp,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import { GroupSummary } from '../groups/schema.ts'

const ofGame = IdOf('the game')

const ofGroup = T.Object({
  ...ofGame.properties,
  group_id: T.Integer({ ...PathId, description: 'The id of the group', examples: [3] }),
})

const ofMember = T.Object({
  ...ofGroup.properties,
  user_id: T.Integer({ ...PathId, description: 'The id of the member', examples: [7] }),
})

const ManagedGroup = T.Object(
  {
    ...GroupSummary.properties,
    admins_only_can_create_attributes: T.Boolean(),
    created_at: Timestamp,
  },
  { title: 'ManagedGroup' },
)

const Key = Text(limits.attribute_key_characters.value, {
  description: 'The key of the attribute',
  examples: ['motto'],
})

const Value = LongText(limits.text_bytes.value, {
  description: 'Its new value',
  examples: ['We never sleep'],
})

const username = T.String({ description: 'The name that others see', examples: ['ana'] })

export const listGroupsSchema = {
  operation: 'admin.groups.list',
  summary: 'The groups of a game, the newest first',
  description:
    'Also those that players do not find. With `query`, only those whose name has words that begin with its words.',
  caller: 'staff',
  params: ofGame,
  body: T.Object({
    query: T.Optional(
      Text(limits.group_query_characters.value, {
        min: 0,
        description: 'Beginnings of words of the name; all of them must be in it',
        examples: ['night'],
      }),
    ),
    before: T.Optional(T.Integer({ ...Id, description: 'Only groups with a smaller id' })),
    limit: T.Optional(
      T.Integer({ ...Id, default: 100, description: 'At most 100; more counts as 100' }),
    ),
  }),
  response: {
    200: T.Object(
      {
        groups: T.Array(ManagedGroup),
        next: Nullable(T.Integer({ description: 'To be sent as `before` for the next page' })),
      },
      { title: 'ManagedGroupPage' },
    ),
  },
  refuses: ['game_not_found', 'read_too_slow'],
} as const

export const showGroupSchema = {
  operation: 'admin.groups.get',
  summary: 'A group of a game',
  description: 'Its members, attributes, invites and join requests have addresses of their own.',
  caller: 'staff',
  params: ofGroup,
  response: {
    200: T.Object(
      {
        ...ManagedGroup.properties,
        attribute_count: T.Integer({ description: 'How many attributes it has', examples: [2] }),
        chat_id: Nullable(T.Integer({ description: 'Its chat; null: nobody has written yet' })),
      },
      { title: 'ManagedGroupDetails' },
    ),
  },
  refuses: ['game_not_found', 'group_not_found'],
} as const

export const listMembersSchema = {
  operation: 'admin.groups.members',
  summary: 'The members of a group, the longest-standing first',
  description: 'With their roles, in pages.',
  caller: 'staff',
  params: ofGroup,
  body: PageInput,
  response: {
    200: T.Object(
      {
        members: T.Array(
          T.Object(
            {
              id: T.Integer({ description: 'The id of the user', examples: [7] }),
              username,
              is_admin: T.Boolean({ description: 'Whether they are an admin of the group' }),
              joined_at: Timestamp,
            },
            { title: 'ManagedGroupMember' },
          ),
        ),
        total: T.Integer({ description: 'How many members the group has', examples: [12] }),
      },
      { title: 'ManagedGroupMemberPage' },
    ),
  },
  refuses: ['game_not_found', 'group_not_found'],
} as const

export const listPendingSchema = {
  operation: 'admin.groups.pending',
  summary: 'The pending invites or join requests of a group, the oldest first',
  description: 'Of one kind, in pages.',
  caller: 'staff',
  params: ofGroup,
  body: T.Object({
    ...PageInput.properties,
    kind: T.Enum(['invite', 'join_request'] as const, {
      description: 'Which of both',
      examples: ['invite'],
    }),
  }),
  response: {
    200: T.Object(
      {
        pending: T.Array(
          T.Object(
            {
              id: T.Integer({ description: 'The id of the connection', examples: [21] }),
              user_id: T.Integer({ description: 'The user who would join', examples: [7] }),
              username,
              inviter_id: T.Integer({ description: 'The user who sent it', examples: [1] }),
              inviter_username: Nullable(
                T.String({ description: 'Null: the account was deleted', examples: ['ben'] }),
              ),
              created_at: Timestamp,
            },
            { title: 'ManagedGroupConnection' },
          ),
        ),
      },
      { title: 'ManagedGroupConnectionPage' },
    ),
  },
  refuses: ['game_not_found', 'group_not_found'],
} as const

export const listAttributesSchema = {
  operation: 'admin.groups.attributes',
  summary: 'The attributes of a group, the oldest first',
  description: 'In pages, with their creators.',
  caller: 'staff',
  params: ofGroup,
  body: PageInput,
  response: {
    200: T.Object(
      {
        attributes: T.Array(
          T.Object(
            {
              id: T.Integer({ examples: [5] }),
              key: T.String({ examples: ['motto'] }),
              value: T.String({ examples: ['We never sleep'] }),
              creator_id: T.Integer({
                description: 'The user who added it; 0: staff did, or their data was erased',
              }),
              creator_username: Nullable(
                T.String({ description: 'Null: there is no such account', examples: ['ana'] }),
              ),
              others_can_edit: T.Boolean({ description: 'Whether every member may change it' }),
            },
            { title: 'ManagedGroupAttribute' },
          ),
        ),
        total: T.Integer({ description: 'How many attributes the group has', examples: [2] }),
      },
      { title: 'ManagedGroupAttributePage' },
    ),
  },
  refuses: ['game_not_found', 'group_not_found'],
} as const

export const renameGroupSchema = {
  operation: 'admin.groups.rename',
  summary: 'Give a group another name',
  description: 'Members get the event `group.changed`, as if an admin of the group had done it.',
  caller: 'staff',
  role: 'support',
  params: ofGroup,
  body: T.Object({
    name: Text(limits.group_name_characters.value, {
      description: 'The new name; other groups may have the same',
      examples: ['Night Owls'],
    }),
  }),
  response: { 200: ManagedGroup },
  refuses: ['game_not_found', 'group_not_found'],
} as const

export const removeMemberSchema = {
  operation: 'admin.groups.removeMember',
  summary: 'Remove a member from a group',
  description:
    'They can only come back if an admin of the group invites them. If no admin is left, the longest-standing member becomes one; a group without members is deleted.',
  caller: 'staff',
  role: 'support',
  params: ofMember,
  response: { 200: Message },
  refuses: ['game_not_found', 'group_not_found', 'user_not_in_group', 'user_not_found'],
} as const

export const deleteGroupSchema = {
  operation: 'admin.groups.delete',
  summary: 'Delete a group with its chat, attributes and connections',
  description: 'It cannot be undone, so its name has to be sent. Members get `group.deleted`.',
  caller: 'staff',
  params: ofGroup,
  body: T.Object({
    name: Text(limits.group_name_characters.value, {
      description: 'The name of the group, exactly',
      examples: ['Night Owls'],
    }),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'group_not_found'],
} as const

export const setAttributeSchema = {
  operation: 'admin.groups.setAttribute',
  summary: 'Add or change an attribute of a group',
  description: 'A new one has no creator, so only admins of the group can change it.',
  caller: 'staff',
  role: 'support',
  params: ofGroup,
  body: T.Object({ key: Key, value: Value }),
  response: { 200: Message },
  refuses: [
    'game_not_found',
    'group_not_found',
    'too_many_group_attributes',
    'group_attributes_too_large',
    'group_share_too_large',
  ],
} as const

export const removeAttributeSchema = {
  operation: 'admin.groups.removeAttribute',
  summary: 'Remove an attribute of a group',
  description: 'Members get the event `group_attributes.changed`, if anyone asks for it.',
  caller: 'staff',
  role: 'support',
  params: ofGroup,
  body: T.Object({ key: Key }),
  response: { 200: Message },
  refuses: ['game_not_found', 'group_not_found', 'group_attribute_not_found'],
} as const
