import { IdOf, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const MU = 'The skill that players begin with'
const SIGMA = 'How uncertain that is: the larger, the more the first rounds change'
const BETA = 'How much chance there is in a round: the larger, the less a single round changes'
const TAU = 'How much uncertainty each round adds; with 0, ratings settle for good'
const MIN_SCORES = 'How many players of a round must have a score for it to be rated'
const ENABLED = 'Whether rounds that finish are rated'

const RatedGameType = T.Object(
  {
    game_type: T.String({ description: 'As rounds have it', examples: ['duel'] }),
    enabled: T.Boolean({ description: ENABLED, examples: [true] }),
    mu: T.Number({ description: MU, examples: [25] }),
    sigma: T.Number({ description: SIGMA, examples: [8.333] }),
    beta: T.Number({ description: BETA, examples: [4.167] }),
    tau: T.Number({ description: TAU, examples: [0.083] }),
    min_scores: T.Integer({ description: MIN_SCORES, examples: [2] }),
    rated_rounds: T.Integer({ description: 'How many rounds were rated so far', examples: [340] }),
    changed_at: Timestamp,
  },
  { title: 'RatedGameType' },
)

const ofGame = IdOf('the game')

const ofGameType = T.Object({
  ...ofGame.properties,
  game_type: Text(limits.game_type_characters.value, {
    description: 'The game type, as rounds have it',
    examples: ['duel'],
  }),
})

export const showRatedTypesSchema = {
  operation: 'admin.ratedGameTypes.list',
  summary: 'The game types of a game that are rated, by name',
  description: 'None, until somebody adds one.',
  caller: 'staff',
  params: ofGame,
  response: {
    200: T.Object({ rated_game_types: T.Array(RatedGameType) }, { title: 'RatedGameTypeList' }),
  },
  refuses: ['game_not_found'],
} as const

export const changeRatedTypeSchema = {
  operation: 'admin.ratedGameTypes.change',
  summary: 'Rate the rounds of a game type, or change how they are rated',
  description:
    'What is not sent stays as it is. Multiplayer rounds with rules that have this game type are rated when they finish. Rounds that were rated already keep what they have changed.',
  caller: 'staff',
  params: ofGameType,
  body: T.Object({
    enabled: T.Optional(T.Boolean({ default: true, description: ENABLED, examples: [true] })),
    mu: T.Optional(
      T.Number({ minimum: 1, maximum: 100, default: 25, description: MU, examples: [25] }),
    ),
    sigma: T.Optional(
      T.Number({ minimum: 0.1, maximum: 50, description: SIGMA, examples: [8.333] }),
    ),
    beta: T.Optional(T.Number({ minimum: 0.1, maximum: 50, description: BETA, examples: [4.167] })),
    tau: T.Optional(T.Number({ minimum: 0, maximum: 5, description: TAU, examples: [0.083] })),
    min_scores: T.Optional(
      T.Integer({
        minimum: 1,
        maximum: limits.rated_players.value,
        default: 2,
        description: MIN_SCORES,
        examples: [2],
      }),
    ),
  }),
  response: { 200: RatedGameType },
  refuses: ['game_not_found', 'too_many_rated_game_types'],
} as const

export const deleteRatedTypeSchema = {
  operation: 'admin.ratedGameTypes.delete',
  summary: 'Rate a game type no more, and delete its ratings and their history',
  description:
    'It cannot be undone; to keep the ratings, send `enabled: false` instead. If there are many, a part is deleted: send the request again until `is_deleted` is true.',
  caller: 'staff',
  params: ofGameType,
  response: {
    200: T.Object(
      { is_deleted: T.Boolean({ description: 'Whether nothing is left' }) },
      { title: 'DeletedRatedGameType' },
    ),
  },
  refuses: ['game_not_found'],
} as const
