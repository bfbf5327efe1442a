import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  Message,
  Nullable,
  OneOf,
  PageInput,
  PathId,
  PlayerName,
  Text,
  Timestamp,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import { WHO_MAY_JOIN } from '../round-views/schema.ts'

const ofGame = IdOf('the game')

const ofRound = (what: string) =>
  T.Object({
    ...ofGame.properties,
    round_id: T.Integer({ ...PathId, description: `The id of the ${what}`, examples: [12] }),
  })

const roundTime = (description: string) =>
  T.String({ description, examples: ['2026-01-02T03:04:05Z'] })

const times = {
  start_time: roundTime('When it started'),
  end_time: Nullable(roundTime('When it ended, or null')),
}

const Round = T.Object(
  {
    id: T.Integer({ description: 'The id of the game round', examples: [12] }),
    user: PlayerName,
    game_type: T.String({ description: 'As the game has named it', examples: ['Arena'] }),
    ...times,
    score: Nullable(T.Number({ description: 'Null: it has none', examples: [420] })),
    place: Nullable(
      T.Integer({
        description:
          'What the client sent; of a round among several players, only the round itself shows the place',
        examples: [1],
      }),
    ),
    multiplayer_game_round_id: Nullable(
      T.Integer({ description: 'Null: it is part of no multiplayer round', examples: [4] }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ManagedRound' },
)

const Ranked = T.Object(
  {
    id: T.Integer({ description: 'The id of the game round', examples: [12] }),
    place: Nullable(T.Integer({ description: 'Null: it has no score', examples: [1] })),
    score: Nullable(T.Number({ examples: [420] })),
    ...times,
    user: PlayerName,
  },
  { title: 'ManagedRanking' },
)

const IN_ROUNDS_WITHOUT_RULES = 'null: the round has no rules'

const multiplayerFields = {
  id: T.Integer({ description: 'The id of the multiplayer round', examples: [4] }),
  created_at: Timestamp,
  master: Nullable(PlayerName),
  entries: T.Integer({
    description: 'How many game rounds it has; more than 1000 count as 1000',
    examples: [8],
  }),
  state: T.Unsafe<'open' | 'full' | 'finished'>({
    ...OneOf('open', 'full', 'finished'),
    description:
      '`full`: all seats are taken. `finished`: its places stay as they are, also where only its time is over',
    examples: ['open'],
  }),
  game_type: Nullable(
    T.String({
      description: `The type of all its game rounds; ${IN_ROUNDS_WITHOUT_RULES}`,
      examples: ['race'],
    }),
  ),
  max_players: Nullable(
    T.Integer({
      description: `How many seats it has; ${IN_ROUNDS_WITHOUT_RULES}`,
      examples: [4],
    }),
  ),
  player_count: Nullable(
    T.Integer({
      description: `How many seats are taken; ${IN_ROUNDS_WITHOUT_RULES}`,
      examples: [3],
    }),
  ),
  who_may_join: T.Unsafe<(typeof WHO_MAY_JOIN)[number] | null>({
    type: ['string', 'null'],
    enum: [...WHO_MAY_JOIN, null],
    description: `Who may take a seat without an invitation; ${IN_ROUNDS_WITHOUT_RULES}`,
    examples: ['anyone'],
  }),
  closes_at: Nullable(
    T.String({ ...Timestamp, description: 'When the round ends by itself; null: never' }),
  ),
  finished_at: Nullable(
    T.String({ ...Timestamp, description: 'When it was finished; null: it is not' }),
  ),
}

const Seat = T.Object(
  {
    user: PlayerName,
    team: Nullable(T.Integer({ description: 'Null: the round has no teams', examples: [1] })),
    joined_at: Timestamp,
  },
  { title: 'ManagedRoundSeat' },
)

const before = T.Optional(T.Integer({ ...Id, description: 'Only rounds with a smaller id' }))

const limit = T.Optional(
  T.Integer({ ...Id, default: 50, description: 'At most 100; more counts as 100' }),
)

const next = Nullable(T.Integer({ description: 'To be sent as `before` for the next page' }))

export const listRoundsSchema = {
  operation: 'admin.rounds.list',
  summary: 'The game rounds of a game, the newest first',
  description:
    'Of all players or of one. In a game with more than 1000 players, one answer looks at the latest 20000 rounds of the server: it may have fewer rounds than asked for, or none, and still a next page.',
  caller: 'staff',
  params: ofGame,
  body: T.Object({
    user_id: T.Optional(T.Integer({ ...Id, description: 'Only rounds of this user' })),
    game_type: T.Optional(
      Text(limits.game_type_characters.value, {
        description: 'Only rounds of this type',
        examples: ['Arena'],
      }),
    ),
    before,
    limit,
  }),
  response: { 200: T.Object({ rounds: T.Array(Round), next }, { title: 'ManagedRoundPage' }) },
  refuses: ['game_not_found', 'read_too_slow'],
} as const

export const showRoundSchema = {
  operation: 'admin.rounds.get',
  summary: 'A game round with its metadata',
  description: 'With its place now, if it is part of a multiplayer round.',
  caller: 'staff',
  params: ofRound('game round'),
  response: {
    200: T.Object(
      {
        ...Round.properties,
        metadata: T.Unsafe<Record<string, unknown> | null>({
          type: ['object', 'null'],
          additionalProperties: true,
          description: 'Whatever the game has stored with it',
          examples: [{ map: 'desert' }],
        }),
      },
      { title: 'ManagedRoundDetails' },
    ),
  },
  refuses: ['game_not_found', 'round_not_found', 'read_too_slow'],
} as const

export const deleteRoundSchema = {
  operation: 'admin.rounds.delete',
  summary: 'Delete a game round',
  description:
    'It cannot be undone. The score of its player stays, and so does the multiplayer round that it was part of.',
  caller: 'staff',
  params: ofRound('game round'),
  response: { 200: Message },
  refuses: [
    'game_not_found',
    'round_not_found',
    'user_not_found',
    'round_finished',
    // Another request has just deleted the multiplayer round.
    'multiplayer_round_not_found',
    'other_game',
  ],
} as const

export const listMultiplayerRoundsSchema = {
  operation: 'admin.multiplayerRounds.list',
  summary: 'The multiplayer rounds of a game, the newest first',
  description:
    'Each with the first three of its rankings. In a game with more than 20000 of them, a page may have fewer than asked for, or none, and still a next one.',
  caller: 'staff',
  params: ofGame,
  body: T.Object({ before, limit }),
  response: {
    200: T.Object(
      {
        multiplayer_rounds: T.Array(
          T.Object(
            { ...multiplayerFields, best: T.Array(Ranked, { description: 'The best first' }) },
            { title: 'ListedMultiplayerRound' },
          ),
        ),
        next,
      },
      { title: 'ManagedMultiplayerRoundPage' },
    ),
  },
  refuses: ['game_not_found', 'read_too_slow'],
} as const

export const showMultiplayerRoundSchema = {
  operation: 'admin.multiplayerRounds.get',
  summary: 'A multiplayer round with one page of its rankings, the best first',
  description: 'Equal scores share a place; game rounds without a score come last.',
  caller: 'staff',
  params: ofRound('multiplayer round'),
  body: PageInput,
  response: {
    200: T.Object(
      {
        ...multiplayerFields,
        seats: T.Array(Seat, {
          description: `The first ${limits.round_players_shown.value} who have a seat, in the order in which they joined; none in a round without rules`,
        }),
        rankings: T.Array(Ranked),
      },
      { title: 'ManagedMultiplayerRound' },
    ),
  },
  refuses: [
    'game_not_found',
    'multiplayer_round_not_found',
    'user_not_found',
    'other_game',
    'read_too_slow',
  ],
} as const
