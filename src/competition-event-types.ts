import { type EventType, Id, OneWord, PublicUser, Rankings } from './event-data.ts'
import { T } from './http/typed-schema.ts'

const THE_ROUND = 'The players who have a seat in the multiplayer round'

const players = T.Integer({ description: 'How many seats are taken now', examples: [3] })

/** The part of `event-types.ts` that is about rounds with rules, ratings, matchmaking and seasons. */
export const competitionEventTypes = {
  'multiplayer_round.player_joined': {
    meaning: 'A player has taken a seat in a multiplayer round with rules.',
    receivers: THE_ROUND,
    data: T.Object({ multiplayer_game_round_id: Id, players, user: PublicUser }),
  },
  'multiplayer_round.player_left': {
    meaning:
      'A player has left a multiplayer round with rules, was removed by its master, or has deleted their account.',
    receivers: `${THE_ROUND}, and the player who was removed`,
    data: T.Object({
      multiplayer_game_round_id: Id,
      players,
      reason: OneWord('left', 'kicked', 'deleted'),
      user: PublicUser,
    }),
  },
  'multiplayer_round.invited': {
    meaning: 'A player was invited to a multiplayer round with rules.',
    receivers: 'The invited player',
    data: T.Object({
      multiplayer_game_round_id: Id,
      game_type: T.String({ examples: ['race'] }),
      user: PublicUser,
    }),
  },
  'multiplayer_round.finished': {
    meaning: 'A multiplayer round is finished: its entries and places stay as they are.',
    receivers: 'The players who have a game round or a seat in the multiplayer round',
    data: T.Object({ multiplayer_game_round_id: Id, rankings: Rankings }),
  },
} as const satisfies Record<string, EventType>
