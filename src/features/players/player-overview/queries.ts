import { statement } from '../../../storage/statement.ts'
import { USER_SUMMARY_COLUMNS, type UserSummaryRow } from '../users/queries.ts'

/** The user is the one who sent the invite or request. */
export interface PendingRow extends UserSummaryRow {
  connection_id: number
  kind: string
  group_id: number
  name: string
  group_type: string
  can_auto_join: number
  is_invite_only: number
  max_group_size: number
  searchable: number
  member_count: number
}

/** Invites to the user and the user's own join requests that nobody has answered yet. */
export const listPendingOf = statement<{ user_id: number; limit: number }, PendingRow>(`
  select group_connections.id as connection_id, group_connections.kind, groups.id as group_id, groups.name, groups.group_type,
         groups.can_auto_join, groups.is_invite_only, groups.max_group_size, groups.searchable,
         groups.member_count, ${USER_SUMMARY_COLUMNS}
    from group_connections
    join groups on groups.id = group_connections.group_id
    join users on users.id = group_connections.inviter_id
   where group_connections.user_id = :user_id and group_connections.status = 'pending'
   order by group_connections.group_id limit :limit + 0`)
