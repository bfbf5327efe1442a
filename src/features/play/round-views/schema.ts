import { T } from '../../../http/typed-schema.ts'
import {
  IdOf,
  Nullable,
  OneOf,
  PageInput,
  Ranking,
  Text,
  Timestamp,
  UserSummary,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const ONLY_WITH_RULES = 'only in a round with rules'

const Seat = T.Object(
  {
    user: UserSummary,
    team: Nullable(T.Integer({ description: 'Null: the round has no teams', examples: [1] })),
    joined_at: Timestamp,
  },
  { title: 'RoundSeat' },
)

const closes_at = Nullable(
  T.String({ ...Timestamp, description: 'When the round ends by itself; null: never' }),
)
const finished_at = Nullable(
  T.String({ ...Timestamp, description: 'When it was finished; null: it is not' }),
)
const max_players = T.Integer({ description: 'How many seats it has', examples: [4] })
const entries_per_player = Nullable(
  T.Integer({
    description: `Most game rounds of one player; null: ${limits.round_entries_of_player.value}`,
    examples: [1],
  }),
)
const player_count = T.Integer({ description: 'How many seats are taken', examples: [3] })
const game_type = T.String({ description: 'The type of all its game rounds', examples: ['race'] })

export const WHO_MAY_JOIN = ['anyone', 'invited', 'friends', 'group', 'code'] as const

export const MultiplayerRound = T.Object(
  {
    id: T.Integer({ description: 'The id of the multiplayer round', examples: [4] }),
    game_id: T.Integer({ description: 'The game it belongs to', examples: [1] }),
    created_at: Timestamp,
    master: Nullable(UserSummary),
    rankings: T.Array(Ranking, {
      description: 'Equal scores by id; game rounds without a score come last',
    }),
    game_type: T.Optional(game_type),
    max_players: T.Optional(max_players),
    entries_per_player: T.Optional(entries_per_player),
    who_may_join: T.Optional(
      T.Unsafe<(typeof WHO_MAY_JOIN)[number]>({
        ...OneOf(...WHO_MAY_JOIN),
        description: `Who may take a seat without an invitation; ${ONLY_WITH_RULES}`,
        examples: ['anyone'],
      }),
    ),
    group_id: T.Optional(
      T.Integer({ description: 'The group whose members may join', examples: [1] }),
    ),
    closes_at: T.Optional(closes_at),
    finished_at: T.Optional(finished_at),
    player_count: T.Optional(player_count),
    players: T.Optional(
      T.Array(Seat, {
        description: `The first ${limits.round_players_shown.value} who have a seat, in the order in which they joined; ${ONLY_WITH_RULES}`,
      }),
    ),
    code: T.Optional(
      T.String({
        description: 'With which others can join; only for those who have a seat',
        examples: ['KXWPTA'],
      }),
    ),
  },
  { title: 'MultiplayerRound' },
)

export const showRoundSchema = {
  operation: 'multiplayerRounds.get',
  has_large_answers: true,
  summary: 'A multiplayer round with its master and one page of its rankings, best first',
  description:
    'Every player of the game may read it. `master` is null once the account of the master is deleted. A round with rules also shows them and its players; a finished round shows when it was finished.',
  params: IdOf('the multiplayer round'),
  body: PageInput,
  response: { 200: MultiplayerRound },
  refuses: ['multiplayer_round_not_found', 'user_not_found', 'other_game', 'read_too_slow'],
} as const

export const listOpenRoundsSchema = {
  operation: 'multiplayerRounds.list',
  has_large_answers: true,
  summary:
    'The multiplayer rounds that the caller can join, is invited to or has joined, the newest first',
  description:
    'Rounds with rules that are not over. Without `invited` and `joined`: those that anyone may join, with a free seat, without those in which the caller already has a seat. Pages go as far as the first 10,000.',
  body: T.Object({
    open: T.Optional(
      T.Boolean({
        default: true,
        description: 'Only rounds that can be joined: must be true',
        examples: [true],
      }),
    ),
    invited: T.Optional(
      T.Boolean({
        description: 'Only rounds with a free seat to which the caller is invited',
        examples: [true],
      }),
    ),
    joined: T.Optional(
      T.Boolean({
        description: 'Only rounds in which the caller has a seat, also full ones',
        examples: [true],
      }),
    ),
    game_type: T.Optional(
      Text(limits.game_type_characters.value, {
        description: 'Only rounds of this type',
        examples: ['race'],
      }),
    ),
    ...PageInput.properties,
  }),
  response: {
    200: T.Object(
      {
        multiplayer_game_rounds: T.Array(
          T.Object(
            {
              id: T.Integer({ description: 'The id of the multiplayer round', examples: [4] }),
              created_at: Timestamp,
              master: UserSummary,
              game_type,
              max_players,
              entries_per_player,
              closes_at,
              player_count,
            },
            { title: 'OpenMultiplayerRound' },
          ),
        ),
      },
      { title: 'OpenMultiplayerRoundList' },
    ),
  },
} as const
