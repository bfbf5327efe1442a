import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, JsonText, OwnUser, PathId, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Name = Text(limits.leaderboard_name_characters.value)

const Limit = T.Integer({ ...Id, description: 'At most 100; more counts as 100' })

const Entry = T.Object({
  id: T.Integer(),
  username: T.String(),
  score: T.Number(),
  leaderboard_name: T.String(),
  game_user_id: T.Integer(),
  extra_attributes: T.String({ description: 'The text that was sent with the entry' }),
  metadata: T.String({ description: 'The same as extra_attributes' }),
  created_at: Timestamp,
})

const entries = { 200: T.Object({ leaderboard_entries: T.Array(Entry) }) }

const ownEntries = {
  access: 'competitive',
  params: IdParams,
  response: { 200: OwnUser },
  refuses: ['not_your_account'],
  statuses: { invalid_input: 400 },
} as const

export const addEntrySchema = {
  operation: 'leaderboards.addEntry',
  rate: ['leaderboard_entries'],
  ...ownEntries,
  summary: 'Add a score of the caller to a leaderboard',
  description:
    'Every entry is kept until its player clears it. A leaderboard exists as soon as it has an entry.',
  refuses: [
    'not_your_account',
    'too_many_leaderboard_entries',
    'leaderboard_entries_too_large',
    'too_many_leaderboards',
  ],
  body: T.Object({
    leaderboard_name: Name,
    score: T.Number(),
    extra_attributes: T.Optional(
      JsonText(limits.leaderboard_extra_bytes.value, {
        description: 'Any text, stored as sent; an object becomes its JSON text',
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
  body: T.Object({
    leaderboard_name: T.Optional(Name),
    all: T.Optional(T.Boolean({ description: 'true: the entries on every leaderboard' })),
  }),
} as const

export const listEntriesOfUserSchema = {
  operation: 'leaderboards.entriesOfUser',
  summary: "A user's leaderboard entries, best first",
  params: IdParams,
  body: T.Object({
    leaderboard_name: T.Optional(Name),
    one_per_user: T.Optional(T.Boolean({ description: 'Only the best entry on each leaderboard' })),
    limit: T.Optional(Limit),
  }),
  response: entries,
  refuses: ['user_not_found', 'other_game'],
  statuses: { invalid_input: 400 },
} as const

export const listLeaderboardSchema = {
  operation: 'leaderboards.entries',
  summary: 'A leaderboard, best first',
  description:
    'The highest score is the best, or the lowest in a game whose ranking order is ascending. Of equal scores the earlier comes first.',
  params: IdParams,
  body: T.Object({
    leaderboard_name: Name,
    one_per_user: T.Optional(T.Boolean({ description: 'Only the best entry of each user' })),
    limit: T.Optional(Limit),
  }),
  response: entries,
  refuses: ['game_not_found', 'other_game'],
  statuses: { invalid_input: 400 },
} as const

const ranked = {
  params: T.Object({ id: PathId, name: Name }),
  refuses: [
    'game_not_found',
    'other_game',
    'user_not_found',
    'not_on_leaderboard',
    'read_too_slow',
  ],
  statuses: { invalid_input: 400 },
} as const

const RankedUser = T.Integer({ ...Id, description: 'Defaults to the caller' })

export const showRankSchema = {
  ...ranked,
  operation: 'leaderboards.rank',
  summary: "A user's rank on a leaderboard",
  description:
    'Each user counts once, with their best entry. Of equal scores the earlier is ahead.',
  body: T.Object({ user_id: T.Optional(RankedUser) }),
  response: {
    200: T.Object({
      leaderboard_name: T.String(),
      game_user_id: T.Integer(),
      rank: T.Integer({ description: '1 is the best' }),
      score: T.Number(),
    }),
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
      T.Integer({ ...Id, description: 'Defaults to 11; more than 100 counts as 100' }),
    ),
  }),
  response: {
    200: T.Object({
      leaderboard_entries: T.Array(T.Object({ ...Entry.properties, rank: T.Integer() })),
    }),
  },
} as const
