import {
  Id,
  IdOf,
  Nullable,
  PageInput,
  PlayerName,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const GameType = T.String({ description: 'The game type that was rated', examples: ['duel'] })

const GameTypeInput = (description: string) =>
  Text(limits.game_type_characters.value, { description, examples: ['duel'] })

const User = T.Optional(
  T.Integer({ ...Id, description: 'Whose ratings; those of the caller if it is not sent' }),
)

const Rounds = T.Integer({ description: 'Rated rounds of the player so far', examples: [34] })

const Shown = T.Integer({
  description:
    'What players see. With the default settings it begins at 1000; it grows with the skill and with what is known about it',
  examples: [1480],
})

const skill = {
  mu: T.Number({ description: 'The estimated skill', examples: [27.4] }),
  sigma: T.Number({ description: 'How uncertain the estimate is', examples: [5.1] }),
}

export const Rating = T.Object(
  {
    game_type: GameType,
    rating: Shown,
    ...skill,
    rounds: Rounds,
    updated_at: Timestamp,
  },
  { title: 'Rating' },
)

export const showRatingsSchema = {
  operation: 'ratings.get',
  summary: 'The ratings of a player, one for each game type',
  description:
    'Every player of the game may read them. A player has a rating once a rated round with them has finished.',
  body: T.Object({ user_id: User }),
  response: {
    200: T.Object({ ratings: T.Array(Rating) }, { title: 'RatingList' }),
  },
  refuses: ['user_not_found', 'other_game'],
} as const

export const showRatingHistorySchema = {
  operation: 'ratings.history',
  summary: 'How rounds have changed the ratings of a player, the latest first',
  description: 'Every player of the game may read it.',
  body: T.Object({
    user_id: User,
    game_type: T.Optional(GameTypeInput('Only of this game type')),
    before: T.Optional(
      T.Integer({ ...Id, description: 'The `next` of the page before', examples: [310] }),
    ),
    limit: T.Optional(
      T.Integer({
        ...Id,
        default: limits.page_entries.value,
        description: 'How many: at most 100; more counts as 100',
        examples: [10],
      }),
    ),
  }),
  response: {
    200: T.Object(
      {
        rating_changes: T.Array(
          T.Object(
            {
              id: T.Integer({ description: 'The id of the change', examples: [310] }),
              multiplayer_game_round_id: T.Integer({
                description: 'The round that caused it',
                examples: [4],
              }),
              game_type: GameType,
              team: Nullable(
                T.Integer({ description: 'Null: the player was in no team', examples: [1] }),
              ),
              place: T.Integer({
                description: "Of the player, or of the player's team; equal scores share it",
                examples: [1],
              }),
              rating_before: T.Integer({ ...Shown, examples: [1440] }),
              rating_after: Shown,
              changed_at: Timestamp,
            },
            { title: 'RatingChange' },
          ),
        ),
        next: Nullable(
          T.Integer({
            description: 'To be sent as `before` for the next page; null on the last one',
            examples: [310],
          }),
        ),
      },
      { title: 'RatingHistory' },
    ),
  },
  refuses: ['user_not_found', 'other_game'],
} as const

const Rank = Nullable(
  T.Integer({
    description: '1 is the best, and equal ratings share it. Null: further down than 10000',
    examples: [12],
  }),
)

const ranked = { rank: Rank, rating: Shown, ...skill, rounds: Rounds, updated_at: Timestamp }

const leaderboardOf = T.Object({
  game_type: GameTypeInput('Of which game type'),
  ...PageInput.properties,
})

const LEADERBOARD =
  'As far as the first 10000 players. Of equal ratings the older account comes first. A game type that is not rated is an empty list.'

export const showRatingLeaderboardSchema = {
  operation: 'ratings.leaderboard',
  summary: 'The players with the best ratings in a game type, best first',
  description: LEADERBOARD,
  body: leaderboardOf,
  response: {
    200: T.Object(
      {
        ranking: T.Array(T.Object({ ...ranked, user: UserSummary }, { title: 'RankedRating' })),
        own: Nullable(
          T.Object(
            { rank: Rank, rating: Shown, rounds: Rounds },
            {
              title: 'OwnRankedRating',
              description: 'Of the caller, on every page. Null: they have no rating',
            },
          ),
        ),
      },
      { title: 'RatingLeaderboard' },
    ),
  },
} as const

export const showRatingsOfGameSchema = {
  operation: 'admin.ratings.list',
  summary: 'The players with the best ratings in a game type, best first',
  description: LEADERBOARD,
  caller: 'staff',
  params: IdOf('the game'),
  body: leaderboardOf,
  response: {
    200: T.Object(
      {
        ranking: T.Array(T.Object({ ...ranked, user: PlayerName }, { title: 'ManagedRating' })),
      },
      { title: 'ManagedRatingPage' },
    ),
  },
  refuses: ['game_not_found'],
} as const
