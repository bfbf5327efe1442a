import { IdOf, Id, Message, Nullable, OneOf, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const KINDS = ['leaderboard', 'game_type'] as const
const OUTCOMES = ['refuse', 'review'] as const

/** Both have the same. */
const NAME_CHARACTERS = Math.max(
  limits.leaderboard_name_characters.value,
  limits.game_type_characters.value,
)

const MINIMUM = 'The smallest score that is allowed. Null: any'
const MAXIMUM = 'The largest score that is allowed. Null: any'
const LARGEST_STEP =
  'By how much a score may be better than what counts for the player there now, in the running season. A first score is not compared. Where scores are added up, each score itself must not be larger than this, also the first. Null: any'
const MOST_PER_MINUTE =
  'How many scores one player may add there in a minute; a minute begins with its first score. Null: any'
const NEEDS_FINISHED_ROUND =
  'A score needs an entry of the player in a multiplayer round with rules and at least one other player that was finished within the last hour, and after their last score there. For a game type, it must be a round of this type, and entries of a multiplayer round need none'
const OUTCOME =
  '`refuse`: the score is refused. `review`: only its player sees it until staff approve it'

const Rule = T.Object(
  {
    id: T.Integer({ description: 'The id of the rule', examples: [2] }),
    kind: OneOf(...KINDS),
    name: T.String({ description: 'Of the leaderboard or game type', examples: ['high_scores'] }),
    minimum: Nullable(T.Number({ description: MINIMUM, examples: [0] })),
    maximum: Nullable(T.Number({ description: MAXIMUM, examples: [10_000] })),
    largest_step: Nullable(T.Number({ description: LARGEST_STEP, examples: [500] })),
    most_per_minute: Nullable(T.Integer({ description: MOST_PER_MINUTE, examples: [4] })),
    needs_finished_round: T.Boolean({ description: NEEDS_FINISHED_ROUND, examples: [false] }),
    outcome: OneOf(...OUTCOMES),
    changed_at: Timestamp,
  },
  { title: 'ScoreRule' },
)

const subject = {
  kind: T.Enum([...KINDS], { description: 'What the rule is about', examples: ['leaderboard'] }),
  name: Text(NAME_CHARACTERS, {
    description: 'The name of the leaderboard or game type',
    examples: ['high_scores'],
  }),
}

const MAX_SCORE = Number.MAX_SAFE_INTEGER

const Score = T.Number({ minimum: -MAX_SCORE, maximum: MAX_SCORE })

export const listScoreRulesSchema = {
  operation: 'admin.scoreRules.list',
  summary: 'The rules for scores of a game',
  description: 'All of them, in the order of their names, game types first.',
  caller: 'staff',
  params: IdOf('the game'),
  response: { 200: T.Object({ score_rules: T.Array(Rule) }, { title: 'ScoreRuleList' }) },
  refuses: ['game_not_found'],
} as const

export const setScoreRuleSchema = {
  operation: 'admin.scoreRules.set',
  summary: 'Set the rule for scores on a leaderboard, or of a game type',
  description:
    'Replaces the rule that there was: limits that are not sent do not exist any more. It holds for scores that come from now on, in other processes of the server within five seconds. The leaderboard needs no entries yet.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    ...subject,
    minimum: T.Optional(Nullable(T.Number({ ...Score, description: MINIMUM, examples: [0] }))),
    maximum: T.Optional(Nullable(T.Number({ ...Score, description: MAXIMUM, examples: [10_000] }))),
    largest_step: T.Optional(
      Nullable(T.Number({ ...Score, minimum: 0, description: LARGEST_STEP, examples: [500] })),
    ),
    most_per_minute: T.Optional(
      Nullable(
        T.Integer({ ...Id, maximum: 1_000_000, description: MOST_PER_MINUTE, examples: [4] }),
      ),
    ),
    needs_finished_round: T.Optional(
      T.Boolean({ default: false, description: NEEDS_FINISHED_ROUND, examples: [false] }),
    ),
    outcome: T.Enum([...OUTCOMES], { description: OUTCOME, examples: ['review'] }),
  }),
  response: { 200: Rule },
  refuses: ['game_not_found', 'too_many_score_rules'],
} as const

export const removeScoreRuleSchema = {
  operation: 'admin.scoreRules.delete',
  summary: 'Delete the rule for scores on a leaderboard, or of a game type',
  description: 'Scores that wait for review go on waiting.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object(subject),
  response: { 200: Message },
  refuses: ['game_not_found', 'score_rule_not_found'],
} as const
