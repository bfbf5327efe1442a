import { type EventType, NOBODY } from './event-data.ts'
import { Nullable, Timestamp } from './http/shapes.ts'
import { T } from './http/typed-schema.ts'

/** The part of `event-types.ts` that is about competition. */
export const competitionEventTypes = {
  'leaderboard.season_ended': {
    meaning: 'A season of a leaderboard has ended.',
    receivers: NOBODY,
    data: T.Object({
      leaderboard_name: T.String({ examples: ['weekly'] }),
      season: T.Integer({ examples: [3] }),
      starts_at: Timestamp,
      ends_at: Timestamp,
      winners: T.Integer({ description: 'How many players win a prize', examples: [10] }),
    }),
  },
  'leaderboard.prize_won': {
    meaning: 'A player has won a prize at the end of a season, and has it already.',
    receivers: 'The player',
    data: T.Object({
      leaderboard_name: T.String({ examples: ['weekly'] }),
      season: T.Integer({ examples: [3] }),
      rank: T.Integer({ examples: [1] }),
      credits: T.Integer({ description: '0 if the prize is only an item', examples: [500] }),
      store_item_id: Nullable(T.Integer({ description: 'Null if there is none', examples: [1] })),
    }),
  },
} as const satisfies Record<string, EventType>
