import { T } from '../../../http/typed-schema.ts'
import { IdParams, LongText, PageInput, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Key = Text(limits.attribute_key_characters.value)
const Value = LongText(limits.text_bytes.value)

export const Attribute = T.Object({ id: T.Integer(), key: T.String(), value: T.String() })

const answer = { 200: T.Object({ game_user_attributes: T.Array(Attribute) }) }

export const addAttributesSchema = {
  operation: 'attributes.set',
  summary: "Add or replace the caller's attributes",
  description:
    'Send one as `key` and `value`, several as `attributes`, or both. Either all are stored or none.',
  params: IdParams,
  body: T.Object({
    key: T.Optional(Key),
    value: T.Optional(Value),
    attributes: T.Optional(
      T.Array(T.Object({ key: Key, value: Value }), { maxItems: limits.attributes.value }),
    ),
  }),
  response: answer,
  refuses: ['not_your_account', 'server_attribute', 'too_many_attributes', 'attributes_too_large'],
  statuses: { invalid_input: 400 },
} as const

export const removeAttributesSchema = {
  operation: 'attributes.remove',
  is_write: true,
  summary: "Remove the caller's attributes by their keys",
  description: 'Either all are removed or none.',
  params: IdParams,
  body: T.Object({
    game_user_attribute_key: T.Optional(Key),
    game_user_attribute_keys: T.Optional(T.Array(Key, { maxItems: limits.attributes.value })),
    key: T.Optional(T.String({ ...Key, description: 'The same as game_user_attribute_key' })),
  }),
  response: answer,
  refuses: ['not_your_account', 'server_attribute', 'attribute_not_found'],
  statuses: { invalid_input: 400 },
} as const

export const showAttributesSchema = {
  operation: 'attributes.list',
  summary: "A user's attributes",
  description: 'All of them, unless `page` or `per_page` is sent.',
  params: IdParams,
  body: PageInput,
  response: answer,
  refuses: ['user_not_found', 'other_game'],
} as const
