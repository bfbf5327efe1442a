import { T } from '../../../http/typed-schema.ts'
import { GameToken, Id, IdParams, LongText, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import { AUDIENCES, PRESETS } from '../../../access/permissions.ts'

const GameCredentials = {
  game_id: Id,
  game_token: GameToken,
}

const Game = T.Object({
  id: T.Integer(),
  name: T.String(),
  description: T.String(),
  token: T.String(),
  game_variables: T.Array(T.Object({ id: T.Integer(), key: T.String(), value: T.String() })),
})

export const verifySchema = {
  operation: 'games.verify',
  summary: 'Check the id and token of a game, and read its variables',
  caller: 'anyone',
  body: T.Object({
    ...GameCredentials,
    seed_store: T.Optional(
      T.Boolean({ description: 'Add sample items to the store if it never had an item' }),
    ),
  }),
  response: { 200: Game },
  refuses: ['game_not_found', 'game_disabled'],
  statuses: { game_not_found: 401, invalid_input: 401 },
} as const

const Permissions = T.Object({
  preset: T.Enum(PRESETS),
  routes: T.Optional(
    T.Record(T.String(), T.Enum(AUDIENCES), {
      maxBytes: limits.text_bytes.value,
      description:
        'By method and path, such as `POST /users/:id/add_score`; overrides the preset. Addresses that do the same, such as the four of a refund, share one rule and are shown under one name',
    }),
  ),
  server_attribute_prefix: T.Optional(
    Text(limits.attribute_key_characters.value, {
      min: 0,
      description:
        'Attributes of users and groups whose key begins with it, in any case and after any blanks, can be written only with a service key. Without it, `server_` in the presets `competitive` and `server_authoritative`, and none in `casual`',
    }),
  ),
})

const AdminGame = T.Object({
  id: T.Integer(),
  name: T.String(),
  description: T.String(),
  enabled: T.Boolean(),
  ranking_order: T.String(),
  share_player_emails: T.Boolean(),
  requires_verified_email: T.Boolean(),
  permissions: Permissions,
})

export const showGamesSchema = {
  operation: 'admin.games.list',
  summary: 'List all games',
  caller: 'system',
  response: {
    200: T.Object({
      games: T.Array(T.Object({ ...AdminGame.properties, players: T.Integer() })),
    }),
  },
} as const

export const createGameSchema = {
  operation: 'admin.games.create',
  summary: 'Create a game',
  description: 'The token is shown only in this answer.',
  caller: 'system',
  body: T.Object({
    name: Text(limits.game_name_characters.value),
    description: T.Optional(LongText(limits.text_bytes.value)),
  }),
  response: {
    201: T.Object({
      id: T.Integer(),
      name: T.String(),
      description: T.String(),
      token: T.String(),
    }),
  },
} as const

export const changeGameSchema = {
  operation: 'admin.games.change',
  summary: 'Change a game; fields that are not sent stay the same',
  caller: 'system',
  params: IdParams,
  body: T.Object({
    name: T.Optional(Text(limits.game_name_characters.value)),
    description: T.Optional(LongText(limits.text_bytes.value)),
    enabled: T.Optional(T.Boolean()),
    ranking_order: T.Optional(T.Enum(['descending', 'ascending'])),
    share_player_emails: T.Optional(
      T.Boolean({ description: 'Whether players see the email addresses of others' }),
    ),
    requires_verified_email: T.Optional(
      T.Boolean({
        description: 'Whether sign-ins to accounts with an unverified email address are refused',
      }),
    ),
    permissions: T.Optional(Permissions),
    variables: T.Optional(
      T.Array(
        T.Object({
          key: Text(limits.attribute_key_characters.value),
          value: LongText(limits.text_bytes.value),
        }),
        { maxItems: limits.game_variables.value },
      ),
    ),
  }),
  response: { 200: AdminGame },
  refuses: ['game_not_found'],
} as const

export const rotateTokenSchema = {
  operation: 'admin.games.rotateToken',
  summary: 'Give a game a new token; the old one stops working',
  caller: 'system',
  params: IdParams,
  response: { 200: T.Object({ id: T.Integer(), token: T.String() }) },
  refuses: ['game_not_found'],
} as const

export const showServerTimeSchema = {
  operation: 'games.serverTime',
  summary: "The server's clock",
  caller: 'anyone',
  response: { 200: T.Object({ server_time: Timestamp }) },
} as const
