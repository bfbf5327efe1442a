import { mayWriteAttribute, refuseServerAttributes } from '../../../access/permissions.ts'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits, pageOrAll } from '../../../limits.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { tellOfAttributes } from '../group-events/rules.ts'
import type { Group } from '../group-views/rules.ts'
import { findGroupInGame, findRole, lockGroupInGame } from '../groups/rules.ts'
import {
  type AttributeRow,
  deleteAttributes,
  findAttribute,
  insertAttributes,
  listAttributes,
  listAttributesByCreator,
  listAttributesByKey,
  listKeyRows,
  countAttributeBytes,
  updateAttributeCount,
  updateAttribute,
} from './queries.ts'

interface Role {
  player: Player
  is_admin: boolean
}

async function requireRole(reader: Reader, player: Player, group: Group): Promise<Role> {
  const { is_member, is_admin } = await findRole(reader, group.id, player.id)
  if (!is_member) throw new Refusal('group_attribute_forbidden')
  return { player, is_admin }
}

/** Only members of a group may see its attributes. */
async function requireMember(reader: Reader, player: Player, id: number) {
  const group = await findGroupInGame(reader, player, id)
  return { group, role: await requireRole(reader, player, group) }
}

/** For changes of existing attributes, which run one after the other. */
async function lockAsMember(tx: Transaction, player: Player, id: number) {
  const group = await lockGroupInGame(tx, player, id)
  return { group, role: await requireRole(tx, player, group) }
}

const mayRemove = ({ creator_id }: { creator_id: number }, { player, is_admin }: Role) =>
  is_admin || creator_id === player.id

/** The creator and any admin may, and every member if the creator allows it. */
const mayEdit = (row: AttributeRow, role: Role) => mayRemove(row, role) || row.others_can_edit === 1

/** Called after attributes have grown. What members add still counts as theirs after they have left. */
async function refuseTooLarge(tx: Transaction, group_id: number, creator_id: number) {
  const size = await tx.first(countAttributeBytes, { group_id, creator_id })
  if (!size) throw new Error('the attributes were not measured')
  if (size.bytes > limits.group_attributes_bytes.value)
    throw new Refusal('group_attributes_too_large')
  if (size.share > limits.group_share_bytes.value) throw new Refusal('group_share_too_large')
}

const presentAttribute = (row: AttributeRow, role: Role) => ({
  ...row,
  others_can_edit: row.others_can_edit === 1,
  can_edit: mayEdit(row, role) && mayWriteAttribute(role.player, row.key),
})

export async function listGroupAttributes(
  { db }: Context,
  player: Player,
  { id, ...page }: { id: number; page?: number; per_page?: number },
) {
  const { group, role } = await requireMember(db, player, id)
  const rows = await db.all(listAttributes, { group_id: group.id, ...pageOrAll(page) })
  return { attributes: rows.map((row) => presentAttribute(row, role)) }
}

/** Those of the keys that the group has. */
export async function listGroupAttributesByKey(
  { db }: Context,
  player: Player,
  { id, keys }: { id: number; keys: string[] },
) {
  const { group, role } = await requireMember(db, player, id)
  const wanted = JSON.stringify(keys.map((key) => ({ key })))
  const rows = await db.all(listAttributesByKey, { group_id: group.id, wanted })
  return { attributes: rows.map((row) => presentAttribute(row, role)) }
}

export async function showGroupAttribute(
  context: Context,
  player: Player,
  { id, key }: { id: number; key: string },
) {
  const { attributes } = await listGroupAttributesByKey(context, player, { id, keys: [key] })
  if (!attributes[0]) throw new Refusal('group_attribute_not_found')
  return attributes[0]
}

interface AttributeInput {
  key?: string
  value?: string
  others_can_edit?: boolean
  only_can_edit_by_creator?: boolean
}

/** Clients send a list, a single attribute, or both. */
function readAttributes({
  attributes,
  ...single
}: AttributeInput & { attributes?: AttributeInput[] }) {
  const has_single = single.key !== undefined || single.value !== undefined
  const inputs = [...(attributes ?? []), ...(has_single ? [single] : [])]
  if (inputs.length === 0) {
    throw new Refusal('invalid_input', { sentence: 'attributes is required.' })
  }
  return inputs.map(({ key, value, others_can_edit, only_can_edit_by_creator = true }) => {
    if (key === undefined || value === undefined) {
      throw new Refusal('invalid_input', { sentence: 'An attribute needs key and value.' })
    }
    return { key, value, others_can_edit: Number(others_can_edit ?? !only_can_edit_by_creator) }
  })
}

/** Adds all of them or none. */
export function addGroupAttributes(
  context: Context,
  player: Player,
  { id, ...input }: AttributeInput & { id: number; attributes?: AttributeInput[] },
) {
  return inTransaction(context, async (tx) => {
    const { group, role } = await requireMember(tx, player, id)
    if (group.admins_only_can_create_attributes === 1 && !role.is_admin) {
      throw new Refusal('group_attribute_forbidden')
    }
    const added = readAttributes(input)
    refuseServerAttributes(
      player,
      added.map(({ key }) => key),
    )
    const count = { added: added.length, max: limits.attributes.value }
    if (!(await tx.first(updateAttributeCount, { group_id: group.id, ...count }))) {
      throw new Refusal('too_many_group_attributes')
    }
    const rows = await tx.all(insertAttributes, {
      group_id: group.id,
      creator_id: player.id,
      attributes: JSON.stringify(added),
      now: tx.now(),
    })
    if (rows.length < added.length) throw new Refusal('group_attribute_exists')
    await refuseTooLarge(tx, group.id, player.id)
    const keys = added.map(({ key }) => key)
    await tellOfAttributes(tx, player, group, { change: 'added', keys })
    const sorted = rows.toSorted((one, other) => one.id - other.id)
    return { attributes: sorted.map((row) => presentAttribute(row, role)) }
  })
}

export function changeGroupAttribute(
  context: Context,
  player: Player,
  { id, key, value }: { id: number; key: string; value: string },
) {
  return inTransaction(context, async (tx) => {
    const { group, role } = await lockAsMember(tx, player, id)
    const row = await tx.first(findAttribute, { group_id: group.id, key })
    if (!row) throw new Refusal('group_attribute_not_found')
    if (!mayEdit(row, role)) throw new Refusal('group_attribute_forbidden')
    refuseServerAttributes(player, [key])
    const changed = await tx.first(updateAttribute, { id: row.id, value })
    if (!changed) throw new Refusal('group_attribute_not_found')
    if (Buffer.byteLength(value) > Buffer.byteLength(row.value))
      await refuseTooLarge(tx, group.id, row.creator_id)
    await tellOfAttributes(tx, player, group, { change: 'changed', keys: [key] })
    return presentAttribute(changed, role)
  })
}

/** As staff, who are not members: a new attribute has no creator. Returns the old value; undefined: it is new. */
export async function putAttribute(
  tx: Transaction,
  player: Player,
  group: Group,
  { key, value }: { key: string; value: string },
): Promise<string | undefined> {
  const row = await tx.first(findAttribute, { group_id: group.id, key })
  if (row) await tx.first(updateAttribute, { id: row.id, value })
  else {
    const count = { added: 1, max: limits.attributes.value }
    if (!(await tx.first(updateAttributeCount, { group_id: group.id, ...count })))
      throw new Refusal('too_many_group_attributes')
    await tx.all(insertAttributes, {
      group_id: group.id,
      creator_id: player.id,
      attributes: JSON.stringify([{ key, value, others_can_edit: 0 }]),
      now: tx.now(),
    })
  }
  await refuseTooLarge(tx, group.id, row?.creator_id ?? player.id)
  await tellOfAttributes(tx, player, group, { change: row ? 'changed' : 'added', keys: [key] })
  return row?.value
}

/** As staff. Returns its value. */
export async function takeAttribute(
  tx: Transaction,
  player: Player,
  group: Group,
  key: string,
): Promise<string> {
  const row = await tx.first(findAttribute, { group_id: group.id, key })
  if (!row) throw new Refusal('group_attribute_not_found')
  await tx.run(deleteAttributes, { removed: idRows([row.id]) })
  const count = { added: -1, max: limits.attributes.value }
  await tx.first(updateAttributeCount, { group_id: group.id, ...count })
  await tellOfAttributes(tx, player, group, { change: 'removed', keys: [key] })
  return row.value
}

interface RemovalInput {
  key?: string
  keys?: string[]
  creator_id?: number
}

function readRemoval({ key, keys = [], creator_id }: RemovalInput) {
  const names = new Set([...(key === undefined ? [] : [key]), ...keys])
  if (names.size > 0 && creator_id !== undefined) {
    const sentence = 'Send either keys or creator_id, not both.'
    throw new Refusal('invalid_input', { sentence })
  }
  if (names.size === 0 && creator_id === undefined) {
    throw new Refusal('invalid_input', { sentence: 'key, keys or creator_id is required.' })
  }
  return { names, creator_id }
}

/** All of these keys or none: one unknown key is enough to keep the others. */
async function findByKeys(tx: Transaction, group_id: number, names: Set<string>, role: Role) {
  const named = JSON.stringify([...names].map((key) => ({ key })))
  const rows = await tx.all(listKeyRows, { group_id, named })
  if (rows.length < names.size) throw new Refusal('group_attribute_not_found')
  if (!rows.every((row) => mayRemove(row, role))) throw new Refusal('group_attribute_forbidden')
  refuseServerAttributes(role.player, names)
  return rows
}

/** Everything that a user added, except what only the game's server may remove. */
async function findByCreator(tx: Transaction, group_id: number, creator_id: number, role: Role) {
  if (!mayRemove({ creator_id }, role)) throw new Refusal('group_attribute_forbidden')
  const rows = await tx.all(listAttributesByCreator, { group_id, creator_id })
  const removable = rows.filter(({ key }) => mayWriteAttribute(role.player, key))
  if (removable.length === 0) throw new Refusal('group_attribute_not_found')
  return removable
}

/** Its author and admins may; `others_can_edit` does not let others remove it. */
export function removeGroupAttributes(
  context: Context,
  player: Player,
  { id, ...input }: RemovalInput & { id: number },
) {
  const { names, creator_id } = readRemoval(input)
  return inTransaction(context, async (tx) => {
    const { group, role } = await lockAsMember(tx, player, id)
    const rows =
      creator_id === undefined
        ? await findByKeys(tx, group.id, names, role)
        : await findByCreator(tx, group.id, creator_id, role)
    const removed = await tx.run(deleteAttributes, { removed: idRows(rows.map((row) => row.id)) })
    const count = { added: -removed, max: limits.attributes.value }
    await tx.first(updateAttributeCount, { group_id: group.id, ...count })
    const keys = rows.map(({ key }) => key)
    await tellOfAttributes(tx, player, group, { change: 'removed', keys })
    return { message: 'attributes removed', removed }
  })
}
