import { statement } from '../../../storage/statement.ts'
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

const GROUP = `groups.id, groups.game_id, groups.name, groups.group_type, groups.max_group_size,
         groups.can_auto_join, groups.is_invite_only, groups.searchable,
         groups.admins_only_can_create_attributes, groups.member_count`

/**
 * Joining or creating a group locks the user's row, and so does deleting the account: no account is deleted while it
 * joins a group. Users are locked before groups. No row: there is no such user.
 */
export const lockUserRow = statement<{ id: number }, UserSummaryRow>(
  (sql) => `select ${USER_SUMMARY_COLUMNS} from users where users.id = :id ${sql.lockRow}`,
)

/** Changes of membership lock the group's row first, so that they happen one after the other. */
export const lockGroup = statement<{ id: number }, GroupRow>(
  (sql) => `select ${GROUP} from groups where id = :id ${sql.lockRow}`,
)

export const findGroup = statement<{ id: number }, GroupRow>(`
  select ${GROUP} from groups where id = :id`)

/** No row: the user is not a member. */
export const findMember = statement<{ group_id: number; user_id: number }, { is_admin: number }>(`
  select is_admin from group_connections
   where group_id = :group_id and user_id = :user_id and status = 'accepted'`)

export const insertGroup = statement<
  GroupSettings & { game_id: number; name_key: string; now: number } & Record<
      string,
      string | number
    >,
  GroupRow
>(
  `insert into groups (game_id, name, name_key, group_type, max_group_size, can_auto_join, is_invite_only,
                       searchable, admins_only_can_create_attributes, member_count, created_at)
   values (:game_id, :name, :name_key, :group_type, :max_group_size, :can_auto_join, :is_invite_only,
           :searchable, :admins_only_can_create_attributes, 1, :now)
   returning ${GROUP}`,
  { inserts: 'groups' },
)

export const insertFounder = statement<{ group_id: number; user_id: number; now: number }>(
  `insert into group_connections (group_id, user_id, inviter_id, kind, status, is_admin, joined_at, created_at)
   values (:group_id, :user_id, :user_id, 'founder', 'accepted', 1, :now, :now)`,
  { inserts: 'group_connections' },
)

/** Null keeps the old value. No row: the group has more members than the new size. */
export const updateGroup = statement<
  { [N in keyof GroupSettings]: GroupSettings[N] | null } & {
    id: number
    name_key: string | null
  } & Record<string, string | number | null>,
  GroupRow
>(
  `update groups set
     name = coalesce(:name, name),
     name_key = coalesce(:name_key, name_key),
     group_type = coalesce(:group_type, group_type),
     max_group_size = coalesce(:max_group_size, max_group_size),
     can_auto_join = coalesce(:can_auto_join, can_auto_join),
     is_invite_only = coalesce(:is_invite_only, is_invite_only),
     searchable = coalesce(:searchable, searchable),
     admins_only_can_create_attributes =
       coalesce(:admins_only_can_create_attributes, admins_only_can_create_attributes)
    where id = :id and member_count <= coalesce(:max_group_size, max_group_size)
   returning ${GROUP}`,
  { updates: 'groups' },
)

export const deleteGroup = statement<{ id: number }>(`delete from groups where id = :id`, {
  deletes: 'groups',
})

const IS_MEMBER_OR_INVITED = `(status = 'accepted' or (status = 'pending' and kind = 'invite'))`

interface Wanted {
  game_id: number
  viewer_id: number
  /** A pattern for `like`, escaped with `!`. */
  name_part: string
  limit: number
  offset: number
}

/**
 * Searchable groups, and those that the viewer is a member of or invited to. No more than `end`, which is offset plus
 * limit, are read; it may be larger than 32 bits.
 */
export const listGroups = statement<
  Wanted & { end: number } & Record<string, string | number>,
  GroupRow
>(`
  select * from (
    select * from (
      select ${GROUP} from groups
       where game_id = :game_id and searchable = 1 and name_key like (:name_part || '') escape '!'
       order by id limit cast(:end as bigint)) as open_groups
    union
    select ${GROUP} from group_connections join groups on groups.id = group_connections.group_id
     where user_id = :viewer_id and ${IS_MEMBER_OR_INVITED} and name_key like (:name_part || '') escape '!'
  ) as found order by id limit :limit + 0 offset :offset`)

/** Those of the user's groups that the viewer may find. */
export const listGroupsOfUser = statement<
  Wanted & { user_id: number } & Record<string, string | number>,
  GroupRow
>(`
  select ${GROUP} from group_connections as membership join groups on groups.id = membership.group_id
   where membership.user_id = :user_id and membership.status = 'accepted'
     and groups.game_id = :game_id and groups.name_key like (:name_part || '') escape '!'
     and (groups.searchable = 1 or exists (
       select 1 from group_connections where group_id = groups.id and user_id = :viewer_id and ${IS_MEMBER_OR_INVITED}))
   order by membership.group_id limit :limit + 0 offset :offset`)

export interface MemberRow extends UserSummaryRow {
  group_id: number
  is_admin: number
  joined_at: number
}

/** The members of all wanted groups, those who joined first before the others. */
export const listMembers = statement<{ wanted: string }, MemberRow>(
  (sql) => `
  select member.group_id, member.is_admin, member.joined_at, ${USER_SUMMARY_COLUMNS}
    from ${sql.rowsFromJson('wanted', { id: 'bigint' })}
    join group_connections as member on member.group_id = wanted.id and member.status = 'accepted'
    join users on users.id = member.user_id
   order by member.group_id, member.joined_at, member.id`,
)

export interface PendingRow extends UserSummaryRow, PrefixedUserSummary<'inviter_'> {
  connection_id: number
  group_id: number
  kind: string
}

/** Unanswered invites and join requests of the wanted groups, oldest first, at most `max` of each kind and group. */
export const listPending = statement<{ wanted: string; max: number }, PendingRow>(
  (sql) => `
  select pending.id as connection_id, pending.group_id, pending.kind,
         ${USER_SUMMARY_COLUMNS}, ${prefixedUserSummary('inviter_', 'inviters')}
    from (
      select group_connections.id, group_id, user_id, inviter_id, kind,
             row_number() over (partition by group_id, kind order by group_connections.id) as place
        from ${sql.rowsFromJson('wanted', { id: 'bigint' })}
        join group_connections on group_id = wanted.id and status = 'pending'
    ) as pending
    join users on users.id = pending.user_id
    join users as inviters on inviters.id = pending.inviter_id
   where pending.place <= :max
   order by pending.id`,
)
