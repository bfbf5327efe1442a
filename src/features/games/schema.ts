import T from 'typebox'
import { Id, Timestamp } from '../../http/shapes.ts'

const GameDoor = {
  game_id: Id,
  game_token: T.String({ description: "The game's API token" }),
}

const Game = T.Object({
  id: T.Integer(),
  name: T.String(),
  description: T.String(),
  token: T.String(),
  game_variables: T.Array(T.Object({ id: T.Integer(), key: T.String(), value: T.String() })),
})

export const verifySchema = {
  summary: 'Check id and token of a game, and read its variables',
  caller: 'anyone',
  body: T.Object({
    ...GameDoor,
    seed_store: T.Optional(
      T.Boolean({ description: 'Fill the store with samples if it never had an item' }),
    ),
  }),
  response: { 200: Game },
  refuses: ['game_not_found', 'game_disabled'],
  statuses: { game_not_found: 401, invalid_input: 401 },
} as const

export const tellTimeSchema = {
  summary: "The server's clock",
  caller: 'anyone',
  response: { 200: T.Object({ server_time: Timestamp }) },
} as const
