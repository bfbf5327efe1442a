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
    'Only the master of this multiplayer round can do that: the player who created it or, after the master has left, the player who has had a seat the longest.',
  ],
  round_full: [422, 'Every seat of this multiplayer round is taken.'],
  round_not_joinable: [
    422,
    'You may not join this multiplayer round: ask its master for an invitation.',
  ],
  wrong_round_code: [
    422,
    'The code of this multiplayer round is missing or wrong: ask a player of the round for it, and send it with join.',
  ],
  kicked_from_round: [
    422,
    'The master has removed this player from the multiplayer round, so they cannot come back.',
  ],
  round_without_rules: [
    422,
    'This multiplayer round has no rules, and so no seats: add a game round to it to take part.',
  ],
  no_seat_in_round: [422, 'This player has no seat in the multiplayer round.'],
  kicking_oneself: [422, 'You cannot remove yourself: leave the multiplayer round instead.'],
  wrong_game_type: [
    422,
    'All game rounds of this multiplayer round have its game_type: send the same one.',
  ],
  too_many_entries_in_round: [
    422,
    'This player already has as many game rounds in the multiplayer round as its rules allow.',
  ],
  too_many_round_invites: [
    422,
    `Too many players are invited to this multiplayer round: at most ${most('round_invites')}.`,
  ],
  too_many_open_rounds: [
    422,
    `You have a seat in ${most('open_rounds')} rounds with rules that are not finished, which is the most: leave or finish some first.`,
  ],
  matched_round: [
    422,
    'Matchmaking made this multiplayer round: nobody can be invited to it, removed from it, or join it later, and players add only their own entries.',
  ],
  entries_not_ended: [
    422,
    'Matchmaking made this multiplayer round, so its players can finish it once the entry of every player has an end_time. Before that only the server of the game can.',
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
  // Leaderboards with seasons
  season_not_found: [404, 'This leaderboard has no season with this number.'],
  season_being_paid: [422, 'The prizes of this season are being paid: try again in a minute.'],
  leaderboard_of_groups: [
    422,
    'Each group has its own leaderboard with this name: send group_id too.',
  ],
  not_a_leaderboard_of_groups: [
    422,
    'This leaderboard is one for all players: leave group_id out.',
  ],
  prize_ranks_overlap: [
    422,
    'Two prizes are for the same rank: every rank can have one prize, so change from_rank or to_rank.',
  ],
  season_has_entries: [
    422,
    'This leaderboard, or its running season, has entries: only prizes can change now. Change the rest right after a season ends, before its first entry, or use another name.',
  ],
  leaderboard_settings_not_found: [404, 'This leaderboard has no settings: it is a plain one.'],
  too_many_leaderboard_settings: [
    422,
    `The game has settings for ${most('boards_with_settings')} leaderboards, which is the most: remove some first.`,
  ],
  // Matchmaking
  matchmaking_not_offered: [
    422,
    'This game has no matchmaking for this game type: staff add it in the dashboard, under Matchmaking.',
  ],
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
  party_too_large: [
    422,
    'The party is too large: it must fit into one team, or into one match where there are no teams.',
  ],
  party_of_strangers: [
    422,
    'Only friends of the player who creates the ticket can be in the party.',
  ],
  attributes_refused: [422, 'Tickets of this game type have no attributes: leave attributes out.'],
  ready_check_missed: [
    429,
    'You did not answer a ready check: wait for the time in the header Retry-After before you look for opponents again.',
  ],
  no_ready_check: [422, 'This ticket has no ready check now.'],
  // Ratings
  rated_game_type_not_found: [404, 'This game type is not rated: check its name.'],
  too_many_rated_game_types: [
    422,
    `The game rates ${most('rated_game_types')} game types, which is the most: delete one first.`,
  ],
} as const
