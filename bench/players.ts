/** What every seeded player has. */
export const PER_PLAYER = {
  friends: 20,
  rounds: 20,
  attributes: 5,
  groups: 3,
  /** Entries in the multiplayer round that the player took part in. */
  rankings: 10,
  credits: 1_000_000,
} as const

/** Messages in each seeded chat. */
export const PER_CHAT = 10

/** Players are inserted in blocks of this size; friends, groups and multiplayer rounds never cross two blocks. */
export const BLOCK = 10_000
export const GROUPS_PER_BLOCK = 1000

export const PASSWORD = 'bench-password'
export const ITEM_COST = 10
/** The name of the leaderboard. */
export const BOARD = 'large'

/** As long as a real token, and derived from the id, so that the load generator knows it. */
export const tokenOf = (user_id: number) => `bench-${String(user_id).padStart(37, '0')}`
export const usernameOf = (user_id: number) => `player-${user_id}`
/** The same in SQL, of an expression. */
export const usernameSql = (user_id: string) => `'player-' || ${user_id}`
export const emailOf = (user_id: number) => `player-${user_id}@example.com`

/** Only the first round of a player belongs to a multiplayer round. */
export const rankedRoundOf = (user_id: number) => (user_id - 1) * PER_PLAYER.rounds + 1

/** Players have addresses of their own, which the server learns from `X-Forwarded-For`, as from its proxy. */
export const addressOf = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
