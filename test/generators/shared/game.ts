declare const process: { env: Record<string, string | undefined> }

const { PLAYKEEP_URL = '', GAME_ID = '', GAME_TOKEN = '' } = process.env

export const url = PLAYKEEP_URL
export const game = { game_id: Number(GAME_ID), game_token: GAME_TOKEN }

/** A new account, because usernames and addresses are unique. */
export function newAccount() {
  const username = `ada-${crypto.randomUUID().slice(0, 8)}`
  const password = 'open-sesame'
  const email = `${username}@example.com`
  return { ...game, username, email, password, password_confirmation: password }
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only if the type of the score is neither `any` nor `unknown`. */
export function typedScore<S>(score: S, isTyped: Same<S, number | undefined>) {
  return isTyped ? score : undefined
}
