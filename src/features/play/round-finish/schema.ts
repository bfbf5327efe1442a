import { IdOf } from '../../../http/shapes.ts'
import { MultiplayerRound } from '../round-views/schema.ts'

export const finishRoundSchema = {
  operation: 'multiplayerRounds.finish',
  access: 'competitive',
  summary: 'Finish a multiplayer round',
  description:
    "Only its master may, or the game's own server with a service key. In a round that matchmaking made, every player may, once the entry of every seat has an `end_time`; before that only the server. Its entries, scores and places stay as they are from then on: nobody can add, change, delete or take out an entry, join or leave. It works for rounds with and without rules.",
  params: IdOf('the multiplayer round'),
  response: { 200: MultiplayerRound },
  refuses: [
    'multiplayer_round_not_found',
    'only_for_the_master',
    'no_seat_in_round',
    'entries_not_ended',
    'round_finished',
    'user_not_found',
    'other_game',
    'read_too_slow',
  ],
} as const
