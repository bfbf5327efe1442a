import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit, limitOffset, limits } from '../../../limits.ts'
import { queryWords, refuseUnreadableName, searchWords } from '../../../services/names.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { step } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame, staffViewer } from '../../operations/games/rules.ts'
import { putAttribute, takeAttribute } from '../group-attributes/rules.ts'
import { deleteEmptyOrAppointAdmins, expelMember } from '../group-connections/rules.ts'
import { tellOfChangedGroup, tellOfDeletedGroup } from '../group-events/rules.ts'
import { presentGroup } from '../group-views/rules.ts'
import {
  deleteGroup,
  deleteWords,
  findGroup,
  insertWords,
  listAttributes,
  type ListedGroup,
  listGroups,
  listGroupsByWords,
  listMembers,
  listPending,
  lockGroup,
  updateName,
} from './queries.ts'

/** A group in the address of a route: that of the game, and its own. */
interface GroupOfGame {
  id: number
  group_id: number
}

interface Page {
  page?: number
  per_page?: number
}

const present = (row: ListedGroup) => ({
  ...presentGroup(row),
  admins_only_can_create_attributes: row.admins_only_can_create_attributes === 1,
  created_at: isoTime(row.created_at),
})

const LAST_CHARACTER = '\u{10FFFF}'

interface GroupsQuery {
  query?: string
  before?: number
  limit?: number
}

/** The newest first. */
export async function listGroupsOfGame(
  { db }: Context,
  game_id: number,
  { query = '', before = Number.MAX_SAFE_INTEGER, ...wanted }: GroupsQuery,
) {
  await refuseUnknownGame(db, game_id)
  const limit = clampLimit(wanted.limit)
  // The longest word comes first, because few names have it.
  const [first, ...others] = queryWords(query)
    .slice(0, limits.group_query_words.value)
    .map((word) => ({ word, word_end: word + LAST_CHARACTER }))
  const page = { game_id, before, limit }
  const max_searched = limits.groups_searched.value
  const rows = first
    ? await db.all(listGroupsByWords, {
        ...page,
        ...first,
        words: JSON.stringify(others),
        max_searched,
      })
    : await db.all(listGroups, page)
  return {
    groups: rows.map(present),
    next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
  }
}

export async function findGroupOfGame(reader: Reader, { id: game_id, group_id }: GroupOfGame) {
  const row = await reader.first(findGroup, { id: group_id, game_id })
  if (!row) throw new Refusal('group_not_found')
  return row
}

export async function showGroupOfGame({ db }: Context, wanted: GroupOfGame) {
  const row = await findGroupOfGame(db, wanted)
  return { ...present(row), attribute_count: row.attribute_count, chat_id: row.chat_id }
}

export async function listMembersOfGroup({ db }: Context, wanted: GroupOfGame, page: Page) {
  const { id: group_id, member_count: total } = await findGroupOfGame(db, wanted)
  const rows = await db.all(listMembers, { group_id, ...limitOffset(page) })
  const members = rows.map((row) => ({
    ...row,
    is_admin: row.is_admin === 1,
    joined_at: isoTime(row.joined_at),
  }))
  return { members, total }
}

export async function listPendingOfGroup(
  { db }: Context,
  wanted: GroupOfGame,
  { kind, ...page }: Page & { kind: 'invite' | 'join_request' },
) {
  const { id: group_id } = await findGroupOfGame(db, wanted)
  const rows = await db.all(listPending, { group_id, kind, ...limitOffset(page) })
  const pending = rows.map(({ created_at, ...row }) => ({
    ...row,
    created_at: isoTime(created_at),
  }))
  return { pending }
}

export async function listAttributesOfGroup({ db }: Context, wanted: GroupOfGame, page: Page) {
  const { id: group_id, attribute_count: total } = await findGroupOfGame(db, wanted)
  const rows = await db.all(listAttributes, { group_id, ...limitOffset(page) })
  const attributes = rows.map((row) => ({ ...row, others_can_edit: row.others_can_edit === 1 }))
  return { attributes, total }
}

interface Changed {
  action: string
  group: ListedGroup
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

const record = (tx: Transaction, { action, group, before, after }: Changed) =>
  recordChange(tx, {
    action: `admin.groups.${action}`,
    game_id: group.game_id,
    target: 'group',
    target_id: group.id,
    before: { ...before },
    after: { ...after },
  })

/** What the work returns is what the audit log is told of the change. */
function change<T>(
  context: Context,
  { id: game_id, group_id }: GroupOfGame,
  work: (
    tx: Transaction,
    group: ListedGroup,
    viewer: Player,
  ) => Promise<[Omit<Changed, 'group'>, T]>,
): Promise<T> {
  return inTransaction(context, async (tx) => {
    const viewer = await staffViewer(tx, game_id)
    const group = await tx.first(lockGroup, { id: group_id, game_id })
    if (!group) throw new Refusal('group_not_found')
    const [changed, answer] = await work(tx, group, viewer)
    await record(tx, { ...changed, group })
    return answer
  })
}

/** Players find it by the new name, and its members get the event of a changed group. */
export const renameGroup = (context: Context, wanted: GroupOfGame, name: string) =>
  change(context, wanted, async (tx, group, viewer) => {
    if (name !== group.name) refuseUnreadableName('name', name)
    const { id, game_id } = group
    const words = JSON.stringify(searchWords(name).map((word) => ({ word })))
    await tx.inOrder(
      step(updateName, { id, name }),
      step(deleteWords, { group_id: id }),
      step(insertWords, { group_id: id, game_id, words }),
    )
    await tellOfChangedGroup(tx, viewer, { ...group, name })
    const changed = { action: 'rename', before: { name: group.name }, after: { name } }
    return [changed, present({ ...group, name })]
  })

/** The last member takes the group with them; without an admin, the longest-standing member becomes one. */
export const removeMemberOfGroup = (context: Context, wanted: GroupOfGame & { user_id: number }) =>
  change(context, wanted, async (tx, group, viewer) => {
    const { user_id } = wanted
    await expelMember(tx, viewer, group, user_id)
    await deleteEmptyOrAppointAdmins(tx, [group])
    const changed = { action: 'removeMember', before: { user_id } }
    return [changed, { message: 'the member was removed from the group' }]
  })

/** Its name has to be sent, because it cannot be undone. */
export const deleteGroupOfGame = (context: Context, wanted: GroupOfGame, name: string) =>
  change(context, wanted, async (tx, group, viewer) => {
    if (name !== group.name) {
      const sentence = 'name must be the name of the group: nothing was deleted.'
      throw new Refusal('invalid_input', { sentence })
    }
    await tellOfDeletedGroup(tx, viewer, group)
    await tx.run(deleteGroup, { id: group.id })
    const before = { name, members: group.member_count }
    return [{ action: 'delete', before }, { message: 'the group was deleted' }]
  })

export const setAttributeOfGroup = (
  context: Context,
  wanted: GroupOfGame,
  { key, value }: { key: string; value: string },
) =>
  change(context, wanted, async (tx, group, viewer) => {
    const old = await putAttribute(tx, viewer, group, { key, value })
    const before = old === undefined ? {} : { [key]: old }
    return [
      { action: 'setAttribute', before, after: { [key]: value } },
      { message: 'the attribute was set' },
    ]
  })

export const removeAttributeOfGroup = (context: Context, wanted: GroupOfGame, key: string) =>
  change(context, wanted, async (tx, group, viewer) => {
    const value = await takeAttribute(tx, viewer, group, key)
    const changed = { action: 'removeAttribute', before: { [key]: value } }
    return [changed, { message: 'the attribute was removed' }]
  })
