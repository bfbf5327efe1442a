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
  // Matchmaking
  matchmaking_not_offered: [422, 'This game has no matchmaking for this game type.'],
  matchmaking_not_found: [404, 'There is no matchmaking for this game type.'],
  too_many_matchmaking_types: [
    422,
    `The game has matchmaking for ${most('matchmaking_types')} game types, which is the most: remove one first.`,
  ],
  ticket_not_found: [404, 'There is no such matchmaking ticket.'],
  ticket_ended: [422, 'This matchmaking ticket has ended: create a new one.'],
  already_in_matchmaking: [
    422,
    'You have a matchmaking ticket that has not ended: cancel it before you take another.',
  ],
  party_too_large: [422, 'The party is larger than a team of this game type.'],
  party_of_strangers: [
    422,
    'Only friends of the player who creates the ticket can be in the party.',
  ],
  no_ready_check: [422, 'Nobody is asked whether they are ready: the ticket waits for a match.'],
} as const
