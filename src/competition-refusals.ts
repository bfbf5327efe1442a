import { competitionLimits } from './competition-limits.ts'
import { formatThousands } from './thousands.ts'

const most = (name: keyof typeof competitionLimits) =>
  formatThousands(competitionLimits[name].value)

/** The refusals of rounds with rules, ratings, matchmaking and leaderboards with seasons, a part of `errors.ts`. */
export const competitionRefusals = {
  // Rounds with rules
  round_finished: [
    422,
    'This multiplayer round is finished: its entries and scores stay as they are.',
  ],
  only_for_the_master: [
    403,
    'Only the master of this multiplayer round can do that: the player who has created it, or who has the seat the longest since the master left.',
  ],
  too_many_open_rounds: [
    422,
    `You are the master of ${most('open_rounds')} rounds with rules that are not finished, which is the most: finish some first.`,
  ],
  // Fair scores
  score_not_allowed: [
    422,
    'The rules for scores of this leaderboard or game type do not allow this one. The answer says which rule.',
  ],
  too_many_held_scores: [
    422,
    `${most('held_scores')} of your scores wait for review, which is the most: wait until staff have decided.`,
  ],
  score_rule_not_found: [404, 'This leaderboard or game type has no rule for scores.'],
  too_many_score_rules: [
    422,
    `The game has rules for ${most('score_rules')} leaderboards and game types, which is the limit: delete one first.`,
  ],
  held_score_not_found: [
    404,
    'No score with this id waits for review: somebody may have decided about it already.',
  ],
} as const
