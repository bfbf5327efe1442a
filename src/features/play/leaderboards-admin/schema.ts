import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  Message,
  Nullable,
  OneOf,
  PageInput,
  PathId,
  Text,
  Timestamp,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const ofGame = IdOf('the game')

const Name = Text(limits.leaderboard_name_characters.value, {
  description: 'The name of the leaderboard',
  examples: ['Arena'],
})

export const listBoardsSchema = {
  operation: 'admin.leaderboards.list',
  summary: 'The leaderboards of a game, by name',
  description:
    'Those that have entries, and those with seasons. A page may have fewer than `limit`, or none, and still a next one.',
  caller: 'staff',
  params: ofGame,
  body: T.Object({
    after: T.Optional(
      Text(limits.leaderboard_name_characters.value, {
        description: 'Only names that come after this one',
        examples: ['Arena'],
      }),
    ),
    limit: T.Optional(
      T.Integer({ ...Id, default: 50, description: 'At most 100; more counts as 100' }),
    ),
  }),
  response: {
    200: T.Object(
      {
        leaderboards: T.Array(
          T.Object(
            {
              name: T.String({ description: 'As the game has named it', examples: ['Arena'] }),
              players: T.Integer({
                description: 'How many players have entries; more than 1000 count as 1000',
                examples: [250],
              }),
              period: T.String({
                description:
                  'When a new season begins, as in its settings; `none`: it has no seasons',
                examples: ['week'],
              }),
              counts: T.Unsafe<'best' | 'latest' | 'sum'>({
                ...OneOf('best', 'latest', 'sum'),
                description: 'What counts of the entries of a player',
                examples: ['best'],
              }),
              one_for: T.Unsafe<'game' | 'each_group'>({
                ...OneOf('game', 'each_group'),
                description: '`each_group`: every group has one of its own',
                examples: ['game'],
              }),
            },
            { title: 'ManagedLeaderboard' },
          ),
        ),
        next: Nullable(T.String({ description: 'To be sent as `after` for the next page' })),
      },
      { title: 'ManagedLeaderboardPage' },
    ),
  },
  refuses: ['game_not_found'],
} as const

export const showBoardSchema = {
  operation: 'admin.leaderboards.get',
  summary: 'One page of a leaderboard, the best first',
  description:
    'The entry that counts for each player (the best, the latest or the sum, as the leaderboard has it) with its rank, as far as rank 10000; with `user_id`, all entries of this player.',
  caller: 'staff',
  params: ofGame,
  body: T.Object({
    leaderboard_name: Name,
    user_id: T.Optional(T.Integer({ ...Id, description: 'Only entries of this user' })),
    season: T.Optional(
      T.Integer({
        ...Id,
        description: 'The number of a season; without it, the running one',
        examples: [3],
      }),
    ),
    group_id: T.Optional(
      T.Integer({
        ...Id,
        description:
          'The group whose entries are wanted, on a leaderboard of groups; without it, there are none',
        examples: [2],
      }),
    ),
    page: PageInput.properties.page,
    per_page: T.Optional(
      T.Integer({
        ...Id,
        default: 50,
        description: 'How many on a page: at most 100; more counts as 100',
        examples: [25],
      }),
    ),
  }),
  response: {
    200: T.Object(
      {
        players: T.Integer({
          description: 'How many players have entries; more than 10001 count as 10001',
          examples: [250],
        }),
        entries: T.Array(
          T.Object(
            {
              id: T.Integer({ description: 'The id of the entry', examples: [31] }),
              rank: Nullable(
                T.Integer({ description: 'Null among the entries of one player', examples: [1] }),
              ),
              user_id: T.Integer({ description: 'The id of the user', examples: [1] }),
              username: T.String({ description: 'The name that others see', examples: ['ana'] }),
              score: T.Number({ examples: [420] }),
              extra_attributes: T.String({ description: 'What the game has stored with it' }),
              created_at: Timestamp,
              entries: Nullable(
                T.Integer({
                  description: 'How many entries this player has on the leaderboard',
                  examples: [3],
                }),
              ),
            },
            { title: 'ManagedLeaderboardEntry' },
          ),
        ),
      },
      { title: 'ManagedLeaderboardEntryPage' },
    ),
  },
  refuses: ['game_not_found', 'season_not_found', 'group_not_found', 'not_a_leaderboard_of_groups'],
} as const

export const removeEntrySchema = {
  operation: 'admin.leaderboards.removeEntry',
  summary: 'Remove an entry from a leaderboard',
  description:
    'Then what counts for the player is calculated anew from their other entries. It cannot be undone.',
  caller: 'staff',
  role: 'support',
  params: T.Object({
    ...ofGame.properties,
    entry_id: T.Integer({ ...PathId, description: 'The id of the entry', examples: [31] }),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'leaderboard_entry_not_found'],
} as const

export const clearBoardSchema = {
  operation: 'admin.leaderboards.clear',
  summary: 'Remove all entries of a leaderboard',
  description:
    'Of one with seasons, those of the running season. It cannot be undone. Of a large leaderboard a part is removed: send the request again until `is_empty` is true.',
  caller: 'staff',
  params: ofGame,
  body: T.Object({ leaderboard_name: Name }),
  response: {
    200: T.Object(
      {
        is_empty: T.Boolean({ description: 'Whether none are left' }),
      },
      { title: 'ClearedLeaderboard' },
    ),
  },
  refuses: ['game_not_found'],
} as const
