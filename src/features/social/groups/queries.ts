import { longRead, statement } from '../../../storage/statement.ts'
import { USER_SUMMARY_COLUMNS, type UserSummaryRow } from '../../players/users/queries.ts'
import {
  GROUP,
  type GroupRow,
  type GroupSettings,
  PENDING,
  type PendingRow,
  WITH_USERS,
} from '../group-views/queries.ts'

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
  GroupSettings & { game_id: number; now: number } & Record<string, string | number>,
  GroupRow
>(
  `insert into groups (game_id, name, group_type, max_group_size, can_auto_join, is_invite_only,
                       searchable, admins_only_can_create_attributes, member_count, created_at)
   values (:game_id, :name, :group_type, :max_group_size, :can_auto_join, :is_invite_only,
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
  { [N in keyof GroupSettings]: GroupSettings[N] | null } & { id: number } & Record<
      string,
      string | number | null
    >,
  GroupRow
>(
  `update groups set
     name = coalesce(:name, name),
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
  limit: number
  offset: number
}

export const insertWords = statement<{ group_id: number; game_id: number; words: string }>(
  (sql) => `
  insert into group_words (group_id, game_id, word)
  select :group_id, :game_id, words.word from ${sql.rowsFromJson('words', { word: 'text' })}`,
  { inserts: 'group_words' },
)

export const deleteWords = statement<{ group_id: number }>(
  `delete from group_words where group_id = :group_id`,
  { deletes: 'group_words' },
)

/**
 * Searchable groups, and those that the viewer is a member of or invited to. No more than `end` of each kind, which is
 * offset plus limit, are read; it may be larger than 32 bits.
 */
export const listGroups = statement<
  Wanted & { end: number } & Record<string, string | number>,
  GroupRow
>(`
  select * from (
    select * from (
      select ${GROUP} from groups
       where game_id = :game_id and searchable = 1
       order by id limit cast(:end as bigint)) as open_groups
    union
    select ${GROUP} from group_connections join groups on groups.id = group_connections.group_id
     where user_id = :viewer_id and status = 'accepted'
    union
    select * from (
      select ${GROUP} from group_connections join groups on groups.id = group_connections.group_id
       where user_id = :viewer_id and status = 'pending' and kind = 'invite'
       order by group_connections.group_id limit cast(:end as bigint)) as invited
  ) as found order by id limit :limit + 0 offset :offset`)

const MAY_FIND = `(groups.searchable = 1 or exists (
       select 1 from group_connections where group_id = groups.id and user_id = :viewer_id and ${IS_MEMBER_OR_INVITED}))`

export const RANGES = { word: 'text', word_end: 'text' } as const

/** The name has a word in each of the ranges, which begin with `word` and end before `word_end`. */
export const hasAllWords = (words: string) => `not exists (
       select 1 from ${words}
        where not exists (
          select 1 from group_words as found
           where found.group_id = groups.id and found.word >= words.word and found.word < words.word_end))`

/**
 * Of the groups with a word from `word` up to `word_end`, no more than `max_searched` are looked at. Their ids are put in order
 * before the groups are read, so that reading can stop when the page is full.
 */
export const listGroupsByWords = longRead<
  Wanted & { word: string; word_end: string; words: string; max_searched: number } & Record<
      string,
      string | number
    >,
  GroupRow
>(
  (sql) => `
  select ${GROUP} from (
    select distinct group_id from (
      select group_id from group_words
       where game_id = :game_id and word >= :word and word < :word_end
       order by word, group_id limit :max_searched + 0) as searched
     order by group_id) as candidates
    join groups on groups.id = candidates.group_id
   where ${MAY_FIND} and ${hasAllWords(sql.rowsFromJson('words', RANGES))}
   order by candidates.group_id limit :limit + 0 offset :offset`,
  'viewer_id',
)

const groupsOfUser = (condition: string) => `
  select ${GROUP} from group_connections as membership join groups on groups.id = membership.group_id
   where membership.user_id = :user_id and membership.status = 'accepted'
     and groups.game_id = :game_id and ${MAY_FIND} ${condition}
   order by membership.group_id limit :limit + 0 offset :offset`

type WantedOfUser = Wanted & { user_id: number } & Record<string, string | number>

/** Those of the user's groups that the viewer may find. */
export const listGroupsOfUser = statement<WantedOfUser, GroupRow>(groupsOfUser(''))

export const listGroupsOfUserByWords = longRead<WantedOfUser & { words: string }, GroupRow>(
  (sql) => groupsOfUser(`and ${hasAllWords(sql.rowsFromJson('words', RANGES))}`),
  'viewer_id',
)

/** Groups that the user is a member of. */
export const countGroups = statement<{ user_id: number }, { groups: number }>(`
  select count(*) as groups from group_connections where user_id = :user_id and status = 'accepted'`)

/** One page of a group's unanswered connections of one kind, oldest first. */
export const listPendingPage = statement<
  { group_id: number; kind: string; limit: number; offset: number },
  PendingRow
>(`
  select ${PENDING} from (
    select * from group_connections
     where group_id = :group_id and status = 'pending' and kind = :kind
     order by id limit :limit + 0 offset :offset) as pending ${WITH_USERS}
   order by pending.id`)

export type OwnPendingRow = PendingRow & Omit<GroupRow, 'id' | 'game_id'>

/** One page of the unanswered invites to a user, newest first. */
export const listInvitesOfUser = statement<
  { user_id: number; limit: number; offset: number },
  OwnPendingRow
>(`
  select ${PENDING}, groups.name, groups.group_type, groups.max_group_size, groups.can_auto_join,
         groups.is_invite_only, groups.searchable, groups.admins_only_can_create_attributes, groups.member_count
    from (
    select * from group_connections
     where user_id = :user_id and status = 'pending' and kind = 'invite'
     order by id desc limit :limit + 0 offset :offset) as pending ${WITH_USERS}
    join groups on groups.id = pending.group_id
   order by pending.id desc`)
