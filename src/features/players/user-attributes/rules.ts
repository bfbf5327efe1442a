import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { findUserInGame } from '../users/rules.ts'
import { deleteAttributes, listAttributes, lockUser, insertAttributes } from './queries.ts'

interface Attribute {
  key: string
  value: string
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

const ownAttributes = async (tx: Transaction, user_id: number) => ({
  game_user_attributes: await tx.all(listAttributes, { user_id }),
})

/** Adds all of them or none. An existing key gets the new value. */
export function addAttributes(context: Context, player: Player, input: AttributeInput) {
  const attributes = JSON.stringify(collectAttributes(input))
  return inTransaction(context, async (tx) => {
    await tx.first(lockUser, { user_id: player.id })
    await tx.run(insertAttributes, { user_id: player.id, attributes })
    const answer = await ownAttributes(tx, player.id)
    if (answer.game_user_attributes.length > limits.attributes.value) {
      throw new Refusal('too_many_attributes')
    }
    return answer
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
  const removed = JSON.stringify([...keys].map((key) => ({ key })))
  return inTransaction(context, async (tx) => {
    const deleted = await tx.run(deleteAttributes, { user_id: player.id, removed })
    if (deleted < keys.size) throw new Refusal('attribute_not_found')
    return ownAttributes(tx, player.id)
  })
}

export async function showAttributes(context: ReadContext, player: Player, user_id: number) {
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  return { game_user_attributes: await context.db.all(listAttributes, { user_id }) }
}
