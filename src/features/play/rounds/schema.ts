import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdParams,
  OmittedIfUndefined,
  Message,
  Nullable,
  PageInput,
  Ranking,
  Text,
  Time,
  Timestamp,
  Whole,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const MAX_SCORE = Number.MAX_SAFE_INTEGER

const Score = T.Number({
  minimum: -MAX_SCORE,
  maximum: MAX_SCORE,
  description: 'Whole or decimal',
})
const Place = Whole({
  minimum: 0,
  description: 'Kept as sent; in a multiplayer round it is calculated from the scores',
})
const GameType = Text(limits.game_type_characters.value)
const Metadata = T.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  maxBytes: limits.metadata_bytes.value,
  expected: 'must be an object',
})

/** Serialized without a filter, which would take longer than the rest of the round. */
const PresentedMetadata = T.Unsafe<Record<string, unknown> | null>({
  documented_as: { type: ['object', 'null'], additionalProperties: true },
})

const TIME_FORMAT = 'As sent if that was a whole second in UTC, otherwise UTC with milliseconds'

export const Round = T.Object({
  id: T.Integer(),
  game_user_id: T.Integer(),
  game_type: T.String(),
  start_time: T.String({ description: TIME_FORMAT }),
  end_time: Nullable(T.String({ description: TIME_FORMAT })),
  score: OmittedIfUndefined(T.Number()),
  place: OmittedIfUndefined(T.Integer()),
  metadata: PresentedMetadata,
})

const FullRound = T.Object({
  ...Round.properties,
  game_id: T.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  multiplayer_game_round_id: T.Optional(
    T.Integer({ description: 'Only if the round belongs to a multiplayer round' }),
  ),
  rankings: T.Optional(
    T.Array(Ranking, {
      description: "The first 100, best first, and the caller's own entry if it is further down",
    }),
  ),
})

export const createRoundSchema = {
  operation: 'rounds.create',
  access: 'competitive',
  rate: ['rounds', 'round_bytes'],
  summary: 'Add a game round',
  description:
    '`multiplayer: true` creates a multiplayer round: this is its first round, and the caller is its master. `multiplayer_game_round_id` joins an existing one. The master may also add rounds for other users.',
  body: T.Object({
    game_user_id: Id,
    game_type: GameType,
    start_time: T.Optional(
      T.String({ ...Time, description: 'Defaults to now, or to `end_time` if that is earlier' }),
    ),
    end_time: T.Optional(Nullable(Time)),
    score: T.Optional(Score),
    place: T.Optional(Place),
    metadata: T.Optional(Metadata),
    multiplayer: T.Optional(T.Boolean()),
    multiplayer_game_round_id: T.Optional(
      T.Integer({ ...Id, minimum: 0, description: '0, which some clients send, means none' }),
    ),
  }),
  response: { 201: FullRound },
  refuses: [
    'not_the_master',
    'multiplayer_round_not_found',
    'user_not_found',
    'user_blocked',
    'other_game',
  ],
  statuses: { multiplayer_round_not_found: 422, user_not_found: 422, other_game: 422 },
} as const

export const showRoundSchema = {
  operation: 'rounds.get',
  summary: 'A game round, with the rankings of its multiplayer round',
  params: IdParams,
  response: { 200: FullRound },
  refuses: ['round_not_found', 'other_game', 'read_too_slow'],
} as const

export const listRoundsSchema = {
  operation: 'rounds.list',
  summary: "A user's game rounds, newest first",
  body: T.Object({
    user_id: Id,
    ...PageInput.properties,
    before_id: T.Optional(
      T.Integer({ ...Id, description: 'Only rounds that were created before this one' }),
    ),
    game_type: T.Optional(GameType),
    from: T.Optional(
      T.String({ ...Time, description: 'Only rounds that started at this time or later' }),
    ),
    to: T.Optional(
      T.String({ ...Time, description: 'Only rounds that started at this time or earlier' }),
    ),
    opponent_id: T.Optional(
      T.Integer({ ...Id, description: 'Only multiplayer rounds that this user also played in' }),
    ),
  }),
  response: { 200: T.Object({ game_rounds: T.Array(Round) }) },
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
  params: IdParams,
  body: T.Object({
    game_type: T.Optional(GameType),
    start_time: T.Optional(Time),
    end_time: T.Optional(Nullable(Time)),
    score: T.Optional(Score),
    place: T.Optional(Place),
    metadata: T.Optional(Metadata),
  }),
  response: { 200: FullRound },
  refuses: ['round_not_found', 'not_your_round', 'other_game'],
} as const

export const removeRoundSchema = {
  operation: 'rounds.delete',
  access: 'competitive',
  summary: 'Delete a game round',
  description: 'Only its owner may. The multiplayer round and its master stay.',
  params: IdParams,
  response: { 200: Message },
  refuses: ['round_not_found', 'not_your_round', 'other_game'],
} as const
