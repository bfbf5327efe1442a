import { type Context, inTransaction } from '../../../context.ts'
import { admitNewUser, newSession } from '../../players/accounts/rules.ts'
import { createGame, removeGame, findTestGame, rotateGameToken } from '../games/rules.ts'
import { addStoreItem, type NewItem } from '../../economy/store/rules.ts'

/** Every test user has it, so it is no secret. */
const PASSWORD = 'password'

export const createTestGame = (context: Context) =>
  createGame(context, { name: 'Test game', description: 'Made by a test run', is_test: true })

/** The first answer got lost, so nobody knows the first token. */
export const repeatTestGame = (context: Context, game_id: number) =>
  rotateGameToken(context, game_id)

const hashes = new WeakMap<object, Promise<string>>()

/** One hash serves all test users of a process: making thousands of them stays quick. */
function sharedHash({ passwords }: Context): Promise<string> {
  const hash = hashes.get(passwords) ?? passwords.hash(PASSWORD)
  hashes.set(passwords, hash)
  return hash
}

export async function createTestUser(
  context: Context,
  input: { game_id: number; username: string; email: string },
) {
  const { id: game_id } = await findTestGame(context, input.game_id)
  return admitNewUser(context, { ...input, game_id, password_hash: await sharedHash(context) })
}

export const repeatTestUser = (context: Context, user_id: number) => newSession(context, user_id)

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
