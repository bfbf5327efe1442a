import type { Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import type { Reader } from '../../../storage/database.ts'
import {
  countPlayerValues,
  deleteGameValue,
  deletePlayerValue,
  findGameValue,
  findPlayerValue,
  insertGameValue,
  insertPlayerValue,
  listGameValues,
  limitWaits,
  listPlayerValues,
  lockUser,
  reserveValue,
} from './queries.ts'

/** Whose values: those of a player, or of the game itself. */
export type Owner = { user_id: number } | { game_id: number }

const invalid = (sentence: string) => new Refusal('invalid_input', { sentence })

function refuseBadKey(key: string): void {
  const max = limits.stored_key_characters.value
  if (key.length === 0 || key.length > max || key.includes('\0') || !key.isWellFormed())
    throw invalid(`A key of the storage must be 1 to ${max} characters of valid text.`)
}

const MIN_WAIT_MS = 80
const MAX_WAIT_MS = 180

/** Of two who wait for each other, one gives up earlier than the other. */
const someWait = () => MIN_WAIT_MS + Math.floor(Math.random() * (MAX_WAIT_MS - MIN_WAIT_MS))

/** Before code reads: what it decides on stays as it is for this player until the transaction ends. */
export const prepareToWrite = (tx: Transaction, user_id: number) =>
  Promise.all([tx.first(limitWaits, { ms: String(someWait()) }), tx.first(lockUser, { user_id })])

/** Nobody else reads or writes this value of the game until the transaction ends, so that it can be read and then changed. */
export const lockGameValue = (tx: Transaction, game_id: number, key: string) =>
  tx.first(reserveValue, { name: `${game_id} ${key}` })

/** As JSON. Undefined: there is none. */
export async function readValue(
  reader: Reader,
  owner: Owner,
  key: string,
): Promise<string | undefined> {
  const row =
    'user_id' in owner
      ? await reader.first(findPlayerValue, { ...owner, key })
      : await reader.first(findGameValue, { ...owner, key })
  return row?.value
}

/** The value is JSON. */
export async function writeValue(
  tx: Transaction,
  owner: Owner,
  { key, value }: { key: string; value: string },
): Promise<void> {
  refuseBadKey(key)
  const max_bytes = limits.stored_value_bytes.value
  if (Buffer.byteLength(value) > max_bytes)
    throw invalid(`A value of the storage must be at most ${max_bytes} bytes of JSON.`)
  const row = { key, value, now: tx.now() }
  if ('game_id' in owner) {
    await tx.run(insertGameValue, { ...owner, ...row })
    return
  }
  await tx.run(insertPlayerValue, { ...owner, ...row })
  const max = limits.stored_values_of_player.value
  const counted = await tx.first(countPlayerValues, { ...owner, max: max + 1 })
  if (counted && counted.count > max) throw invalid(`A player has at most ${max} stored values.`)
}

export async function removeValue(tx: Transaction, owner: Owner, key: string): Promise<void> {
  if ('user_id' in owner) await tx.run(deletePlayerValue, { ...owner, key })
  else await tx.run(deleteGameValue, { ...owner, key })
}

const LAST_CHARACTER = '\u{10FFFF}'
const PER_PAGE = 100

/** By key, those that begin with the prefix. */
export function listValues(
  reader: Reader,
  owner: Owner,
  { prefix, after = '' }: { prefix: string; after?: string | undefined },
) {
  const range = { prefix, after, to: prefix + LAST_CHARACTER, limit: PER_PAGE }
  return 'user_id' in owner
    ? reader.all(listPlayerValues, { ...owner, ...range })
    : reader.all(listGameValues, { ...owner, ...range })
}
