import { lockPlayerRow } from '../../features/economy/credits/rules.ts'
import {
  listValues,
  lockGameValue,
  type Owner,
  readValue,
  removeValue,
  writeValue,
} from '../../features/operations/game-storage/rules.ts'
import { findPlayerOfGame } from '../../features/players/sessions/rules.ts'
import { limits } from '../../limits.ts'
import type { Player, Storage } from '../game.ts'
import type { Scope } from '../scope.ts'
import { readJson, readText } from './arguments.ts'
import { inGame } from './economy.ts'

const readKey = (key: string) => readText('key', key, limits.stored_key_characters.value)

/** A player of another game has no values here. */
async function ownerOf(scope: Scope, of: Player | undefined): Promise<Owner> {
  if (of === undefined) return { game_id: scope.game_id }
  return { user_id: (await findPlayerOfGame(scope.tx, inGame(scope, of))).id }
}

/** What code reads, it often writes next. Of many requests at once, each sees what the one before has stored. */
async function lockOwner(scope: Scope, of: Player | undefined, key: string): Promise<Owner> {
  const owner = await ownerOf(scope, of)
  if ('user_id' in owner) await lockPlayerRow(scope.tx, owner.user_id)
  else await lockGameValue(scope.tx, owner.game_id, key)
  return owner
}

export const storageOf = (scope: Scope): Storage => ({
  get: (key, of) =>
    scope.run(async () => {
      const value = await readValue(scope.tx, await lockOwner(scope, of, readKey(key)), key)
      return value === undefined ? undefined : JSON.parse(value)
    }),
  set: (key, value, of) =>
    scope.run(async () => {
      const stored = { key: readKey(key), value: readJson('value', value) }
      await writeValue(scope.tx, await lockOwner(scope, of, key), stored)
    }),
  delete: (key, of) =>
    scope.run(async () => removeValue(scope.tx, await lockOwner(scope, of, readKey(key)), key)),
  list: (prefix, { player, after } = {}) =>
    scope.run(async () => {
      const range = { prefix: readKey(prefix), after }
      const rows = await listValues(scope.tx, await ownerOf(scope, player), range)
      return rows.map(({ key, value }) => ({ key, value: JSON.parse(value) }))
    }),
})
