import { type Context, inTransaction, type Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import type { Reader } from '../../../storage/database.ts'
import { findOwnGroup, roleIn } from '../groups/rules.ts'
import {
  type AttributeRow,
  findAttribute,
  insertAttributes,
  listAttributes,
  reserveAttributes,
  updateAttribute,
} from './queries.ts'

interface Role {
  user_id: number
  is_admin: boolean
}

/** Attributes are for the members of the group. */
async function enterAsMember(reader: Reader, player: Player, id: number) {
  const group = await findOwnGroup(reader, player, id)
  const { is_member, is_admin } = await roleIn(reader, group.id, player.id)
  if (!is_member) throw new Refusal('group_attribute_forbidden')
  return { group, role: { user_id: player.id, is_admin } }
}

/** Of a member: the creator, any admin, and everybody where the creator said so. */
const mayEdit = (row: AttributeRow, { user_id, is_admin }: Role) =>
  is_admin || row.creator_id === user_id || row.others_can_edit === 1

const describe = (row: AttributeRow, role: Role) => ({
  ...row,
  others_can_edit: row.others_can_edit === 1,
  can_edit: mayEdit(row, role),
})

export async function showAttributes({ db }: Context, player: Player, group_id: number) {
  const { group, role } = await enterAsMember(db, player, group_id)
  const rows = await db.all(listAttributes, { group_id: group.id })
  return { attributes: rows.map((row) => describe(row, role)) }
}

interface Sent {
  key?: string
  value?: string
  others_can_edit?: boolean
  only_can_edit_by_creator?: boolean
}

/** A list, or one attribute by itself, or both. */
function gather({ attributes, ...single }: Sent & { attributes?: Sent[] }) {
  const alone = single.key !== undefined || single.value !== undefined
  const sent = [...(attributes ?? []), ...(alone ? [single] : [])]
  if (sent.length === 0) {
    throw new Refusal('invalid_input', { sentence: 'attributes is required.' })
  }
  return sent.map(({ key, value, others_can_edit, only_can_edit_by_creator = true }) => {
    if (key === undefined || value === undefined) {
      throw new Refusal('invalid_input', { sentence: 'An attribute needs key and value.' })
    }
    const open_to_others = others_can_edit ?? !only_can_edit_by_creator
    return { key, value, others_can_edit: Number(open_to_others) }
  })
}

/** All of them or none. */
export function addAttributes(
  context: Context,
  player: Player,
  { id, ...input }: Sent & { id: number; attributes?: Sent[] },
) {
  return inTransaction(context, async (tx) => {
    const { group, role } = await enterAsMember(tx, player, id)
    if (group.admins_only_can_create_attributes === 1 && !role.is_admin) {
      throw new Refusal('group_attribute_forbidden')
    }
    const added = gather(input)
    const count = { added: added.length, most: limits.attributes.value }
    if (!(await tx.first(reserveAttributes, { group_id: group.id, ...count }))) {
      throw new Refusal('too_many_group_attributes')
    }
    const rows = await tx.all(insertAttributes, {
      group_id: group.id,
      creator_id: player.id,
      attributes: JSON.stringify(added),
      now: tx.now(),
    })
    if (rows.length < added.length) throw new Refusal('group_attribute_exists')
    const in_order = rows.toSorted((one, other) => one.id - other.id)
    return { attributes: in_order.map((row) => describe(row, role)) }
  })
}

export function modifyAttribute(
  context: Context,
  player: Player,
  { id, key, value }: { id: number; key: string; value: string },
) {
  return inTransaction(context, async (tx) => {
    const { group, role } = await enterAsMember(tx, player, id)
    const row = await tx.first(findAttribute, { group_id: group.id, key })
    if (!row) throw new Refusal('group_attribute_not_found')
    if (!mayEdit(row, role)) throw new Refusal('group_attribute_forbidden')
    const changed = await tx.first(updateAttribute, { id: row.id, value })
    if (!changed) throw new Refusal('group_attribute_not_found')
    return describe(changed, role)
  })
}
