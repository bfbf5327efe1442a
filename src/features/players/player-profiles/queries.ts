import { statement } from '../../../storage/statement.ts'

export interface ProfileRow {
  id: number
  game_id: number
  username: string
  email: string | null
  email_verified_at: number | null
  is_guest: number
  score: number
  credits: number
  created_at: number
  last_login: number
  number_of_logins: number
  last_seen_at: number | null
  online_until: number | null
  banned_until: number | null
  ban_reason: string | null
  muted_until: number | null
}

export const findProfile = statement<{ game_id: number; user_id: number }, ProfileRow>(`
  select users.id, users.game_id, users.username, users.email, users.email_verified_at,
         case when users.password_hash is null then 1 else 0 end as is_guest,
         users.score, users.credits, users.created_at, users.last_login, users.number_of_logins,
         user_activity.last_seen_at, presence.online_until,
         users.banned_until, users.ban_reason, users.muted_until
    from users
    left join user_activity on user_activity.user_id = users.id
    left join presence on presence.user_id = users.id
   where users.id = :user_id and users.game_id = :game_id`)

export const COUNTS = {
  attributes: 'user_attributes where user_id = :user_id',
  items: 'purchases where user_id = :user_id',
  friends: 'friends where user_id = :user_id',
  blocks: 'blocks where blocker_id = :user_id',
  groups: `group_connections where user_id = :user_id and status = 'accepted'`,
  rounds: 'game_rounds where game_user_id = :user_id',
  leaderboards: 'leaderboard_bests where user_id = :user_id',
  sessions: 'sessions where user_id = :user_id and expires_at > :now',
  notes: 'staff_notes where user_id = :user_id',
}

/** Up to here they are counted. */
const MAX_COUNT = 1001

const counts = Object.entries(COUNTS).map(
  ([name, rows]) =>
    `(select count(*) from (select 1 from ${rows} limit ${MAX_COUNT}) as some_${name}) as ${name}`,
)

export const countThings = statement<
  { user_id: number; now: number },
  Record<keyof typeof COUNTS, number>
>(`select ${counts.join(',\n         ')}`)

type OnePage = { user_id: number; limit: number; offset: number }

export interface LedgerRow {
  id: number
  change: number
  balance_after: number
  reason: string
  reference: string | null
  created_at: number
}

type Newest = { user_id: number; before: number; limit: number }

export const listLedger = statement<Newest, LedgerRow>(`
  select id, change, balance_after, reason, reference, created_at from credit_ledger
   where user_id = :user_id and id < :before order by id desc limit :limit + 0`)

export const listStaffNames = statement<{ named: string }, { id: number; name: string }>(
  (sql) => `
  select staff.id, staff.name from ${sql.rowsFromJson('named', { id: 'bigint' })}
    join staff on staff.id = named.id`,
)

export interface ItemRow {
  id: number
  name: string
  category: string
  cost: number
  price: number
  bought_at: number
  withdrawn_at: number | null
}

export const listItems = statement<OnePage, ItemRow>(`
  select store_items.id, name, category, cost, price, bought_at, withdrawn_at
    from purchases join store_items on store_items.id = purchases.store_item_id
   where purchases.user_id = :user_id order by purchases.store_item_id limit :limit + 0 offset :offset`)

interface OtherPlayerRow {
  id: number
  username: string
  since: number
}

export const listFriends = statement<OnePage, OtherPlayerRow>(`
  select users.id, users.username, friends.since
    from friends join users on users.id = friends.friend_id
   where friends.user_id = :user_id
   order by friends.since desc, friends.friendship_id desc limit :limit + 0 offset :offset`)

export const listBlocks = statement<OnePage, OtherPlayerRow>(`
  select users.id, users.username, blocks.blocked_at as since
    from blocks join users on users.id = blocks.blocked_id
   where blocks.blocker_id = :user_id
   order by blocks.blocked_at desc, blocks.blocked_id desc limit :limit + 0 offset :offset`)

export interface GroupRow {
  id: number
  name: string
  group_type: string
  member_count: number
  is_admin: number
  joined_at: number | null
}

export const listGroups = statement<OnePage, GroupRow>(`
  select groups.id, groups.name, groups.group_type, groups.member_count,
         group_connections.is_admin, group_connections.joined_at
    from group_connections join groups on groups.id = group_connections.group_id
   where group_connections.user_id = :user_id and group_connections.status = 'accepted'
   order by group_connections.group_id limit :limit + 0 offset :offset`)

export interface RoundRow {
  id: number
  game_type: string
  start_time: string
  end_time: string | null
  score: number | null
  multiplayer_game_round_id: number | null
  created_at: number
}

export const listRounds = statement<Newest, RoundRow>(`
  select id, game_type, start_time, end_time, score, multiplayer_game_round_id, created_at from game_rounds
   where game_user_id = :user_id and id < :before order by id desc limit :limit + 0`)

export interface EntryRow {
  id: number
  leaderboard_name: string
  score: number
  created_at: number
}

export const listEntries = statement<OnePage, EntryRow>(`
  select id, leaderboard_name, score, created_at from leaderboard_entries
   where user_id = :user_id order by score desc, id desc limit :limit + 0 offset :offset`)
