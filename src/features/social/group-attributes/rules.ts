import { type Context, inTransaction, type Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import type { Reader } from '../../../storage/database.ts'
import { findGroupInGame, findRole } from '../groups/rules.ts'
import {
  type AttributeRow,
  findAttribute,
  insertAttributes,
  listAttributes,
  listAttributesByKey,
  updateAttributeCount,
  updateAttribute,
} from './queries.ts'

interface Role {
  user_id: number
  is_admin: boolean
}

/** Only members of a group may see its attributes. */
async function requireMember(reader: Reader, player: Player, id: number) {
  const group = await findGroupInGame(reader, player, id)
  const { is_member, is_admin } = await findRole(reader, group.id, player.id)
  if (!is_member) throw new Refusal('group_attribute_forbidden')
  return { group, role: { user_id: player.id, is_admin } }
}

/** The creator and any admin may, and every member if the creator allows it. */
const mayEdit = (row: AttributeRow, { user_id, is_admin }: Role) =>
  is_admin || row.creator_id === user_id || row.others_can_edit === 1

const presentAttribute = (row: AttributeRow, role: Role) => ({
  ...row,
  others_can_edit: row.others_can_edit === 1,
  can_edit: mayEdit(row, role),
})

export async function listGroupAttributes({ db }: Context, player: Player, group_id: number) {
  const { group, role } = await requireMember(db, player, group_id)
  const rows = await db.all(listAttributes, { group_id: group.id })
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
    const { group, role } = await requireMember(tx, player, id)
    const row = await tx.first(findAttribute, { group_id: group.id, key })
    if (!row) throw new Refusal('group_attribute_not_found')
    if (!mayEdit(row, role)) throw new Refusal('group_attribute_forbidden')
    const changed = await tx.first(updateAttribute, { id: row.id, value })
    if (!changed) throw new Refusal('group_attribute_not_found')
    return presentAttribute(changed, role)
  })
}
