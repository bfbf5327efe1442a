import { Id, OmittedIfUndefined, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'

export const Season = T.Integer({
  ...Id,
  description: 'The number of a season; without it, the running one',
  examples: [3],
})

export const GroupOfBoard = T.Integer({
  ...Id,
  description: 'The group, on a leaderboard of groups; the caller must be a member',
  examples: [1],
})

const OneGroup = T.Integer({
  ...Id,
  description:
    'Only members of this group, with ranks among them, or the own leaderboard of the group if it has one; the caller must be a member',
  examples: [1],
})

const FriendsOnly = T.Boolean({
  default: false,
  description: 'Only the caller and their friends, with ranks among them',
  examples: [true],
})

export const SeasonOfEntry = OmittedIfUndefined(
  T.Integer({
    description: 'The number of its season, if the leaderboard has them',
    examples: [3],
  }),
)

export const Entry = T.Object(
  {
    id: T.Integer({ description: 'The id of the entry', examples: [31] }),
    username: T.String({ description: 'The name of its user', examples: ['ana'] }),
    score: T.Number({ description: 'Whole or decimal', examples: [98.5] }),
    leaderboard_name: T.String({
      description: 'The leaderboard that it is on',
      examples: ['high_scores'],
    }),
    game_user_id: T.Integer({ description: 'The id of its user', examples: [1] }),
    extra_attributes: T.String({
      description: 'The text that was sent with the entry; `{}` if none was',
      examples: ['{"level":3}'],
    }),
    metadata: T.String({
      description: 'The same as extra_attributes',
      examples: ['{"level":3}'],
    }),
    created_at: Timestamp,
    season: SeasonOfEntry,
    rank: OmittedIfUndefined(
      T.Integer({ description: 'Only where each user counts once; 1 is the best', examples: [12] }),
    ),
  },
  { title: 'LeaderboardEntry' },
)

export const RankedEntry = T.Object(
  {
    ...Entry.properties,
    rank: T.Integer({ description: '1 is the best', examples: [12] }),
  },
  { title: 'RankedLeaderboardEntry' },
)

export const UnderReview = OmittedIfUndefined(
  T.Boolean({
    description:
      'true: the entry breaks a rule of the leaderboard and waits for staff, and only its own player sees it. Left out otherwise',
    examples: [true],
  }),
)

const EntryOfUser = T.Object(
  {
    ...Entry.properties,
    id: T.Integer({
      description: 'The id of the entry; negative while it is under review',
      examples: [31],
    }),
    under_review: UnderReview,
  },
  { title: 'LeaderboardEntryOfUser' },
)

export const entriesOfUser = {
  200: T.Object(
    { leaderboard_entries: T.Array(EntryOfUser) },
    { title: 'LeaderboardEntriesOfUser' },
  ),
}

export const Total = OmittedIfUndefined(
  T.Integer({
    description:
      'How many entries there are, or users where each counts once; only if page or from_rank was sent, or a part of the users was asked for; more than 10001 count as 10001',
    examples: [250],
  }),
)

export const partOfBoard = {
  season: T.Optional(Season),
  friends_only: T.Optional(FriendsOnly),
  group_id: T.Optional(OneGroup),
}
