import { T } from '../../../http/typed-schema.ts'
import { Id, IdOf, LongText, Message, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Attribute = T.Object(
  {
    id: T.Integer(),
    key: T.String(),
    value: T.String(),
    creator_id: T.Integer({
      description: 'The user who added it; 0: staff did, or their data was erased',
    }),
    can_edit: T.Boolean({ description: 'Whether the caller may change it' }),
    others_can_edit: T.Boolean({ description: 'Whether every member may change it' }),
  },
  { title: 'GroupAttribute' },
)

const Attributes = T.Object({ attributes: T.Array(Attribute) }, { title: 'GroupAttributeList' })

const Key = Text(limits.attribute_key_characters.value)
const Value = LongText(limits.text_bytes.value)

const ofGroup = IdOf('the group')

const editing = {
  others_can_edit: T.Optional(
    T.Boolean({ default: false, description: 'Whether every member may change it' }),
  ),
  only_can_edit_by_creator: T.Optional(
    T.Boolean({
      default: true,
      description:
        'The opposite of `others_can_edit`, for older clients; ignored if that is sent, too',
    }),
  ),
}

const NewAttribute = T.Object(
  {
    key: T.String({
      ...Key,
      description: 'The key, which no other attribute of the group has',
      examples: ['motto'],
    }),
    value: T.String({ ...Value, description: 'The value', examples: ['We never sleep'] }),
    ...editing,
  },
  { title: 'NewGroupAttribute' },
)

export const listGroupAttributesSchema = {
  operation: 'groupAttributes.list',
  has_large_answers: true,
  summary: 'The attributes of a group',
  description:
    'Only its members may see them. All of them, oldest first, unless `page` or `per_page` is sent.',
  params: ofGroup,
  body: T.Object({
    page: T.Optional(
      T.Integer({
        ...Id,
        description: 'The number of the page; without it and `per_page`, all are listed',
      }),
    ),
    per_page: T.Optional(
      T.Integer({
        ...Id,
        description: 'How many on a page: at most 100; more counts as 100',
        examples: [25],
      }),
    ),
  }),
  response: { 200: Attributes },
  refuses: ['group_not_found', 'other_game', 'group_attribute_forbidden'],
} as const

export const addGroupAttributesSchema = {
  operation: 'groupAttributes.add',
  summary: 'Add attributes to a group',
  description:
    'All of them are added, or none. Members may, or only admins if the group has `admins_only_can_create_attributes`. Send a list of `attributes`, or the `key` and `value` of a single one. The answer contains the new attributes.',
  params: ofGroup,
  body: T.Object(
    {
      attributes: T.Optional(
        T.Array(NewAttribute, {
          maxItems: limits.attributes.value,
          description: 'The new attributes',
          examples: [[{ key: 'motto', value: 'We never sleep', others_can_edit: true }]],
        }),
      ),
      key: T.Optional(T.String({ ...Key, description: 'The key of a single new attribute' })),
      value: T.Optional(T.String({ ...Value, description: 'The value of a single new attribute' })),
      others_can_edit: T.Optional(
        T.Boolean({
          default: false,
          description: 'Whether every member may change the single new attribute',
        }),
      ),
      only_can_edit_by_creator: editing.only_can_edit_by_creator,
    },
    { needs_one_of: [['attributes'], ['key', 'value']] },
  ),
  response: { 200: Attributes },
  refuses: [
    'group_not_found',
    'other_game',
    'group_attribute_forbidden',
    'server_attribute',
    'group_attribute_exists',
    'too_many_group_attributes',
    'group_attributes_too_large',
    'group_share_too_large',
  ],
  statuses: { invalid_input: 400, group_not_found: 403, other_game: 403 },
} as const

export const changeGroupAttributeSchema = {
  operation: 'groupAttributes.change',
  summary: 'Change the value of an attribute of a group',
  description:
    'Its creator and admins may, and every member if it has `others_can_edit`. The creator stays the same.',
  params: ofGroup,
  body: T.Object({
    key: T.String({ ...Key, description: 'The key of the attribute', examples: ['motto'] }),
    value: T.String({ ...Value, description: 'The new value', examples: ['We sleep at last'] }),
  }),
  response: { 200: Attribute },
  refuses: [
    'group_not_found',
    'other_game',
    'group_attribute_forbidden',
    'server_attribute',
    'group_attribute_not_found',
    'group_attributes_too_large',
    'group_share_too_large',
  ],
  statuses: { invalid_input: 400, other_game: 403 },
} as const

export const removeGroupAttributesSchema = {
  operation: 'groupAttributes.remove',
  summary: 'Remove attributes of a group',
  description:
    'Send `key`, `keys` or both, and all of them are removed, or none; or `creator_id`, and everything that this user added is removed. Authors may remove their own, admins all.',
  params: ofGroup,
  body: T.Object(
    {
      key: T.Optional(
        T.String({ ...Key, description: 'The key of an attribute to remove', examples: ['motto'] }),
      ),
      keys: T.Optional(
        T.Array(Key, {
          maxItems: limits.attributes.value,
          description: 'The keys of the attributes to remove',
          examples: [['motto', 'colour']],
        }),
      ),
      creator_id: T.Optional(
        T.Integer({
          ...Id,
          minimum: 0,
          description:
            'The user whose attributes are removed, instead of keys; 0: users whose data was erased',
        }),
      ),
    },
    { needs_one_of: [['key'], ['keys'], ['creator_id']] },
  ),
  response: {
    200: T.Object(
      { ...Message.properties, removed: T.Integer({ description: 'How many were removed' }) },
      { title: 'GroupAttributeRemoval' },
    ),
  },
  refuses: [
    'group_not_found',
    'other_game',
    'group_attribute_forbidden',
    'server_attribute',
    'group_attribute_not_found',
  ],
  statuses: { invalid_input: 400, other_game: 403 },
} as const
