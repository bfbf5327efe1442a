import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  OmittedIfUndefined,
  Message,
  Nullable,
  PageInput,
  Ranking,
  RoundTime,
  Text,
  Time,
  Timestamp,
  Whole,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import { REFUSALS_OF_RULES, Rules } from '../round-rules/schema.ts'

const MAX_SCORE = Number.MAX_SAFE_INTEGER

const Score = T.Number({
  minimum: -MAX_SCORE,
  maximum: MAX_SCORE,
  description: 'Whole or decimal',
  examples: [420],
})
const Place = Whole({
  minimum: 0,
  description: 'Kept as sent; in a multiplayer round it is calculated from the scores',
  examples: [1],
})
const GameType = Text(limits.game_type_characters.value, {
  description: 'What was played; the game chooses the words',
  examples: ['race'],
})
const Start = T.String({ ...Time, description: 'When the round started' })
const End = Nullable(
  T.String({
    ...Time,
    description: 'When the round ended, not before it started; null if it has not',
    examples: ['2026-01-02T03:09:30Z'],
  }),
)
const Metadata = T.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  maxBytes: limits.metadata_bytes.value,
  expected: 'must be an object',
  description: 'Any JSON object that the game wants to keep with the round',
  examples: [{ track: 'harbour' }],
})

const METADATA = 'The JSON object that was sent, or null'

/** Serialized without a filter, which would take longer than the rest of the round. */
const PresentedMetadata = T.Unsafe<Record<string, unknown> | null>({
  description: METADATA,
  documented_as: {
    type: ['object', 'null'],
    additionalProperties: true,
    description: METADATA,
    examples: [{ track: 'harbour' }],
  },
})

export const Round = T.Object(
  {
    id: T.Integer({ description: 'The id of the game round', examples: [12] }),
    game_user_id: T.Integer({ description: 'The user whose round it is', examples: [1] }),
    game_type: T.String({ description: 'What was played', examples: ['race'] }),
    start_time: RoundTime('When the round started'),
    end_time: Nullable(RoundTime('When the round ended, or null')),
    score: OmittedIfUndefined(
      T.Number({ description: 'Left out if the round has none', examples: [420] }),
    ),
    score_under_review: OmittedIfUndefined(
      T.Boolean({
        description:
          'true: the score breaks a rule of the game type and waits for staff, and only its own player sees it. Left out otherwise',
        examples: [true],
      }),
    ),
    place: OmittedIfUndefined(
      T.Integer({
        description:
          'In a multiplayer round the place by score, otherwise as sent; left out if the round has none',
        examples: [1],
      }),
    ),
    metadata: PresentedMetadata,
  },
  { title: 'Round' },
)

const FullRound = T.Object(
  {
    ...Round.properties,
    game_id: T.Integer({ description: 'The game that it belongs to', examples: [1] }),
    created_at: Timestamp,
    updated_at: Timestamp,
    multiplayer_game_round_id: T.Optional(
      T.Integer({
        description: 'Only if the round belongs to a multiplayer round',
        examples: [4],
      }),
    ),
    rankings: T.Optional(
      T.Array(Ranking, {
        description: "The first 100, best first, and the caller's own entry if it is further down",
      }),
    ),
  },
  { title: 'RoundWithRankings' },
)

export const createRoundSchema = {
  operation: 'rounds.create',
  access: 'competitive',
  rate: ['rounds', 'round_bytes'],
  rate_with: { invited_user_ids: 'messages' },
  summary: 'Add a game round',
  description:
    '`multiplayer: true` creates a multiplayer round: this is its first round, and the caller is its master. `multiplayer_game_round_id` joins an existing one. The master may also add rounds for other users; in a round with rules only for those who have a seat. With `max_players`, `entries_per_player`, `who_may_join`, `closes_at` or `invited_user_ids`, the new multiplayer round has rules: its players need a seat, which their first game round takes. A score that breaks a rule of the game type is refused, or hidden from others until staff approve it.',
  body: T.Object({
    game_user_id: T.Integer({
      ...Id,
      description:
        'The user who played: the caller, or as the master any user of the game. In a round with rules, only a user who has a seat',
    }),
    game_type: GameType,
    start_time: T.Optional(
      T.String({
        ...Time,
        description:
          'When the round started; now if it is not sent, or `end_time` if that is earlier',
      }),
    ),
    end_time: T.Optional(End),
    score: T.Optional(Score),
    place: T.Optional(Place),
    metadata: T.Optional(Metadata),
    multiplayer: T.Optional(
      T.Boolean({ default: false, description: 'Create a multiplayer round, unless one is named' }),
    ),
    multiplayer_game_round_id: T.Optional(
      Whole({
        minimum: 0,
        description: 'The multiplayer round to join; 0, which some clients send, means none',
      }),
    ),
    ...Rules.properties,
  }),
  response: { 201: FullRound },
  refuses: [
    'score_not_allowed',
    'too_many_held_scores',
    'not_the_master',
    'multiplayer_round_not_found',
    'round_finished',
    'round_full',
    'round_not_joinable',
    'wrong_round_code',
    'kicked_from_round',
    'wrong_game_type',
    'too_many_entries_in_round',
    'round_without_rules',
    'no_seat_in_round',
    'matched_round',
    ...REFUSALS_OF_RULES,
    // If it is repeated with its Idempotency-Key, the round may have to be read again.
    'round_not_found',
    'read_too_slow',
  ],
  statuses: {
    multiplayer_round_not_found: 422,
    group_not_found: 422,
    user_not_found: 422,
    other_game: 422,
  },
} as const

export const showRoundSchema = {
  operation: 'rounds.get',
  summary: 'A game round, with the rankings of its multiplayer round',
  description:
    'Every player of the game may read it. The rankings are as they are now, and only in a round that belongs to a multiplayer round.',
  params: IdOf('the game round'),
  response: { 200: FullRound },
  refuses: ['round_not_found', 'other_game', 'read_too_slow'],
} as const

export const listRoundsSchema = {
  operation: 'rounds.list',
  has_large_answers: true,
  summary: "A user's game rounds, newest first",
  description:
    'Every player of the game may read them. Rankings are not in the list: read a single round for them. All filters that are sent apply together.',
  body: T.Object({
    user_id: T.Integer({ ...Id, description: 'Whose rounds' }),
    ...PageInput.properties,
    before_id: T.Optional(
      T.Integer({
        ...Id,
        description: 'Only rounds that were created before the one with this id',
        examples: [500],
      }),
    ),
    game_type: T.Optional(T.String({ ...GameType, description: 'Only rounds of this type' })),
    from: T.Optional(
      T.String({ ...Time, description: 'Only rounds that started at this time or later' }),
    ),
    to: T.Optional(
      T.String({
        ...Time,
        description: 'Only rounds that started at this time or earlier',
        examples: ['2026-01-31T23:59:59Z'],
      }),
    ),
    opponent_id: T.Optional(
      T.Integer({
        ...Id,
        description: 'Only multiplayer rounds that this user also played in',
        examples: [2],
      }),
    ),
  }),
  response: { 200: T.Object({ game_rounds: T.Array(Round) }, { title: 'RoundList' }) },
  refuses: ['user_not_found', 'other_game', 'read_too_slow'],
  statuses: { user_not_found: 422 },
} as const

export const changeRoundSchema = {
  operation: 'rounds.change',
  access: 'competitive',
  rate: ['round_bytes'],
  summary: 'Change a game round',
  description:
    'Only its owner and the master of its multiplayer round may. Fields that are not sent stay; null clears `end_time` and `metadata`. A start that was never sent gives way to an earlier `end_time`.',
  params: IdOf('the game round'),
  body: T.Object({
    game_type: T.Optional(GameType),
    start_time: T.Optional(Start),
    end_time: T.Optional(End),
    score: T.Optional(Score),
    place: T.Optional(Place),
    metadata: T.Optional(Metadata),
  }),
  response: { 200: FullRound },
  refuses: [
    'score_not_allowed',
    'too_many_held_scores',
    'round_not_found',
    'not_your_round',
    'round_finished',
    'wrong_game_type',
    'other_game',
    'read_too_slow',
  ],
} as const

export const removeRoundSchema = {
  operation: 'rounds.delete',
  access: 'competitive',
  summary: 'Delete a game round',
  description: 'Only its owner may. The multiplayer round and its master stay.',
  params: IdOf('the game round'),
  response: { 200: Message },
  refuses: [
    'round_not_found',
    'multiplayer_round_not_found',
    'not_your_round',
    'round_finished',
    'other_game',
  ],
} as const
