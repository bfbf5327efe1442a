import type { Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { summarize } from '../../players/users/rules.ts'
import {
  type GroupRow,
  listAdministered,
  listFirstMembers,
  listManyMembers,
  listMembers,
  listPending,
  type MemberRow,
  type PendingRow,
} from './queries.ts'

export type Group = GroupRow

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

export function presentPending(row: PendingRow, group: GroupSummary, viewer: Player) {
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

const isAdminAmong = (members: MemberRow[], viewer: Player) =>
  members.some(({ id, is_admin }) => id === viewer.id && is_admin === 1)

function presentFullGroup(
  viewer: Player,
  row: GroupRow,
  { members, pending }: { members: MemberRow[]; pending: PendingRow[] },
) {
  const shown_members = members.map((member) => ({
    ...summarize(member, viewer),
    joined_at: isoTime(member.joined_at),
    is_admin: member.is_admin === 1,
  }))
  const pendingOf = (kind: string) =>
    pending
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
}

/** With all members. */
export async function readFullGroup(reader: Reader, viewer: Player, group: GroupRow) {
  const { id: group_id } = group
  const members =
    group.member_count > MANY_MEMBERS
      ? await reader.all(listManyMembers, { group_id, viewer_id: viewer.id })
      : await reader.all(listMembers, { group_id })
  // It was deleted after its row was read.
  if (members.length === 0) throw new Refusal('group_not_found')
  const pending = isAdminAmong(members, viewer)
    ? await reader.all(listPending, {
        wanted: idRows([group_id]),
        max: limits.group_pending_shown.value,
      })
    : []
  // The count may have changed since its row was read: it must equal the list.
  const row = { ...group, member_count: members.length }
  return presentFullGroup(viewer, row, { members, pending })
}

/** With the first members of each. The number of queries does not depend on the number of groups. */
export async function readFullGroups(reader: Reader, viewer: Player, rows: GroupRow[]) {
  if (rows.length === 0) return []
  const wanted = idRows(rows.map(({ id }) => id))
  const max = limits.group_members_listed.value
  const members = Map.groupBy(
    await reader.all(listFirstMembers, { wanted, max }),
    ({ group_id }) => group_id,
  )
  const administered = await reader.all(listAdministered, { wanted, user_id: viewer.id })
  const pending = Map.groupBy(
    administered.length === 0
      ? []
      : await reader.all(listPending, {
          wanted: idRows(administered.map(({ id }) => id)),
          max: limits.group_pending_listed.value,
        }),
    ({ group_id }) => group_id,
  )
  return rows.flatMap((group) => {
    const first = members.get(group.id) ?? []
    // A group without members was deleted after its row was read.
    if (first.length === 0) return []
    const row = first.length < max ? { ...group, member_count: first.length } : group
    return presentFullGroup(viewer, row, {
      members: first,
      pending: pending.get(group.id) ?? [],
    })
  })
}
