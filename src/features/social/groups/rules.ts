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
import type { Reader } from '../../../storage/database.ts'
import { flagOrNull, step } from '../../../storage/statement.ts'
import { refuseGroupTexts } from '../../operations/word-filters/rules.ts'
import { refuseMuted } from '../../players/sanctions/rules.ts'
import { findUserInGame } from '../../players/users/rules.ts'
import { tellOfChangedGroup, tellOfDeletedGroup } from '../group-events/rules.ts'
import {
  type Group,
  presentGroup,
  presentPending,
  readFullGroup,
  readFullGroups,
} from '../group-views/rules.ts'
import {
  countGroups,
  deleteGroup,
  deleteWords,
  findGroup,
  findMember,
  insertFounder,
  insertGroup,
  insertWords,
  listGroups,
  listGroupsByWords,
  listGroupsOfUser,
  listGroupsOfUserByWords,
  listInvitesOfUser,
  listPendingPage,
  lockGroup,
  lockUserRow,
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

/** For a user whose row is locked, so that of many requests at once none passes the limit. */
export async function refuseTooManyGroups(tx: Transaction, user_id: number): Promise<void> {
  const { groups = 0 } = (await tx.first(countGroups, { user_id })) ?? {}
  if (groups >= limits.groups_of_player.value) throw new Refusal('too_many_groups')
}

const wordsOf = ({ id, game_id, name }: Group) => ({
  group_id: id,
  game_id,
  words: JSON.stringify(searchWords(name).map((word) => ({ word }))),
})

/** Refuses a name or type that is not allowed, and any new one of a muted player. */
async function refuseNewTexts(
  context: ReadContext,
  player: Player,
  wanted: GroupSettings,
  former?: Group,
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
    return readFullGroup(tx, player, row)
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
    ? await readFullGroups(context.db, player, rows)
    : rows.map(presentGroup)
  return { groups }
}

export async function showGroup(
  { db }: ReadContext,
  player: Player,
  { id, with_full_data = true }: { id: number; with_full_data?: boolean },
) {
  const row = await findGroupInGame(db, player, id)
  return with_full_data ? readFullGroup(db, player, row) : presentGroup(row)
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
    return readFullGroup(tx, player, row)
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
