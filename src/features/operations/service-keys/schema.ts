import { T } from '../../../http/typed-schema.ts'
import { IdParams, Message, Nullable, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

export const showKeysSchema = {
  operation: 'admin.serviceKeys.list',
  summary: "A game's service keys, without their tokens",
  caller: 'system',
  params: IdParams,
  response: {
    200: T.Object({
      service_keys: T.Array(
        T.Object({
          id: T.Integer(),
          name: T.String(),
          created_at: Timestamp,
          expires_at: Nullable(Timestamp),
          last_used_at: Nullable(Timestamp),
        }),
      ),
    }),
  },
  refuses: ['game_not_found'],
} as const

export const createKeySchema = {
  operation: 'admin.serviceKeys.create',
  summary: "Create a service key, with which the game's own server acts for its users",
  description: 'The token is shown only in this answer.',
  caller: 'system',
  params: IdParams,
  body: T.Object({
    name: Text(limits.service_key_name_characters.value, {
      pattern: '^[\\x21-\\x7e]+$',
      expected: 'must be printable ASCII without spaces',
    }),
    expires_at: T.Optional(
      T.String({
        maxLength: limits.time_characters.value,
        description: 'ISO 8601; without it the key does not expire',
      }),
    ),
  }),
  response: { 201: T.Object({ id: T.Integer(), name: T.String(), token: T.String() }) },
  refuses: ['game_not_found', 'service_key_name_taken'],
} as const

export const revokeKeySchema = {
  operation: 'admin.serviceKeys.revoke',
  summary: 'Revoke a service key',
  caller: 'system',
  params: IdParams,
  response: { 200: Message },
  refuses: ['service_key_not_found'],
} as const
