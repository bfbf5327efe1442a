import { T } from '../../../http/typed-schema.ts'
import { IdOf, Message, Nullable, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const ServiceKey = T.Object(
  {
    id: T.Integer(),
    name: T.String(),
    created_at: Timestamp,
    expires_at: Nullable(T.String({ ...Timestamp, description: 'Null: it does not expire' })),
    last_used_at: Nullable(
      T.String({ ...Timestamp, description: 'Null: it was never used. Written with some delay' }),
    ),
  },
  { title: 'ServiceKey' },
)

export const showKeysSchema = {
  operation: 'admin.serviceKeys.list',
  summary: "A game's service keys, without their tokens",
  description: 'The oldest first, also those that have expired. A revoked key is not listed.',
  caller: 'staff',
  params: IdOf('the game'),
  response: {
    200: T.Object({ service_keys: T.Array(ServiceKey) }, { title: 'ServiceKeyList' }),
  },
  refuses: ['game_not_found'],
} as const

export const createKeySchema = {
  operation: 'admin.serviceKeys.create',
  summary: "Create a service key, with which the game's own server acts for its users",
  description:
    'The token is shown only in this answer. Send both as `service-key-name` and `service-key-token`, with the id of a user as `current-user-id`.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    name: Text(limits.service_key_name_characters.value, {
      pattern: '^[\\x21-\\x7e]+$',
      expected: 'must be printable ASCII without spaces',
      description: 'A name that no other key of the game has: printable ASCII without spaces',
      examples: ['match-server'],
    }),
    expires_at: T.Optional(
      T.String({
        maxLength: limits.time_characters.value,
        description: 'ISO 8601, in the future; without it the key does not expire',
        examples: ['2030-12-31T23:59:59Z'],
      }),
    ),
  }),
  response: {
    201: T.Object(
      { id: T.Integer(), name: T.String(), token: T.String() },
      { title: 'CreatedServiceKey' },
    ),
  },
  refuses: ['game_not_found', 'service_key_name_taken'],
} as const

export const revokeKeySchema = {
  operation: 'admin.serviceKeys.revoke',
  summary: 'Revoke a service key',
  description: 'It stops working at once. A new key of the same name can be created.',
  caller: 'staff',
  params: IdOf('the service key'),
  response: { 200: Message },
  refuses: ['service_key_not_found'],
} as const
