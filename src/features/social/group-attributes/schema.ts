import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, LongText, PageInput, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Attribute = T.Object({
  id: T.Integer(),
  key: T.String(),
  value: T.String(),
  creator_id: T.Integer({ description: 'The user who added it' }),
  can_edit: T.Boolean({ description: 'Whether the caller may change it' }),
  others_can_edit: T.Boolean({ description: 'Whether every member may change it' }),
})

const Attributes = T.Object({ attributes: T.Array(Attribute) })

const key = Text(limits.attribute_key_characters.value)
const value = LongText(limits.text_bytes.value)

const editing = {
  others_can_edit: T.Optional(
    T.Boolean({ description: 'Whether every member may change it; defaults to false' }),
  ),
  only_can_edit_by_creator: T.Optional(
    T.Boolean({ description: 'The opposite of `others_can_edit`, for older clients' }),
  ),
}

export const listGroupAttributesSchema = {
  operation: 'groupAttributes.list',
  summary: 'The attributes of a group',
  description: 'Only its members may see them. All of them, unless `page` or `per_page` is sent.',
  params: IdParams,
  body: PageInput,
  response: { 200: Attributes },
  refuses: ['group_not_found', 'other_game', 'group_attribute_forbidden'],
} as const

export const addGroupAttributesSchema = {
  operation: 'groupAttributes.add',
  summary: 'Add attributes to a group',
  description:
    'All of them are added, or none. Members may, or only admins if the group has `admins_only_can_create_attributes`. Send a list of `attributes`, or the `key` and `value` of a single one. The answer contains the new attributes.',
  params: IdParams,
  body: T.Object({
    attributes: T.Optional(
      T.Array(T.Object({ key, value, ...editing }), { maxItems: limits.attributes.value }),
    ),
    key: T.Optional(key),
    value: T.Optional(value),
    ...editing,
  }),
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
  description: 'Its creator and admins may, and every member if it has `others_can_edit`.',
  params: IdParams,
  body: T.Object({ key, value }),
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
    'By `key` or `keys`: all of them are removed, or none. By `creator_id`: everything that this user added. Authors may remove their own, admins all.',
  params: IdParams,
  body: T.Object({
    key: T.Optional(key),
    keys: T.Optional(T.Array(key, { maxItems: limits.attributes.value })),
    creator_id: T.Optional(
      T.Integer({ ...Id, minimum: 0, description: '0: users whose data was erased' }),
    ),
  }),
  response: { 200: T.Object({ message: T.String(), removed: T.Integer() }) },
  refuses: [
    'group_not_found',
    'other_game',
    'group_attribute_forbidden',
    'server_attribute',
    'group_attribute_not_found',
  ],
  statuses: { invalid_input: 400, other_game: 403 },
} as const
