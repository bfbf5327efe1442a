import { T } from '../../../http/typed-schema.ts'
import {
  IdOf,
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
  description:
    'Every player of the game may read it. `master` is null once the account of the master is deleted.',
  params: IdOf('the multiplayer round'),
  body: PageInput,
  response: {
    200: T.Object(
      {
        id: T.Integer({ description: 'The id of the multiplayer round', examples: [4] }),
        game_id: T.Integer({ description: 'The game it belongs to', examples: [1] }),
        created_at: Timestamp,
        master: Nullable(UserSummary),
        rankings: T.Array(Ranking, {
          description: 'Equal scores by id; game rounds without a score come last',
        }),
      },
      { title: 'MultiplayerRound' },
    ),
  },
  refuses: ['multiplayer_round_not_found', 'user_not_found', 'other_game', 'read_too_slow'],
} as const

export const takeEntryOutSchema = {
  operation: 'multiplayerRounds.removeEntry',
  access: 'competitive',
  summary: 'Take a game round out of a multiplayer round',
  description:
    "Only the owner of the game round and the master may. The game round stays its owner's, who can delete it.",
  params: T.Object({
    ...IdOf('the multiplayer round').properties,
    round_id: T.Integer({ ...PathId, description: 'The id of the game round', examples: [12] }),
  }),
  response: { 200: Message },
  refuses: ['multiplayer_round_not_found', 'round_not_found', 'not_your_round', 'other_game'],
} as const
