import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal, type RefusalCode } from '../../../errors.ts'
import { limitOffset, limits } from '../../../limits.ts'
import { queryWords, searchWords } from '../../../services/names.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { flagOrNull, idRows, step } from '../../../storage/statement.ts'
import { refuseGroupTexts } from '../../operations/word-filters/rules.ts'
import { refuseMuted } from '../../players/sanctions/rules.ts'
import { findUserInGame, summarize } from '../../players/users/rules.ts'
import { tellOfChangedGroup, tellOfDeletedGroup } from '../group-events/rules.ts'
import {
  countGroups,
  deleteGroup,
  deleteWords,
  findGroup,
  findMember,
  type GroupRow,
  insertFounder,
  insertGroup,
  insertWords,
  listGroups,
  listGroupsByWords,
  listGroupsOfUser,
  listGroupsOfUserByWords,
  listInvitesOfUser,
  listManyMembers,
  listMembers,
  listPending,
  listPendingPage,
  lockGroup,
  lockUserRow,
  type PendingRow,
  updateGroup,
} from './queries.ts'

interface GroupSettings {
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

function requireSameGame<R extends { game_id: number }>(
  row: R | undefined,
  player: { game_id: number },
  not_found: RefusalCode,
): R {
  if (!row) throw new Refusal(not_found)
  if (row.game_id !== player.game_id) throw new Refusal('other_game')
  return row
}

export type Group = GroupRow

export const findGroupInGame = async (reader: Reader, player: { game_id: number }, id: number) =>
  requireSameGame(await reader.first(findGroup, { id }), player, 'group_not_found')

/** For changes of its members and attributes, which then run one after the other. */
export const lockGroupInGame = async (tx: Transaction, player: Player, id: number) =>
  requireSameGame(await tx.first(lockGroup, { id }), player, 'group_not_found')

/**
 * The account cannot be deleted before the transaction ends. Users are locked before groups, so that transactions do not
 * wait for each other in a circle. Undefined: the account was deleted.
 */
export const lockUser = (tx: Transaction, id: number) => tx.first(lockUserRow, { id })

export const lockUserInGame = async (tx: Transaction, player: Player, id: number) =>
  requireSameGame(await lockUser(tx, id), player, 'user_not_found')

export async function findRole(reader: Reader, group_id: number, user_id: number) {
  const member = await reader.first(findMember, { group_id, user_id })
  return { is_member: member !== undefined, is_admin: member?.is_admin === 1 }
}

async function requireAdmin(reader: Reader, player: Player, group_id: number): Promise<void> {
  const { is_admin } = await findRole(reader, group_id, player.id)
  if (!is_admin) throw new Refusal('not_group_admin')
}

export async function lockGroupAsAdmin(tx: Transaction, player: Player, id: number) {
  const group = await lockGroupInGame(tx, player, id)
  await requireAdmin(tx, player, group.id)
  return group
}

type GroupSummary = Omit<GroupRow, 'game_id' | 'admins_only_can_create_attributes'>

export function presentGroup(row: GroupSummary) {
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

function presentPending(row: PendingRow, group: GroupSummary, viewer: Player) {
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
    status: 'pending' as const,
    inviter_id,
    group_id,
    user: summarize(row, viewer),
    inviter: summarize(inviter, viewer),
    group: presentGroup(group),
  }
}

const MANY_MEMBERS = 5000

/** Groups with members and pending connections. The number of queries does not depend on the number of groups. */
async function presentFullGroups(reader: Reader, viewer: Player, rows: GroupRow[]) {
  if (rows.length === 0) return []
  const wanted = idRows(rows.map(({ id }) => id))
  const are_many = rows.reduce((sum, { member_count }) => sum + member_count, 0) > MANY_MEMBERS
  const members = Map.groupBy(
    are_many
      ? await reader.all(listManyMembers, { wanted, viewer_id: viewer.id })
      : await reader.all(listMembers, { wanted }),
    ({ group_id }) => group_id,
  )
  const isAdmin = (member: { id: number; is_admin: number }) =>
    member.id === viewer.id && member.is_admin === 1
  const administered = rows.flatMap(({ id }) => (members.get(id)?.some(isAdmin) ? id : []))
  const max = limits.group_pending_shown.value
  const pending = Map.groupBy(
    administered.length === 0
      ? []
      : await reader.all(listPending, { wanted: idRows(administered), max }),
    ({ group_id }) => group_id,
  )
  return rows.flatMap((group) => {
    const shown_members = (members.get(group.id) ?? []).map((member) => ({
      ...summarize(member, viewer),
      joined_at: isoTime(member.joined_at),
      is_admin: member.is_admin === 1,
    }))
    // A group without members was deleted after its row was read.
    if (shown_members.length === 0) return []
    // The count may have changed since then too: it must equal the list.
    const row = { ...group, member_count: shown_members.length }
    const pendingOf = (kind: string) =>
      (pending.get(row.id) ?? [])
        .filter((entry) => entry.kind === kind)
        .map((entry) => presentPending(entry, row, viewer))
    return {
      ...presentGroup(row),
      admins_only_can_create_attributes: row.admins_only_can_create_attributes === 1,
      members: shown_members,
      admins: shown_members.filter(({ is_admin }) => is_admin),
      join_requests: pendingOf('join_request'),
      invites: pendingOf('invite'),
    }
  })
}

async function presentFullGroup(reader: Reader, viewer: Player, row: GroupRow) {
  const [group] = await presentFullGroups(reader, viewer, [row])
  if (!group) throw new Refusal('group_not_found')
  return group
}

/** For a user whose row is locked, so that of many requests at once none passes the limit. */
export async function refuseTooManyGroups(tx: Transaction, user_id: number): Promise<void> {
  const { groups = 0 } = (await tx.first(countGroups, { user_id })) ?? {}
  if (groups >= limits.groups_of_player.value) throw new Refusal('too_many_groups')
}

const wordsOf = ({ id, game_id, name }: GroupRow) => ({
  group_id: id,
  game_id,
  words: JSON.stringify(searchWords(name).map((word) => ({ word }))),
})

/** Refuses a name or type that is not allowed, and any new one of a muted player. */
async function refuseNewTexts(
  context: ReadContext,
  player: Player,
  wanted: GroupSettings,
  former?: GroupRow,
): Promise<void> {
  const are_new = await refuseGroupTexts(context, player.game_id, wanted, former)
  if (are_new) refuseMuted(player, context.now())
}

/** The founder becomes its first member and admin. */
export function createGroup(
  context: Context,
  player: Player,
  input: GroupSettings & { name: string },
) {
  return inTransaction(context, async (tx) => {
    await refuseNewTexts({ ...context, db: tx }, player, input)
    if (!(await lockUser(tx, player.id))) throw new Refusal('not_signed_in')
    await refuseTooManyGroups(tx, player.id)
    const row = await tx.first(insertGroup, {
      game_id: player.game_id,
      name: input.name,
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
    await tx.run(insertWords, wordsOf(row))
    return presentFullGroup(tx, player, row)
  })
}

interface Page {
  page?: number
  per_page?: number
}

interface GroupFilter extends Page {
  query?: string
  user_id?: number
  with_full_data?: boolean
}

const LAST_CHARACTER = '\u{10FFFF}'

async function findGroups({ db }: ReadContext, player: Player, filter: GroupFilter) {
  const { limit, offset } = limitOffset(filter)
  // The longest word comes first, because few names have it.
  const ranges = queryWords(filter.query ?? '')
    .sort((a, b) => b.length - a.length)
    .slice(0, limits.group_query_words.value)
    // All words that begin with it.
    .map((word) => ({ word, word_end: word + LAST_CHARACTER }))
  const [first, ...others] = ranges
  const parameters = { game_id: player.game_id, viewer_id: player.id, limit, offset }
  if (filter.user_id !== undefined) {
    const { id } = await findUserInGame(db, player, filter.user_id)
    const wanted = { ...parameters, user_id: id, words: JSON.stringify(ranges) }
    return db.all(first ? listGroupsOfUserByWords : listGroupsOfUser, wanted)
  }
  if (!first) return db.all(listGroups, { ...parameters, end: offset + limit })
  const wanted = { ...parameters, ...first, words: JSON.stringify(others) }
  return db.all(listGroupsByWords, { ...wanted, max_searched: limits.groups_searched.value })
}

export async function searchGroups(context: ReadContext, player: Player, filter: GroupFilter) {
  const rows = await findGroups(context, player, filter)
  const groups = filter.with_full_data
    ? await presentFullGroups(context.db, player, rows)
    : rows.map(presentGroup)
  return { groups }
}

export async function showGroup(
  { db }: ReadContext,
  player: Player,
  { id, with_full_data = true }: { id: number; with_full_data?: boolean },
) {
  const row = await findGroupInGame(db, player, id)
  return with_full_data ? presentFullGroup(db, player, row) : presentGroup(row)
}

/** Only admins may. */
export async function listPendingOfGroup(
  { db }: Context,
  player: Player,
  { id, kind, ...page }: Page & { id: number; kind: 'invite' | 'join_request' },
) {
  const group = await findGroupInGame(db, player, id)
  await requireAdmin(db, player, id)
  const rows = await db.all(listPendingPage, { group_id: id, kind, ...limitOffset(page) })
  return rows.map((row) => presentPending(row, group, player))
}

export async function listOwnInvites({ db }: Context, player: Player, page: Page) {
  const rows = await db.all(listInvitesOfUser, { user_id: player.id, ...limitOffset(page) })
  return {
    invites: rows.map((row) => presentPending(row, { ...row, id: row.group_id }, player)),
  }
}

export function changeGroup(
  context: Context,
  player: Player,
  changes: GroupSettings & { id: number },
) {
  return inTransaction(context, async (tx) => {
    const { id, name, group_type, max_group_size } = changes
    const group = await findGroupInGame(tx, player, id)
    await requireAdmin(tx, player, id)
    await refuseNewTexts({ ...context, db: tx }, player, changes, group)
    const row = await tx.first(updateGroup, {
      id,
      name: name ?? null,
      group_type: group_type === '' ? DEFAULT_TYPE : (group_type ?? null),
      max_group_size: max_group_size ?? null,
      can_auto_join: flagOrNull(changes.can_auto_join),
      is_invite_only: flagOrNull(changes.is_invite_only),
      searchable: flagOrNull(changes.searchable),
      admins_only_can_create_attributes: flagOrNull(changes.admins_only_can_create_attributes),
    })
    if (!row) throw new Refusal('group_has_more_members')
    if (name !== undefined)
      await tx.inOrder(step(deleteWords, { group_id: id }), step(insertWords, wordsOf(row)))
    await tellOfChangedGroup(tx, player, row)
    return presentFullGroup(tx, player, row)
  })
}

/** Its connections, attributes and chat are deleted with it. */
export function removeGroup(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    await tellOfDeletedGroup(tx, player, await lockGroupAsAdmin(tx, player, id))
    await tx.run(deleteGroup, { id })
    return { message: 'group has been deleted' }
  })
}
