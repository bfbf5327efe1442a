import { T } from '../../../http/typed-schema.ts'
import {
  IdParams,
  Message,
  Nullable,
  PageInput,
  PathId,
  Ranking,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'

export const showMultiplayerRoundSchema = {
  operation: 'multiplayerRounds.get',
  summary: 'A multiplayer round with its master and one page of its rankings, best first',
  params: IdParams,
  body: PageInput,
  response: {
    200: T.Object({
      id: T.Integer(),
      game_id: T.Integer(),
      created_at: Timestamp,
      master: Nullable(UserSummary),
      rankings: T.Array(Ranking),
    }),
  },
  refuses: ['multiplayer_round_not_found', 'other_game', 'read_too_slow'],
} as const

export const takeEntryOutSchema = {
  operation: 'multiplayerRounds.removeEntry',
  access: 'competitive',
  summary: 'Take a game round out of a multiplayer round',
  description:
    "Only the owner of the game round and the master may. The game round stays its owner's, who can delete it.",
  params: T.Object({ id: PathId, round_id: PathId }),
  response: { 200: Message },
  refuses: ['multiplayer_round_not_found', 'round_not_found', 'not_your_round', 'other_game'],
} as const
