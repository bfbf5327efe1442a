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
  // Ratings
  rated_game_type_not_found: [404, 'This game type is not rated: check its name.'],
  too_many_rated_game_types: [
    422,
    `The game rates ${most('rated_game_types')} game types, which is the most: delete one first.`,
  ],
} as const
