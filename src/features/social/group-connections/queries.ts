import { statement } from '../../../storage/statement.ts'

export interface Membership {
  group_id: number
  user_id: number
}

export const findUserByUsernameKey = statement<
  { game_id: number; username_key: string },
  { id: number }
>(`
  select id from users where game_id = :game_id and username_key = :username_key`)

/** Always one row. `status` is null if there is no connection; `was_removed` is 1 if an admin has removed the user. */
export const findConnectionState = statement<
  Membership & Record<string, number>,
  { status: ConnectionRow['status'] | null; was_removed: number }
>(`
  select (select status from group_connections where group_id = :group_id and user_id = :user_id) as status,
         (select count(*) from group_removals where group_id = :group_id and user_id = :user_id) as was_removed`)

export interface ConnectionRow extends Membership {
  id: number
  inviter_id: number
  kind: 'invite' | 'join_request'
  status: 'pending' | 'accepted' | 'declined'
}

/** Not the founder's own connection, which nobody can answer. */
export const findConnection = statement<
  { id: number; game_id: number; viewer_id: number },
  ConnectionRow & { viewer_is_admin: number }
>(`
  select connection.id, connection.group_id, connection.user_id, connection.inviter_id,
         connection.kind, connection.status, coalesce(viewer.is_admin, 0) as viewer_is_admin
    from group_connections as connection
    join groups on groups.id = connection.group_id
    left join group_connections as viewer on viewer.group_id = connection.group_id
     and viewer.user_id = :viewer_id and viewer.status = 'accepted'
   where connection.id = :id and groups.game_id = :game_id and connection.kind <> 'founder'`)

/** Those of the group of one kind, and the join requests of the user. Counts no further than the limits. */
export const countPending = statement<
  Membership & { kind: string; max_of_group: number; max_of_user: number } & Record<
      string,
      string | number
    >,
  { of_group: number; of_user: number }
>(`
  select (select count(*) from (
            select 1 from group_connections
             where group_id = :group_id and kind = :kind and status = 'pending'
             order by id limit :max_of_group + 0) as counted_of_group) as of_group,
         (select count(*) from (
            select 1 from group_connections
             where user_id = :user_id and kind = 'join_request' and status = 'pending'
             order by id limit :max_of_user + 0) as counted_of_user) as of_user`)

export const deleteDeclinedConnection = statement<Membership & Record<string, number>>(
  `delete from group_connections
    where group_id = :group_id and user_id = :user_id and status = 'declined'`,
  { deletes: 'group_connections' },
)

export const insertConnection = statement<
  Omit<ConnectionRow, 'id'> & { joined_at: number | null; now: number } & Record<
      string,
      string | number | null
    >,
  { id: number }
>(
  `insert into group_connections (group_id, user_id, inviter_id, kind, status, joined_at, created_at)
   values (:group_id, :user_id, :inviter_id, :kind, :status, :joined_at, :now)
   returning id`,
  { inserts: 'group_connections' },
)

/** Checks and changes in one statement. No row: the group is full. */
export const updateMemberCountOnJoin = statement<{ group_id: number }, { member_count: number }>(
  `update groups set member_count = member_count + 1
    where id = :group_id and member_count < max_group_size
   returning member_count`,
  { updates: 'groups' },
)

export const updateMemberCountOnLeave = statement<{ group_id: number }>(
  `update groups set member_count = member_count - 1 where id = :group_id`,
  { updates: 'groups' },
)

export const updateConnectionAccepted = statement<{ id: number; now: number }>(
  `update group_connections set status = 'accepted', joined_at = :now
    where id = :id and status = 'pending'`,
  { updates: 'group_connections' },
)

export const updateConnectionDeclined = statement<{ id: number }>(
  `update group_connections set status = 'declined' where id = :id and status = 'pending'`,
  { updates: 'group_connections' },
)

/** For the user who sent it; admins can delete any invite of the group. */
export const deletePendingConnection = statement<
  { id: number; caller_id: number },
  Omit<ConnectionRow, 'status'>
>(
  `delete from group_connections
    where id = :id and status = 'pending'
      and (inviter_id = :caller_id or (kind = 'invite' and exists (
        select 1 from group_connections as admin
         where admin.group_id = group_connections.group_id and admin.user_id = :caller_id
           and admin.is_admin = 1)))
   returning id, group_id, user_id, inviter_id, kind`,
  { deletes: 'group_connections' },
)

export const deleteInvitesBetween = statement<{ blocker_id: number; blocked_id: number }>(
  `delete from group_connections
    where status = 'pending' and kind = 'invite'
      and ((user_id = :blocker_id and inviter_id = :blocked_id)
        or (user_id = :blocked_id and inviter_id = :blocker_id))`,
  { deletes: 'group_connections' },
)

export const deleteMember = statement<Membership & Record<string, number>>(
  `delete from group_connections
    where group_id = :group_id and user_id = :user_id and status = 'accepted'`,
  { deletes: 'group_connections' },
)

export const insertRemoval = statement<Membership & { now: number } & Record<string, number>>(
  `insert into group_removals (group_id, user_id, removed_at) values (:group_id, :user_id, :now)
   on conflict (group_id, user_id) do nothing`,
  { inserts: 'group_removals' },
)

export const deleteRemoval = statement<Membership & Record<string, number>>(
  `delete from group_removals where group_id = :group_id and user_id = :user_id`,
  { deletes: 'group_removals' },
)

/** Changes nothing if the user is not a member, or is an admin already. */
export const updateMemberToAdmin = statement<Membership & Record<string, number>>(
  `update group_connections set is_admin = 1
    where group_id = :group_id and user_id = :user_id and status = 'accepted' and is_admin = 0`,
  { updates: 'group_connections' },
)

/** Changes nothing if the user is not a member, or if there is no other admin. */
export const updateAdminToMember = statement<Membership & Record<string, number>>(
  `update group_connections set is_admin = 0
    where group_id = :group_id and user_id = :user_id and status = 'accepted'
      and exists (select 1 from group_connections as admin
                   where admin.group_id = :group_id and admin.user_id <> :user_id and admin.is_admin = 1)`,
  { updates: 'group_connections' },
)

interface LeftGroup {
  id: number
  game_id: number
  name: string
}

/** In the order of their ids, so that two who lock several groups cannot wait for each other. */
export const lockGroupsOfUser = statement<{ user_id: number }, LeftGroup>(
  (sql) => `
  select id, game_id, name from groups
   where id in (select group_id from group_connections where user_id = :user_id)
   order by id ${sql.lockRow}`,
)

export const updateMemberCountsOnDeletion = statement<{ user_id: number }>(
  `update groups set member_count = member_count - 1
    where id in (select group_id from group_connections where user_id = :user_id and status = 'accepted')`,
  { updates: 'groups' },
)

/** Includes unanswered invites that the user sent. Returns the groups, some of them twice. */
export const deleteConnectionsOfUser = statement<
  { user_id: number },
  { id: number; user_id: number; status: string }
>(
  `delete from group_connections
    where user_id = :user_id or (inviter_id = :user_id and status = 'pending')
   returning group_id as id, user_id, status`,
  { deletes: 'group_connections' },
)

export const deleteEmptyGroups = statement<{ groups_left: string }, LeftGroup>(
  (sql) => `
  delete from groups where member_count = 0 and ${sql.isAmong('id', 'groups_left')}
  returning id, game_id, name`,
  { deletes: 'groups' },
)

/** In groups without an admin, the member who joined first becomes one. */
export const updateMissingAdmins = statement<{ groups_left: string }, Membership>(
  (sql) => `
  update group_connections set is_admin = 1 where id in (
    select (select id from group_connections
             where group_id = groups_left.id and status = 'accepted' order by joined_at, id limit 1)
      from ${sql.rowsFromJson('groups_left', { id: 'bigint' })}
     where not exists (
       select 1 from group_connections where group_id = groups_left.id and is_admin = 1))
  returning group_id, user_id`,
  { updates: 'group_connections' },
)
