/** The limits of rounds with rules, ratings, matchmaking and leaderboards with seasons, a part of `limits.ts`. */
export const competitionLimits = {
  open_rounds: {
    value: 100,
    meaning: 'Most unfinished multiplayer rounds with rules of which one player is the master',
  },
} as const
