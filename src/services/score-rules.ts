export type ScoreKind = 'leaderboard' | 'game_type'

/** Limits that a score can break, in the order in which they are checked. */
export type ScoreLimit =
  | 'minimum'
  | 'maximum'
  | 'largest_step'
  | 'most_per_minute'
  | 'needs_finished_round'

/** For the scores on one leaderboard, or of one game type. A limit that is null does not exist. */
export interface ScoreRule {
  id: number
  kind: ScoreKind
  name: string
  minimum: number | null
  maximum: number | null
  largest_step: number | null
  most_per_minute: number | null
  needs_finished_round: number
  outcome: 'refuse' | 'review'
  changed_at: number
}

/** What a process has read of the rules of one game. */
export interface GameScoreRules {
  leaderboard: ReadonlyMap<string, ScoreRule>
  game_type: ReadonlyMap<string, ScoreRule>
  /** Whether any score of the game waited for review, or may wait now. */
  may_have_held: boolean
}

/** What is known about a new score and its player. */
export interface NewScore {
  score: number
  ranking_order: string
  /** What counts for the player so far. Undefined: there is none, or no rule asks for it. 0: scores are added up. */
  best: number | undefined
  /** How many scores came within the minute, with this one. */
  scores_in_minute: number
  has_finished_round: boolean
}

/** How much better the score is than what counts so far; negative if it is worse. */
const stepOf = ({ score, best = score, ranking_order }: NewScore) =>
  ranking_order === 'ascending' ? best - score : score - best

/** Undefined: the score breaks no limit of the rule. */
export function findBrokenLimit(rule: ScoreRule, found: NewScore): ScoreLimit | undefined {
  const { minimum, maximum, largest_step, most_per_minute, needs_finished_round } = rule
  if (minimum !== null && found.score < minimum) return 'minimum'
  if (maximum !== null && found.score > maximum) return 'maximum'
  if (largest_step !== null && stepOf(found) > largest_step) return 'largest_step'
  if (most_per_minute !== null && found.scores_in_minute > most_per_minute) return 'most_per_minute'
  if (needs_finished_round === 1 && !found.has_finished_round) return 'needs_finished_round'
  return undefined
}

function describeStep({ kind, largest_step }: ScoreRule, is_sum: boolean): string {
  if (is_sum) return `one score may improve your sum by at most ${largest_step}.`
  const compared = kind === 'leaderboard' ? 'what counts for you now' : 'your best so far'
  return `a score may be better than ${compared} by at most ${largest_step}.`
}

/** For the player whose score was refused. `is_sum`: scores are added up. */
export function describeLimit(rule: ScoreRule, broken: ScoreLimit, is_sum: boolean): string {
  const place = rule.kind === 'leaderboard' ? 'On this leaderboard' : 'In this game type'
  const sentences = {
    minimum: `a score must be at least ${rule.minimum}.`,
    maximum: `a score must be at most ${rule.maximum}.`,
    largest_step: describeStep(rule, is_sum),
    most_per_minute: `a player may send at most ${rule.most_per_minute} scores in a minute: try again in a minute.`,
    needs_finished_round:
      'a score needs an entry in a multiplayer round with rules and at least one other player that was finished within the last hour, and after your previous score.',
  }
  return `${place} ${sentences[broken]}`
}
