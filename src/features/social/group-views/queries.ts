import { longRead, statement } from '../../../storage/statement.ts'
import {
  type PrefixedUserSummary,
  prefixedUserSummary,
  USER_SUMMARY_COLUMNS,
  type UserSummaryRow,
} from '../../players/users/queries.ts'

export interface GroupSettings {
  name: string
  group_type: string
  max_group_size: number
  can_auto_join: number
  is_invite_only: number
  searchable: number
  admins_only_can_create_attributes: number
}

export interface GroupRow extends GroupSettings {
  id: number
  game_id: number
  member_count: number
}

export const GROUP = `groups.id, groups.game_id, groups.name, groups.group_type, groups.max_group_size,
         groups.can_auto_join, groups.is_invite_only, groups.searchable,
         groups.admins_only_can_create_attributes, groups.member_count`

export interface MemberRow extends UserSummaryRow {
  group_id: number
  is_admin: number
  joined_at: number
}

const membersFrom = (source: string) => `
  select member.group_id, member.is_admin, member.joined_at, ${USER_SUMMARY_COLUMNS}
    from ${source}
    join users on users.id = member.user_id
   order by member.group_id, member.joined_at, member.id`

const MEMBERS_OF_GROUP = membersFrom(
  `(select * from group_connections where group_id = :group_id and status = 'accepted') as member`,
)

/** All members, those who joined first before the others. */
export const listMembers = statement<{ group_id: number }, MemberRow>(MEMBERS_OF_GROUP)

/** The same for a group with many members. */
export const listManyMembers = longRead<{ group_id: number; viewer_id: number }, MemberRow>(
  MEMBERS_OF_GROUP,
  'viewer_id',
)

/** Of each wanted group the `max` members who joined first. */
export const listFirstMembers = statement<{ wanted: string; max: number }, MemberRow>((sql) => {
  const first = sql.firstOfEach({
    table: 'group_connections',
    as: 'member',
    ids: `select entry.id from group_connections as entry
           where entry.group_id = wanted.id and entry.status = 'accepted'
           order by entry.joined_at, entry.id limit :max + 0`,
  })
  return membersFrom(`${sql.rowsFromJson('wanted', { id: 'bigint' })} ${first}`)
})

/** Which of the wanted groups the user is an admin of. */
export const listAdministered = statement<{ wanted: string; user_id: number }, { id: number }>(
  (sql) => `
  select group_id as id from group_connections
   where user_id = :user_id and status = 'accepted' and is_admin = 1 and ${sql.isAmong('group_id', 'wanted')}`,
)

export interface PendingRow extends UserSummaryRow, PrefixedUserSummary<'inviter_'> {
  connection_id: number
  group_id: number
  kind: string
}

export const PENDING = `pending.id as connection_id, pending.group_id, pending.kind,
         ${USER_SUMMARY_COLUMNS}, ${prefixedUserSummary('inviter_', 'inviters')}`

export const WITH_USERS = `
    join users on users.id = pending.user_id
    join users as inviters on inviters.id = pending.inviter_id`

/** Unanswered invites and join requests of the wanted groups, oldest first, at most `max` of each kind and group. */
export const listPending = statement<{ wanted: string; max: number }, PendingRow>((sql) => {
  const first = (kind: string) => `
  select ${PENDING} from ${sql.rowsFromJson('wanted', { id: 'bigint' })}
    ${sql.firstOfEach({
      table: 'group_connections',
      as: 'pending',
      ids: `select entry.id from group_connections as entry
             where entry.group_id = wanted.id and entry.status = 'pending' and entry.kind = '${kind}'
             order by entry.id limit :max + 0`,
    })} ${WITH_USERS}`
  return `${first('invite')} union all ${first('join_request')} order by connection_id`
})
