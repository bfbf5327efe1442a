/** How much everyone has. */
export const AMOUNT = {
  friends: 20,
  rounds: 20,
  attributes: 5,
  groups: 3,
  rankings: 10,
  credits: 1_000_000,
} as const

/** Users are made in blocks; friends, groups and multiplayer rounds stay inside one. */
export const BLOCK = 10_000
export const GROUPS_PER_BLOCK = 1000

export const PASSWORD = 'bench-password'
export const ITEM_COST = 10

/** As long as a real one, and known from the id. */
export const tokenOf = (user_id: number) => `bench-${String(user_id).padStart(37, '0')}`
export const usernameOf = (user_id: number) => `player-${user_id}`
export const emailOf = (user_id: number) => `player-${user_id}@example.com`

/** The user's first round is the one that is part of a multiplayer round. */
export const rankedRoundOf = (user_id: number) => (user_id - 1) * AMOUNT.rounds + 1
