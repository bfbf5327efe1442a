import { T } from '../../../http/typed-schema.ts'
import { IdOf, Message, PathId } from '../../../http/shapes.ts'

export const takeEntryOutSchema = {
  operation: 'multiplayerRounds.removeEntry',
  access: 'competitive',
  summary: 'Take a game round out of a multiplayer round',
  description:
    "Only the owner of the game round and the master may. The game round stays its owner's, who can delete it. It loses its score if a rule for scores says that its game type needs a finished round.",
  params: T.Object({
    ...IdOf('the multiplayer round').properties,
    round_id: T.Integer({ ...PathId, description: 'The id of the game round', examples: [12] }),
  }),
  response: { 200: Message },
  refuses: [
    'multiplayer_round_not_found',
    'round_not_found',
    'not_your_round',
    'round_finished',
    'other_game',
  ],
} as const
