import { T } from '../../../http/typed-schema.ts'
import {
  IdParams,
  Nullable,
  PageInput,
  Ranking,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'

export const showMultiplayerRoundSchema = {
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
  refuses: ['multiplayer_round_not_found', 'other_game'],
} as const
