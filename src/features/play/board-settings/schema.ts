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
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const Name = Text(limits.leaderboard_name_characters.value, {
  description: 'The name of the leaderboard',
  examples: ['weekly'],
})

const ofBoard = T.Object({ ...IdOf('the game').properties, name: Name })

const ORDER = 'Which score is the best'
const COUNTS =
  'What counts of a player: the best entry, the latest, or the sum of all. No entry is deleted. Of equal scores, the earlier is ahead'
const ONE_FOR =
  '`game`: one leaderboard for all players. `each_group`: each group has its own, which only its members see'
const PERIOD =
  '`none`, `day`, `week` (from Monday), `month`, or a cron expression of five fields: at these times a season ends and the next begins'
const ZONE = 'The IANA time zone in which days begin'
const PRIZES =
  'Paid once to each player with these ranks when a season ends, as they are then. Players who are banned or deleted get none, and nobody moves up for them'

const ranks = {
  from_rank: T.Integer({
    ...Id,
    maximum: limits.prize_rank.value,
    description: 'The first rank that wins it',
    examples: [1],
  }),
  to_rank: T.Integer({
    ...Id,
    maximum: limits.prize_rank.value,
    description: 'The last rank that wins it',
    examples: [3],
  }),
}

const settings = {
  leaderboard_name: T.String({ description: 'As in the address', examples: ['weekly'] }),
  counts: T.Unsafe<'best' | 'latest' | 'sum'>({
    ...OneOf('best', 'latest', 'sum'),
    description: COUNTS,
    examples: ['best'],
  }),
  one_for: T.Unsafe<'game' | 'each_group'>({
    ...OneOf('game', 'each_group'),
    description: ONE_FOR,
    examples: ['game'],
  }),
  period: T.String({ description: PERIOD, examples: ['week'] }),
  time_zone: T.String({ description: ZONE, examples: ['Europe/Berlin'] }),
  prizes: T.Array(
    T.Object(
      {
        ...ranks,
        credits: T.Integer({ description: '0: none', examples: [500] }),
        store_item_id: Nullable(T.Integer({ description: 'Null: none', examples: [1] })),
      },
      { title: 'LeaderboardPrize' },
    ),
    { description: PRIZES },
  ),
}

const Order = T.Unsafe<'highest' | 'lowest'>({
  ...OneOf('highest', 'lowest'),
  description: ORDER,
  examples: ['highest'],
})

const Settings = T.Object(
  {
    ...settings,
    order: T.Unsafe<'highest' | 'lowest' | null>({
      type: ['string', 'null'],
      enum: ['highest', 'lowest', null],
      description: `${ORDER}; null: as in the settings of the game`,
      examples: ['highest'],
    }),
  },
  { title: 'LeaderboardSettings' },
)

const staff = { caller: 'staff', params: ofBoard } as const

export const showSettingsSchema = {
  ...staff,
  operation: 'admin.leaderboards.getSettings',
  summary: 'The settings of a leaderboard',
  description: 'Those of a plain leaderboard, until somebody changes them.',
  response: { 200: Settings },
  refuses: ['game_not_found'],
} as const

export const changeSettingsSchema = {
  ...staff,
  operation: 'admin.leaderboards.changeSettings',
  summary: 'Change the settings of a leaderboard',
  description:
    'Replaces all of them: what is not sent is as on a plain leaderboard. Prizes can change at any time. All else can change only while the leaderboard has no entries, or its running season has none.',
  body: T.Object({
    order: T.Optional(
      T.Enum(['highest', 'lowest'], {
        description: `${ORDER}; without it, as in the settings of the game`,
        examples: ['highest'],
      }),
    ),
    counts: T.Optional(
      T.Enum(['best', 'latest', 'sum'], {
        default: 'best',
        description: COUNTS,
        examples: ['sum'],
      }),
    ),
    one_for: T.Optional(
      T.Enum(['game', 'each_group'], { default: 'game', description: ONE_FOR, examples: ['game'] }),
    ),
    period: T.Optional(
      Text(limits.period_characters.value, { description: PERIOD, examples: ['week'] }),
    ),
    time_zone: T.Optional(
      Text(limits.period_characters.value, { description: ZONE, examples: ['Europe/Berlin'] }),
    ),
    prizes: T.Optional(
      T.Array(
        T.Object({
          ...ranks,
          credits: T.Optional(
            T.Integer({
              ...Id,
              maximum: limits.prize_credits.value,
              description: 'Credits for each of them',
              examples: [500],
            }),
          ),
          store_item_id: T.Optional(
            T.Integer({ ...Id, description: 'An item of the store for each of them' }),
          ),
        }),
        {
          maxItems: limits.prize_ranges.value,
          description: PRIZES,
          examples: [[{ from_rank: 1, to_rank: 3, credits: 500 }]],
        },
      ),
    ),
  }),
  response: { 200: Settings },
  refuses: [
    'game_not_found',
    'item_not_found',
    'prize_ranks_overlap',
    'season_has_entries',
    'too_many_leaderboard_settings',
  ],
} as const

export const removeSettingsSchema = {
  ...staff,
  operation: 'admin.leaderboards.removeSettings',
  summary: 'Remove the settings of a leaderboard',
  description:
    'Then it is a plain one. Only while it has no entries, or its running season has none. Seasons that are over stay.',
  response: { 200: Message },
  refuses: ['game_not_found', 'leaderboard_settings_not_found', 'season_has_entries'],
} as const

const Seasons = T.Object(
  {
    ...settings,
    order: Order,
    seasons: T.Array(
      T.Object(
        {
          season: T.Integer({ description: 'Its number, from 1', examples: [3] }),
          starts_at: Timestamp,
          ends_at: T.String({
            ...Timestamp,
            description: 'An entry at this moment is in the next',
          }),
          state: T.Unsafe<'running' | 'ended' | 'paid'>({
            ...OneOf('running', 'ended', 'paid'),
            description: '`paid`: its prizes are paid, if it had any',
            examples: ['running'],
          }),
        },
        { title: 'LeaderboardSeason' },
      ),
      { description: 'The newest first. One without entries may be missing' },
    ),
  },
  { title: 'LeaderboardSeasonPage' },
)

export const listSeasonsSchema = {
  operation: 'leaderboards.seasons',
  summary: 'The settings and the seasons of a leaderboard',
  description: 'A plain leaderboard has no seasons. The newest one comes first.',
  params: T.Object({ ...IdOf('the game of the signed-in user').properties, name: Name }),
  body: PageInput,
  response: { 200: Seasons },
  refuses: ['game_not_found', 'other_game'],
  statuses: { invalid_input: 400 },
} as const

export const listSeasonsForStaffSchema = {
  ...staff,
  operation: 'admin.leaderboards.seasons',
  summary: 'The settings and the seasons of a leaderboard',
  description: 'The newest season comes first.',
  body: PageInput,
  response: { 200: Seasons },
  refuses: ['game_not_found'],
} as const

export const listPrizesSchema = {
  caller: 'staff',
  operation: 'admin.leaderboards.prizes',
  summary: 'Who has won what in a season',
  description: 'By rank. It is empty until the season has ended, and when there were no prizes.',
  params: T.Object({
    ...ofBoard.properties,
    season: T.Integer({ ...PathId, description: 'The number of the season', examples: [3] }),
  }),
  body: PageInput,
  response: {
    200: T.Object(
      {
        prizes: T.Array(
          T.Object(
            {
              user_id: T.Integer({ description: 'The id of the user', examples: [1] }),
              username: T.String({ description: 'The name that others see', examples: ['ana'] }),
              rank: T.Integer({ description: '1 is the best', examples: [1] }),
              credits: T.Integer({ description: '0: none', examples: [500] }),
              store_item_id: Nullable(T.Integer({ description: 'Null: none', examples: [1] })),
              state: T.Unsafe<'waiting' | 'paid' | 'refused'>({
                ...OneOf('waiting', 'paid', 'refused'),
                description:
                  '`refused`: the player was banned, or would have had more credits than a player can have',
                examples: ['paid'],
              }),
              paid_at: Nullable(
                T.String({ ...Timestamp, description: 'Null: not yet, or refused' }),
              ),
            },
            { title: 'WonPrize' },
          ),
        ),
      },
      { title: 'WonPrizePage' },
    ),
  },
  refuses: ['game_not_found'],
} as const
