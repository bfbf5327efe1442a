import { T } from '../../../http/typed-schema.ts'
import { IdOf, LongText, OwnIdParams, PageInput, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Key = Text(limits.attribute_key_characters.value)
const Value = LongText(limits.text_bytes.value)

const key = T.String({ ...Key, description: 'The key of the attribute', examples: ['class'] })
const value = T.String({
  ...Value,
  description: 'Its value; numbers and objects are stored as text',
  examples: ['wizard'],
})

export const Attribute = T.Object(
  {
    id: T.Integer({ description: 'The id of the attribute', examples: [3] }),
    key: T.String({ description: 'Each user has a key once', examples: ['class'] }),
    value: T.String({ description: 'Always text', examples: ['wizard'] }),
  },
  { title: 'UserAttribute' },
)

const answer = {
  200: T.Object(
    { game_user_attributes: T.Array(Attribute, { description: 'Oldest first' }) },
    { title: 'UserAttributeList' },
  ),
}

export const addAttributesSchema = {
  operation: 'attributes.set',
  has_large_answers: true,
  summary: "Add or replace the caller's attributes",
  description:
    'Send one as `key` and `value`, several as `attributes`, or both. Either all are stored or none. The answer has all attributes of the user.',
  params: OwnIdParams,
  body: T.Object(
    {
      key: T.Optional(key),
      value: T.Optional(value),
      attributes: T.Optional(
        T.Array(T.Object({ key, value }), {
          maxItems: limits.attributes.value,
          description: 'Several attributes; if a key is in it twice, the last value counts',
        }),
      ),
    },
    { needs_one_of: [['key', 'value'], ['attributes']] },
  ),
  response: answer,
  refuses: ['not_your_account', 'server_attribute', 'too_many_attributes', 'attributes_too_large'],
  statuses: { invalid_input: 400 },
} as const

export const removeAttributesSchema = {
  operation: 'attributes.remove',
  has_large_answers: true,
  is_write: true,
  summary: "Remove the caller's attributes by their keys",
  description:
    'Send one key, a list of keys, or both. Either all are removed or none: one unknown key is enough to keep the others. The answer has the attributes that are left.',
  params: OwnIdParams,
  body: T.Object(
    {
      game_user_attribute_key: T.Optional(
        T.String({ ...Key, description: 'The key of one attribute', examples: ['class'] }),
      ),
      game_user_attribute_keys: T.Optional(
        T.Array(Key, {
          maxItems: limits.attributes.value,
          description: 'The keys of several attributes',
          examples: [['class', 'level']],
        }),
      ),
      key: T.Optional(
        T.String({
          ...Key,
          description: 'The same as game_user_attribute_key',
          examples: ['class'],
        }),
      ),
    },
    { needs_one_of: [['game_user_attribute_key'], ['game_user_attribute_keys'], ['key']] },
  ),
  response: answer,
  refuses: ['not_your_account', 'server_attribute', 'attribute_not_found'],
  statuses: { invalid_input: 400 },
} as const

export const showAttributesSchema = {
  operation: 'attributes.list',
  has_large_answers: true,
  summary: "A user's attributes",
  description:
    'Every player of the game may read them. All of them are listed, unless `page` or `per_page` is sent.',
  params: IdOf('a user of the game'),
  body: PageInput,
  response: answer,
  refuses: ['user_not_found', 'other_game'],
} as const
