import { type Context, inTransaction } from '../../../context.ts'
import { createAccount, createSession } from '../../players/accounts/rules.ts'
import { createGame, removeGame, findTestGame, rotateGameToken } from '../games/rules.ts'
import { addStoreItem, type NewItem } from '../../economy/store/rules.ts'

/** Every test user has this password, so it is not a secret. */
const PASSWORD = 'password'

export const createTestGame = (context: Context) =>
  createGame(context, { name: 'Test game', description: 'Made by a test run', is_test: true })

/** For a request that is sent again: the first token was lost with the first answer. */
export const reissueTestGameToken = (context: Context, game_id: number) =>
  rotateGameToken(context, game_id)

const password_hashes = new WeakMap<object, Promise<string>>()

/** All test users of a process share one hash, so that creating thousands of them is fast. */
function sharedPasswordHash({ passwords }: Context): Promise<string> {
  const hash = password_hashes.get(passwords) ?? passwords.hash(PASSWORD, '')
  password_hashes.set(passwords, hash)
  return hash
}

export async function createTestUser(
  context: Context,
  input: { game_id: number; username: string; email: string },
) {
  const { id: game_id } = await findTestGame(context, input.game_id)
  return createAccount(context, { ...input, game_id }, await sharedPasswordHash(context))
}

export const reissueTestUserSession = (context: Context, user_id: number) =>
  createSession(context, user_id)

export async function createTestItem(
  context: Context,
  { game_id, ...item }: { game_id: number } & NewItem,
) {
  const game = await findTestGame(context, game_id)
  return addStoreItem(context, game.id, item)
}

export async function cleanUp(context: Context, game_id: number) {
  const game = await findTestGame(context, game_id)
  return inTransaction(context, async (tx) => {
    await removeGame(tx, game.id)
    return { message: 'everything should have been destroyed!' }
  })
}
