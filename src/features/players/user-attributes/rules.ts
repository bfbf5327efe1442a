import { refuseServerAttributes } from '../../../access/permissions.ts'
import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits, pageOrAll } from '../../../limits.ts'
import type { Reader } from '../../../storage/database.ts'
import { step } from '../../../storage/statement.ts'
import { findUserInGame } from '../users/rules.ts'
import {
  deleteAttributes,
  findValue,
  listAttributes,
  lockUser,
  countAttributes,
  insertAttributes,
} from './queries.ts'

interface Attribute {
  key: string
  value: string
}

interface PageInput {
  page?: number
  per_page?: number
}

interface AttributeInput {
  key?: string
  value?: string
  attributes?: Attribute[]
}

const missingField = (field: string) =>
  new Refusal('invalid_input', {
    sentence: `${field} is required: each attribute needs a key and a value.`,
  })

/** One attribute, a list of attributes, or both. If a key is sent twice, the last value is used. */
function collectAttributes({ key, value, attributes = [] }: AttributeInput): Attribute[] {
  const has_single = key !== undefined || value !== undefined || attributes.length === 0
  if (has_single && key === undefined) throw missingField('key')
  if (has_single && value === undefined) throw missingField('value')
  const all = new Map(attributes.map((attribute) => [attribute.key, attribute.value]))
  if (key !== undefined && value !== undefined) all.set(key, value)
  return [...all].map(([name, text]) => ({ key: name, value: text }))
}

const readAttributes = async (reader: Reader, user_id: number, page: PageInput = {}) => ({
  game_user_attributes: await reader.all(listAttributes, { user_id, ...pageOrAll(page) }),
})

interface Size {
  count: number
  bytes: number
}

/** What was too large before there was a limit may become smaller in steps. */
function refuseTooLarge(before: Size, after: Size): void {
  if (after.count > limits.attributes.value) throw new Refusal('too_many_attributes')
  if (after.bytes > limits.user_attributes_bytes.value && after.bytes > before.bytes)
    throw new Refusal('attributes_too_large')
}

export async function saveAttributes(
  tx: Transaction,
  user_id: number,
  added: Attribute[],
): Promise<void> {
  const [, [before], , [after]] = await tx.inOrder(
    step(lockUser, { user_id }),
    step(countAttributes, { user_id }),
    step(insertAttributes, { user_id, attributes: JSON.stringify(added) }),
    step(countAttributes, { user_id }),
  )
  if (!before || !after) throw new Error('the attributes were not measured')
  refuseTooLarge(before, after)
}

/** Undefined: the user has no such attribute. */
export const findAttribute = async (reader: Reader, user_id: number, key: string) =>
  (await reader.first(findValue, { user_id, key }))?.value

/** Adds all of them or none. An existing key gets the new value. */
export function addAttributes(context: Context, player: Player, input: AttributeInput) {
  const { id: user_id } = player
  const added = collectAttributes(input)
  refuseServerAttributes(
    player,
    added.map(({ key }) => key),
  )
  return inTransaction(context, async (tx) => {
    await saveAttributes(tx, user_id, added)
    return readAttributes(tx, user_id)
  })
}

interface RemovalInput {
  game_user_attribute_key?: string
  game_user_attribute_keys?: string[]
  key?: string
}

function keysToRemove({
  game_user_attribute_key,
  game_user_attribute_keys = [],
  key,
}: RemovalInput): Set<string> {
  const single = [game_user_attribute_key, key].filter((name) => name !== undefined)
  const keys = new Set([...single, ...game_user_attribute_keys])
  if (keys.size > 0) return keys
  const sentence = 'game_user_attribute_key or game_user_attribute_keys is required.'
  throw new Refusal('invalid_input', { sentence })
}

/** Removes all of them or none: one unknown key is enough to keep the others. */
export function removeAttributes(context: Context, player: Player, input: RemovalInput) {
  const keys = keysToRemove(input)
  refuseServerAttributes(player, keys)
  return inTransaction(context, async (tx) => {
    await dropAttributes(tx, player.id, keys)
    return readAttributes(tx, player.id)
  })
}

/** To be called in a transaction that is refused with it. */
export async function dropAttributes(
  tx: Transaction,
  user_id: number,
  keys: ReadonlySet<string>,
): Promise<void> {
  const removed = JSON.stringify([...keys].map((key) => ({ key })))
  const deleted = await tx.run(deleteAttributes, { user_id, removed })
  if (deleted < keys.size) throw new Refusal('attribute_not_found')
}

export async function showAttributes(
  context: ReadContext,
  player: Player,
  { user_id, ...page }: PageInput & { user_id: number },
) {
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  return readAttributes(context.db, user_id, page)
}
