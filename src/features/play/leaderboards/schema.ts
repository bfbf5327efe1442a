import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  JsonText,
  Nullable,
  OmittedIfUndefined,
  OwnIdParams,
  OwnUser,
  Text,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import {
  Entry,
  entriesOfUser,
  GroupOfBoard,
  partOfBoard,
  RankedEntry,
  Season,
  SeasonOfEntry,
  Total,
  UnderReview,
} from '../board-views/schema.ts'

export const Name = Text(limits.leaderboard_name_characters.value, {
  description: 'The name of the leaderboard',
  examples: ['high_scores'],
})

export const Limit = T.Integer({
  ...Id,
  default: limits.page_entries.value,
  description: 'How many entries: at most 100; more counts as 100',
  examples: [10],
})

const WithEntry = T.Object(
  {
    ...OwnUser.properties,
    leaderboard_entry: T.Object(
      {
        id: T.Integer({
          description: 'The id of the new entry; negative while it is under review',
          examples: [31],
        }),
        leaderboard_name: T.String({ description: 'As it was sent', examples: ['high_scores'] }),
        score: T.Number({ description: 'As it was sent', examples: [98.5] }),
        ranked_score: OmittedIfUndefined(
          T.Number({
            description:
              'The score that counts now: the best, the latest or the sum, as the leaderboard has it; left out while it is under review',
            examples: [98.5],
          }),
        ),
        under_review: UnderReview,
        season: SeasonOfEntry,
        rank: OmittedIfUndefined(
          Nullable(
            T.Integer({
              description: 'Only if with_rank was sent; null: worse than 10000',
              examples: [12],
            }),
          ),
        ),
      },
      { title: 'AddedLeaderboardEntry' },
    ),
  },
  { title: 'OwnUserWithEntry' },
)

const ownEntries = {
  access: 'competitive',
  params: OwnIdParams,
  statuses: { invalid_input: 400 },
} as const

export const addEntrySchema = {
  operation: 'leaderboards.addEntry',
  rate: ['leaderboard_entries'],
  ...ownEntries,
  summary: 'Add a score of the caller to a leaderboard',
  description:
    'Every entry is kept until its player clears it. A leaderboard exists as soon as it has an entry. If it has seasons, the entry belongs to the one that runs. An entry that breaks a rule of the leaderboard is refused, or hidden from others until staff approve it.',
  response: { 200: WithEntry },
  refuses: [
    'score_not_allowed',
    'too_many_held_scores',
    'not_your_account',
    'leaderboard_of_groups',
    'not_a_leaderboard_of_groups',
    'group_not_found',
    'not_group_member',
    'other_game',
    'out_of_range',
    'too_many_leaderboard_entries',
    'leaderboard_entries_too_large',
    'too_many_leaderboards',
  ],
  body: T.Object({
    leaderboard_name: Name,
    score: T.Number({ description: 'Whole or decimal', examples: [98.5] }),
    extra_attributes: T.Optional(
      JsonText(limits.leaderboard_extra_bytes.value, {
        description: 'Any text, stored as sent; an object becomes its JSON text',
        examples: ['{"level":3}'],
      }),
    ),
    metadata: T.Optional(
      JsonText(limits.leaderboard_extra_bytes.value, {
        description: 'The same as extra_attributes, which wins if both are sent',
      }),
    ),
    group_id: T.Optional(GroupOfBoard),
    with_rank: T.Optional(
      T.Boolean({
        default: false,
        description: "true: the answer has the user's rank",
        examples: [true],
      }),
    ),
  }),
} as const

export const clearEntriesSchema = {
  ...ownEntries,
  operation: 'leaderboards.clearEntries',
  summary: "Delete the caller's entries on one leaderboard, or on all",
  description:
    'Send either `leaderboard_name` or `all`: a name that is misspelled clears nothing. With a name, only entries of the running season; with `all`, also those of seasons that are over.',
  response: { 200: OwnUser },
  refuses: [
    'not_your_account',
    'user_not_found',
    'leaderboard_of_groups',
    'group_not_found',
    'not_group_member',
    'other_game',
  ],
  body: T.Object(
    {
      leaderboard_name: T.Optional(Name),
      group_id: T.Optional(GroupOfBoard),
      all: T.Optional(
        T.Boolean({ default: false, description: 'true: the entries on every leaderboard' }),
      ),
    },
    { needs_one_of: [['leaderboard_name'], ['all']] },
  ),
} as const

export const listEntriesOfUserSchema = {
  operation: 'leaderboards.entriesOfUser',
  has_large_answers: true,
  summary: "A user's leaderboard entries, best first",
  description:
    'Every player of the game may read them. On several leaderboards together, they are sorted by score alone. Players also see their own entries that wait for review.',
  params: IdOf('a user of the game'),
  body: T.Object({
    leaderboard_name: T.Optional(
      T.String({ ...Name, description: 'Only entries on this leaderboard' }),
    ),
    one_per_user: T.Optional(
      T.Boolean({
        default: false,
        description:
          'On each leaderboard only what counts: the best, the latest or the sum, as the leaderboard has it',
        examples: [true],
      }),
    ),
    limit: T.Optional(Limit),
    season: T.Optional(Season),
    group_id: T.Optional(GroupOfBoard),
  }),
  response: entriesOfUser,
  refuses: [
    'user_not_found',
    'other_game',
    'season_not_found',
    'leaderboard_of_groups',
    'group_not_found',
    'not_group_member',
  ],
  statuses: { invalid_input: 400 },
} as const

export const OWN_GAME = IdOf('the game of the signed-in user')

export const listLeaderboardSchema = {
  operation: 'leaderboards.entries',
  has_large_answers: true,
  summary: 'A leaderboard, best first',
  description:
    'Whether the highest or the lowest score is the best is the `order` in the settings of the leaderboard, or else the ranking order of the game. Of equal scores the earlier comes first. A leaderboard without entries is an empty list.',
  params: OWN_GAME,
  body: T.Object({
    leaderboard_name: Name,
    one_per_user: T.Optional(
      T.Boolean({
        default: false,
        description:
          'Only the entry that counts for each user: the best, the latest or the sum, as the leaderboard has it',
        examples: [true],
      }),
    ),
    limit: T.Optional(Limit),
    page: T.Optional(
      T.Integer({ ...Id, default: 1, description: 'The number of the page, of `limit` entries' }),
    ),
    from_rank: T.Optional(
      T.Integer({
        ...Id,
        description: 'The list begins at this place, instead of at a page',
        examples: [101],
      }),
    ),
    ...partOfBoard,
  }),
  response: {
    200: T.Object(
      { leaderboard_entries: T.Array(Entry), total: Total },
      { title: 'LeaderboardEntryList' },
    ),
  },
  refuses: [
    'game_not_found',
    'other_game',
    'season_not_found',
    'leaderboard_of_groups',
    'group_not_found',
    'not_group_member',
    'read_too_slow',
  ],
  statuses: { invalid_input: 400 },
} as const

const ranked = {
  params: T.Object({ ...OWN_GAME.properties, name: Name }),
  refuses: [
    'game_not_found',
    'other_game',
    'user_not_found',
    'not_on_leaderboard',
    'season_not_found',
    'leaderboard_of_groups',
    'group_not_found',
    'not_group_member',
    'read_too_slow',
  ],
  statuses: { invalid_input: 400 },
} as const

const RankedUser = T.Integer({
  ...Id,
  description: 'Whose rank; that of the caller if it is not sent',
})

export const showRankSchema = {
  ...ranked,
  operation: 'leaderboards.rank',
  summary: "A user's rank on a leaderboard",
  description:
    'Each user counts once, with the best, the latest or the sum, as the leaderboard has it. Of equal scores the earlier is ahead.',
  body: T.Object({ user_id: T.Optional(RankedUser), ...partOfBoard }),
  response: {
    200: T.Object(
      {
        leaderboard_name: T.String({
          description: 'As in the address',
          examples: ['high_scores'],
        }),
        game_user_id: T.Integer({ description: 'The user who has the rank', examples: [1] }),
        rank: T.Integer({ description: '1 is the best', examples: [12] }),
        score: T.Number({
          description:
            'What counts for them: the best, the latest or the sum, as the leaderboard has it',
          examples: [98.5],
        }),
        season: SeasonOfEntry,
      },
      { title: 'LeaderboardRank' },
    ),
  },
} as const

export const listEntriesAroundSchema = {
  ...ranked,
  operation: 'leaderboards.around',
  has_large_answers: true,
  summary: 'The entries ranked next to that of a user, best first',
  description:
    'Each user has the entry that counts for them: the best, the latest or the sum, as the leaderboard has it. The user is in the middle, unless near an end of the leaderboard.',
  body: T.Object({
    user_id: T.Optional(RankedUser),
    limit: T.Optional(
      T.Integer({
        ...Id,
        default: 11,
        description: 'How many entries, with that of the user; more than 100 counts as 100',
        examples: [11],
      }),
    ),
    ...partOfBoard,
  }),
  response: {
    200: T.Object(
      { leaderboard_entries: T.Array(RankedEntry), total: Total },
      { title: 'RankedLeaderboardEntryList' },
    ),
  },
} as const
