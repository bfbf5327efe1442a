import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { part } from '../../../services/paging.ts'
import { caseBlind } from '../../../services/secrets.ts'
import type { Reader } from '../../../storage/database.ts'
import { findFellow, summarize } from '../../players/users/rules.ts'
import {
  deleteGroup,
  findGroup,
  findMember,
  type GroupRow,
  insertFounder,
  insertGroup,
  listGroups,
  listGroupsOfUser,
  listMembers,
  listPending,
  lockGroup,
  lockUser,
  type PendingRow,
  updateGroup,
} from './queries.ts'

interface Settings {
  name?: string
  group_type?: string
  max_group_size?: number
  can_auto_join?: boolean
  is_invite_only?: boolean
  searchable?: boolean
  admins_only_can_create_attributes?: boolean
}

const DEFAULT_TYPE = 'default'
const DEFAULT_SIZE = 100

function own(row: GroupRow | undefined, player: Player): GroupRow {
  if (!row) throw new Refusal('group_not_found')
  if (row.game_id !== player.game_id) throw new Refusal('other_game')
  return row
}

/** A group of the player's game. Of another game: refused, not shown. */
export const findOwnGroup = async (reader: Reader, player: Player, id: number) =>
  own(await reader.first(findGroup, { id }), player)

/** The same for whoever changes who belongs to it: nobody else does so until the transaction ends. */
export const holdOwnGroup = async (tx: Transaction, player: Player, id: number) =>
  own(await tx.first(lockGroup, { id }), player)

/** The account is not deleted before the transaction ends. Held before any group. Undefined: it is gone. */
export const holdAccount = (tx: Transaction, id: number) => tx.first(lockUser, { id })

export async function holdFellow(tx: Transaction, player: Player, id: number) {
  const row = await holdAccount(tx, id)
  if (!row) throw new Refusal('user_not_found')
  if (row.game_id !== player.game_id) throw new Refusal('other_game')
  return row
}

/** What the user is in the group. */
export async function roleIn(reader: Reader, group_id: number, user_id: number) {
  const member = await reader.first(findMember, { group_id, user_id })
  return { is_member: member !== undefined, is_admin: member?.is_admin === 1 }
}

export async function refuseOthersThanAdmins(reader: Reader, player: Player, group_id: number) {
  const { is_admin } = await roleIn(reader, group_id, player.id)
  if (!is_admin) throw new Refusal('not_group_admin')
}

type GroupSummary = Pick<
  GroupRow,
  | 'id'
  | 'name'
  | 'group_type'
  | 'can_auto_join'
  | 'is_invite_only'
  | 'max_group_size'
  | 'searchable'
  | 'member_count'
>

export function describeGroup(row: GroupSummary) {
  const { id, name, group_type, max_group_size, member_count } = row
  return {
    id,
    name,
    group_type,
    can_auto_join: row.can_auto_join === 1,
    is_invite_only: row.is_invite_only === 1,
    max_group_size,
    searchable: row.searchable === 1,
    member_count,
  }
}

function describePending(row: PendingRow, group: GroupRow, viewer: Player) {
  const { connection_id: id, inviter_id, group_id } = row
  const inviter = {
    id: inviter_id,
    game_id: row.game_id,
    username: row.inviter_username,
    email: row.inviter_email,
    credits: row.inviter_credits,
    score: row.inviter_score,
  }
  return {
    id,
    status: 'pending',
    inviter_id,
    group_id,
    user: summarize(row, viewer),
    inviter: summarize(inviter, viewer),
    group: describeGroup(group),
  }
}

const idsOf = (rows: { id: number }[]) => JSON.stringify(rows.map(({ id }) => ({ id })))

/** The groups with their people, in as many statements for a hundred groups as for one. */
async function describeFully(reader: Reader, viewer: Player, rows: GroupRow[]) {
  if (rows.length === 0) return []
  const members = Map.groupBy(
    await reader.all(listMembers, { wanted: idsOf(rows) }),
    ({ group_id }) => group_id,
  )
  const led = rows.filter(({ id }) =>
    members.get(id)?.some((member) => member.id === viewer.id && member.is_admin === 1),
  )
  const most = limits.group_pending.value
  const pending = Map.groupBy(
    led.length === 0 ? [] : await reader.all(listPending, { wanted: idsOf(led), most }),
    ({ group_id }) => group_id,
  )
  return rows.flatMap((found) => {
    const people = (members.get(found.id) ?? []).map((member) => ({
      ...summarize(member, viewer),
      joined_at: new Date(member.joined_at).toISOString(),
      is_admin: member.is_admin === 1,
    }))
    // Nobody is in it: it was deleted just now. And the number is that of the people shown.
    if (people.length === 0) return []
    const row = { ...found, member_count: people.length }
    const waiting = (kind: string) =>
      (pending.get(row.id) ?? [])
        .filter((entry) => entry.kind === kind)
        .map((entry) => describePending(entry, row, viewer))
    return {
      ...describeGroup(row),
      admins_only_can_create_attributes: row.admins_only_can_create_attributes === 1,
      members: people,
      admins: people.filter(({ is_admin }) => is_admin),
      join_requests: waiting('join_request'),
      invites: waiting('invite'),
    }
  })
}

async function describeOne(reader: Reader, viewer: Player, row: GroupRow) {
  const [group] = await describeFully(reader, viewer, [row])
  if (!group) throw new Refusal('group_not_found')
  return group
}

const flag = (value: boolean | undefined) => (value === undefined ? null : Number(value))

/** The founder is its first member and admin. */
export function createGroup(context: Context, player: Player, input: Settings & { name: string }) {
  return inTransaction(context, async (tx) => {
    if (!(await holdAccount(tx, player.id))) throw new Refusal('not_signed_in')
    const row = await tx.first(insertGroup, {
      game_id: player.game_id,
      name: input.name,
      name_key: caseBlind(input.name),
      group_type: input.group_type || DEFAULT_TYPE,
      max_group_size: input.max_group_size ?? DEFAULT_SIZE,
      can_auto_join: Number(input.can_auto_join ?? false),
      is_invite_only: Number(input.is_invite_only ?? false),
      searchable: Number(input.searchable ?? true),
      admins_only_can_create_attributes: Number(input.admins_only_can_create_attributes ?? false),
      now: tx.now(),
    })
    if (!row) throw new Error('the new group has no id')
    await tx.run(insertFounder, { group_id: row.id, user_id: player.id, now: tx.now() })
    return describeOne(tx, player, row)
  })
}

interface Wish {
  page?: number
  per_page?: number
  query?: string
  user_id?: number
  with_full_data?: boolean
}

/** `%` and `_` in a name are signs like any other. */
const containing = (text: string) => `%${caseBlind(text).replaceAll(/[!%_]/g, '!$&')}%`

async function findGroups({ db }: Context, player: Player, wish: Wish): Promise<GroupRow[]> {
  const { limit, offset } = part(wish)
  const name_part = containing(wish.query ?? '')
  const wanted = { game_id: player.game_id, viewer_id: player.id, name_part, limit, offset }
  if (wish.user_id === undefined) return db.all(listGroups, { ...wanted, end: offset + limit })
  const { id } = await findFellow(db, player, wish.user_id)
  return db.all(listGroupsOfUser, { ...wanted, user_id: id })
}

export async function searchGroups(context: Context, player: Player, wish: Wish) {
  const rows = await findGroups(context, player, wish)
  const groups = wish.with_full_data
    ? await describeFully(context.db, player, rows)
    : rows.map(describeGroup)
  return { groups }
}

export async function showGroup(
  { db }: Context,
  player: Player,
  { id, with_full_data = true }: { id: number; with_full_data?: boolean },
) {
  const row = await findOwnGroup(db, player, id)
  return with_full_data ? describeOne(db, player, row) : describeGroup(row)
}

export function changeGroup(context: Context, player: Player, changes: Settings & { id: number }) {
  return inTransaction(context, async (tx) => {
    const { id, name, group_type, max_group_size } = changes
    await findOwnGroup(tx, player, id)
    await refuseOthersThanAdmins(tx, player, id)
    const row = await tx.first(updateGroup, {
      id,
      name: name ?? null,
      name_key: name === undefined ? null : caseBlind(name),
      group_type: group_type === '' ? DEFAULT_TYPE : (group_type ?? null),
      max_group_size: max_group_size ?? null,
      can_auto_join: flag(changes.can_auto_join),
      is_invite_only: flag(changes.is_invite_only),
      searchable: flag(changes.searchable),
      admins_only_can_create_attributes: flag(changes.admins_only_can_create_attributes),
    })
    if (!row) throw new Refusal('group_has_more_members')
    return describeOne(tx, player, row)
  })
}

/** With its connections and attributes. */
export function removeGroup(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    await holdOwnGroup(tx, player, id)
    await refuseOthersThanAdmins(tx, player, id)
    await tx.run(deleteGroup, { id })
    return { message: 'group has been deleted' }
  })
}
