/** The limits of rounds with rules, ratings, matchmaking and leaderboards with seasons, a part of `limits.ts`. */
export const competitionLimits = {
  open_rounds: {
    value: 100,
    meaning:
      'Most unfinished multiplayer rounds with rules in which one player has a seat; those that matchmaking made do not count',
  },
  score_rules: {
    value: 500,
    meaning: 'Most leaderboards and game types of a game that have rules for scores',
  },
  held_scores: {
    value: 20,
    meaning: 'Most scores of one player that wait for review; further ones are refused',
  },
  rounds_compared: {
    value: 1000,
    meaning:
      "How many of a player's latest game rounds are searched by score rules, for the best score and for a finished round",
  },
  round_players: { value: 1000, meaning: 'Most seats of a multiplayer round with rules' },
  round_entries_of_player: {
    value: 1000,
    meaning: 'Most game rounds of one player in a multiplayer round with rules',
  },
  round_invites: {
    value: 1000,
    meaning:
      'Most players who are invited to a multiplayer round with rules or were removed from it, and have no seat',
  },
  round_invites_at_once: {
    value: 10,
    meaning: 'Most players who are invited to a multiplayer round by one request',
  },
  round_code_characters: {
    value: 32,
    meaning: 'Most characters of a code of a multiplayer round in a request, with spaces around it',
  },
  round_players_shown: {
    value: 100,
    meaning: 'Most players with a seat that a multiplayer round shows: those who joined first',
  },
  boards_with_settings: { value: 200, meaning: 'Most leaderboards of one game that have settings' },
  prize_ranges: { value: 50, meaning: 'Most prizes of one leaderboard, each for a range of ranks' },
  prize_rank: { value: 1000, meaning: 'The last rank that can win a prize at the end of a season' },
  prize_credits: { value: 1_000_000_000, meaning: 'Most credits of one prize' },
  period_characters: {
    value: 100,
    meaning: 'Longest cron expression or time zone of a leaderboard',
  },
  match_players: { value: 64, meaning: 'Most players of a match that matchmaking makes' },
  matchmaking_types: {
    value: 50,
    meaning: 'Most game types of a game for which there is matchmaking',
  },
  ticket_region_characters: { value: 64, meaning: 'Longest `region` of a matchmaking ticket' },
  ticket_attributes_bytes: {
    value: 1024,
    meaning: 'Most bytes of the `attributes` of a matchmaking ticket, as JSON',
  },
  ready_check_pause_seconds: {
    value: 30,
    meaning:
      'How long a player who cancelled a ready check, or did not answer it in time, gets no matchmaking ticket',
  },
  ticket_attributes: { value: 8, meaning: 'Most attributes of a matchmaking ticket' },
  rated_game_types: { value: 100, meaning: 'Most game types of a game that are rated' },
  rated_players: {
    value: 100,
    meaning: 'Most players of a round that is rated; rounds with more change no ratings',
  },
} as const
