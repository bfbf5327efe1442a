import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  JsonText,
  OmittedIfUndefined,
  OwnIdParams,
  OwnUser,
  Text,
  Timestamp,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Name = Text(limits.leaderboard_name_characters.value, {
  description: 'The name of the leaderboard',
  examples: ['high_scores'],
})

const Limit = T.Integer({
  ...Id,
  default: limits.page_entries.value,
  description: 'How many entries: at most 100; more counts as 100',
  examples: [10],
})

const Entry = T.Object(
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
  },
  { title: 'LeaderboardEntry' },
)

const RankedEntry = T.Object(
  {
    ...Entry.properties,
    rank: T.Integer({ description: '1 is the best', examples: [12] }),
  },
  { title: 'RankedLeaderboardEntry' },
)

const entries = {
  200: T.Object({ leaderboard_entries: T.Array(Entry) }, { title: 'LeaderboardEntryList' }),
}

const OwnEntry = T.Object(
  {
    ...Entry.properties,
    id: T.Integer({
      description: 'The id of the entry; negative while it is under review',
      examples: [31],
    }),
    under_review: OmittedIfUndefined(
      T.Boolean({
        description:
          'true: the entry breaks a rule of the leaderboard and waits for staff, and only its own player sees it. Left out otherwise',
        examples: [true],
      }),
    ),
  },
  { title: 'LeaderboardEntryOfUser' },
)

const ownEntries = {
  access: 'competitive',
  params: OwnIdParams,
  response: { 200: OwnUser },
  statuses: { invalid_input: 400 },
} as const

export const addEntrySchema = {
  operation: 'leaderboards.addEntry',
  rate: ['leaderboard_entries'],
  ...ownEntries,
  summary: 'Add a score of the caller to a leaderboard',
  description:
    'Every entry is kept until its player clears it. A leaderboard exists as soon as it has an entry. An entry that breaks a rule of the leaderboard is refused, or hidden from others until staff approve it: then the answer is the same.',
  refuses: [
    'score_not_allowed',
    'too_many_held_scores',
    'not_your_account',
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
  }),
} as const

export const clearEntriesSchema = {
  ...ownEntries,
  operation: 'leaderboards.clearEntries',
  summary: "Delete the caller's entries on one leaderboard, or on all",
  description: 'Send either `leaderboard_name` or `all`: a name that is misspelled clears nothing.',
  refuses: ['not_your_account', 'user_not_found'],
  body: T.Object(
    {
      leaderboard_name: T.Optional(Name),
      all: T.Optional(
        T.Boolean({ default: false, description: 'true: the entries on every leaderboard' }),
      ),
    },
    { needs_one_of: [['leaderboard_name'], ['all']] },
  ),
} as const

export const listEntriesOfUserSchema = {
  operation: 'leaderboards.entriesOfUser',
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
        description: 'Only the best entry on each leaderboard',
        examples: [true],
      }),
    ),
    limit: T.Optional(Limit),
  }),
  response: {
    200: T.Object(
      { leaderboard_entries: T.Array(OwnEntry) },
      { title: 'LeaderboardEntriesOfUser' },
    ),
  },
  refuses: ['user_not_found', 'other_game'],
  statuses: { invalid_input: 400 },
} as const

const OWN_GAME = IdOf('the game of the signed-in user')

export const listLeaderboardSchema = {
  operation: 'leaderboards.entries',
  summary: 'A leaderboard, best first',
  description:
    'The highest score is the best, or the lowest in a game whose ranking order is ascending. Of equal scores the earlier comes first. A leaderboard without entries is an empty list.',
  params: OWN_GAME,
  body: T.Object({
    leaderboard_name: Name,
    one_per_user: T.Optional(
      T.Boolean({
        default: false,
        description: 'Only the best entry of each user',
        examples: [true],
      }),
    ),
    limit: T.Optional(Limit),
  }),
  response: entries,
  refuses: ['game_not_found', 'other_game'],
  statuses: { invalid_input: 400 },
} as const

const ranked = {
  params: T.Object({ ...OWN_GAME.properties, name: Name }),
  refuses: [
    'game_not_found',
    'other_game',
    'user_not_found',
    'not_on_leaderboard',
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
    'Each user counts once, with their best entry. Of equal scores the earlier is ahead.',
  body: T.Object({ user_id: T.Optional(RankedUser) }),
  response: {
    200: T.Object(
      {
        leaderboard_name: T.String({
          description: 'As in the address',
          examples: ['high_scores'],
        }),
        game_user_id: T.Integer({ description: 'The user who has the rank', examples: [1] }),
        rank: T.Integer({ description: '1 is the best', examples: [12] }),
        score: T.Number({ description: 'Of their best entry', examples: [98.5] }),
      },
      { title: 'LeaderboardRank' },
    ),
  },
} as const

export const listEntriesAroundSchema = {
  ...ranked,
  operation: 'leaderboards.around',
  summary: 'The best entries ranked next to a user, best first',
  description: 'The user is in the middle, unless near an end of the leaderboard.',
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
  }),
  response: {
    200: T.Object(
      { leaderboard_entries: T.Array(RankedEntry) },
      { title: 'RankedLeaderboardEntryList' },
    ),
  },
} as const
