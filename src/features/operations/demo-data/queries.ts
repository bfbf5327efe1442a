import { statement } from '../../../storage/statement.ts'

type Columns = Record<string, 'bigint' | 'integer' | 'text'>

/** Adds the rows of a JSON list, in the order of their `position`, so that their ids have this order too. */
const insertSql = (table: string, columns: Columns) => {
  const names = Object.keys(columns)
  return (sql: { rowsFromJson(name: string, columns: Columns): string }) => `
  insert into ${table} (${names.join(', ')})
  select ${names.map((name) => `added.${name}`).join(', ')}
    from ${sql.rowsFromJson('added', { ...columns, position: 'bigint' })}
   where true order by added.position`
}

const insertRows = (table: string, columns: Columns) =>
  statement<{ added: string }>(insertSql(table, columns), { inserts: table })

/** For tables whose rows are referred to by others. */
const insertWithIds = (table: string, columns: Columns) =>
  statement<{ added: string }, { id: number }>(
    (sql) => `${insertSql(table, columns)(sql)} returning id`,
    { inserts: table },
  )

/** Nobody signs up in this game before the transaction ends. */
export const lockGame = statement<{ id: number }, { id: number }>(
  (sql) => `select id from games where id = :id ${sql.lockRowAgainstReferences}`,
)

/** Counts no further than `max`. */
export const countPlayers = statement<{ game_id: number; max: number }, { players: number }>(`
  select count(*) as players
    from (select 1 from users where game_id = :game_id limit :max + 0) as counted`)

export const insertUsers = insertWithIds('users', {
  game_id: 'bigint',
  username: 'text',
  username_key: 'text',
  username_skeleton: 'text',
  email: 'text',
  email_key: 'text',
  email_verified_at: 'bigint',
  password_hash: 'text',
  device_hash: 'text',
  score: 'bigint',
  last_login: 'bigint',
  number_of_logins: 'bigint',
  created_at: 'bigint',
})

export const insertActivity = insertRows('user_activity', {
  user_id: 'bigint',
  events_total: 'bigint',
  events_current_month: 'bigint',
  game_sessions_total: 'bigint',
  game_sessions_current_month: 'bigint',
  month: 'integer',
  last_seen_at: 'bigint',
})

export const insertSessions = insertRows('sessions', {
  token_hash: 'text',
  user_id: 'bigint',
  created_at: 'bigint',
  last_used_at: 'bigint',
  expires_at: 'bigint',
})

export const insertPresence = insertRows('presence', {
  user_id: 'bigint',
  last_seen: 'bigint',
  online_until: 'bigint',
  others_until: 'bigint',
  writer: 'text',
  status: 'text',
})

export const insertAttributes = insertRows('user_attributes', {
  user_id: 'bigint',
  key: 'text',
  value: 'text',
})

export const insertItems = insertWithIds('store_items', {
  game_id: 'bigint',
  name: 'text',
  cost: 'bigint',
  description: 'text',
  category: 'text',
  created_at: 'bigint',
})

export const insertLedger = insertRows('credit_ledger', {
  user_id: 'bigint',
  change: 'bigint',
  balance_after: 'bigint',
  reason: 'text',
  reference: 'text',
  created_at: 'bigint',
})

/** Runs together with the rows of the ledger. */
export const addCredits = statement<{ balances: string }>(
  (sql) => `
  update users set credits = users.credits + balances.credits
    from ${sql.rowsFromJson('balances', { user_id: 'bigint', credits: 'bigint' })}
   where users.id = balances.user_id`,
  { updates: 'users' },
)

export const insertPurchases = insertRows('purchases', {
  user_id: 'bigint',
  store_item_id: 'bigint',
  price: 'bigint',
  bought_at: 'bigint',
})

export const insertMatches = insertWithIds('multiplayer_game_rounds', {
  game_id: 'bigint',
  master_id: 'bigint',
  created_at: 'bigint',
})

export const insertRounds = insertRows('game_rounds', {
  game_user_id: 'bigint',
  multiplayer_game_round_id: 'bigint',
  game_type: 'text',
  start_time: 'text',
  started_at: 'bigint',
  end_time: 'text',
  score: 'bigint',
  metadata: 'text',
  created_at: 'bigint',
  updated_at: 'bigint',
})

export const insertEntries = insertWithIds('leaderboard_entries', {
  game_id: 'bigint',
  user_id: 'bigint',
  leaderboard_name: 'text',
  score: 'bigint',
  extra_attributes: 'text',
  created_at: 'bigint',
})

export const insertBests = insertRows('leaderboard_bests', {
  user_id: 'bigint',
  leaderboard_name: 'text',
  game_id: 'bigint',
  descending_key: 'bigint',
  descending_entry_id: 'bigint',
  ascending_key: 'bigint',
  ascending_entry_id: 'bigint',
  entries: 'bigint',
  entry_bytes: 'bigint',
})

export const insertUsage = insertRows('leaderboard_usage', {
  user_id: 'bigint',
  entries: 'bigint',
  entry_bytes: 'bigint',
})

export const insertGroups = insertWithIds('groups', {
  game_id: 'bigint',
  name: 'text',
  group_type: 'text',
  max_group_size: 'bigint',
  can_auto_join: 'integer',
  is_invite_only: 'integer',
  searchable: 'integer',
  admins_only_can_create_attributes: 'integer',
  member_count: 'bigint',
  attribute_count: 'bigint',
  created_at: 'bigint',
})

export const insertWords = insertRows('group_words', {
  group_id: 'bigint',
  game_id: 'bigint',
  word: 'text',
})

export const insertConnections = insertRows('group_connections', {
  group_id: 'bigint',
  user_id: 'bigint',
  inviter_id: 'bigint',
  kind: 'text',
  status: 'text',
  is_admin: 'integer',
  joined_at: 'bigint',
  created_at: 'bigint',
})

export const insertGroupAttributes = insertRows('group_attributes', {
  group_id: 'bigint',
  key: 'text',
  value: 'text',
  creator_id: 'bigint',
  others_can_edit: 'integer',
  created_at: 'bigint',
})

export const insertFriendships = insertWithIds('friendships', {
  sender_id: 'bigint',
  receiver_id: 'bigint',
  status: 'text',
  requested_at: 'bigint',
})

export const insertFriends = insertRows('friends', {
  friendship_id: 'bigint',
  user_id: 'bigint',
  friend_id: 'bigint',
  since: 'bigint',
})

export const insertBlocks = insertRows('blocks', {
  blocker_id: 'bigint',
  blocked_id: 'bigint',
  blocked_at: 'bigint',
})

export const insertChats = insertWithIds('chats', {
  game_id: 'bigint',
  creator_id: 'bigint',
  group_id: 'bigint',
  participants_key: 'text',
  created_at: 'bigint',
})

export const insertMessages = insertWithIds('messages', {
  chat_id: 'bigint',
  user_id: 'bigint',
  text: 'text',
  created_at: 'bigint',
})

export const insertReads = insertRows('message_reads', { message_id: 'bigint', user_id: 'bigint' })

export const updateLastMessages = statement<{ chats_written: string }>(
  (sql) => `
  update chats set last_message_id = chats_written.last_message_id
    from ${sql.rowsFromJson('chats_written', { id: 'bigint', last_message_id: 'bigint' })}
   where chats.id = chats_written.id`,
  { updates: 'chats' },
)

export const insertParticipants = insertRows('chat_participants', {
  chat_id: 'bigint',
  user_id: 'bigint',
  last_message_id: 'bigint',
  is_starter: 'integer',
})

export const insertReports = insertRows('reports', {
  game_id: 'bigint',
  reporter_id: 'bigint',
  kind: 'text',
  target_id: 'bigint',
  user_id: 'bigint',
  reason: 'text',
  text: 'text',
  snapshot: 'text',
  state: 'text',
  resolution: 'text',
  created_at: 'bigint',
  closed_by: 'text',
  closed_at: 'bigint',
})

export const insertSanctions = insertRows('sanctions', {
  game_id: 'bigint',
  user_id: 'bigint',
  kind: 'text',
  reason: 'text',
  until: 'bigint',
  created_by: 'text',
  created_at: 'bigint',
})

export const updateHidden = statement<{ hidden: string }>(
  (sql) => `
  update messages set hidden_at = hidden.hidden_at
    from ${sql.rowsFromJson('hidden', { id: 'bigint', hidden_at: 'bigint' })}
   where messages.id = hidden.id`,
  { updates: 'messages' },
)

export const updateSanctioned = statement<{ sanctioned: string }>(
  (sql) => `
  update users
     set banned_until = sanctioned.banned_until, ban_reason = sanctioned.ban_reason,
         muted_until = sanctioned.muted_until
    from ${sql.rowsFromJson('sanctioned', {
      id: 'bigint',
      banned_until: 'bigint',
      ban_reason: 'text',
      muted_until: 'bigint',
    })}
   where users.id = sanctioned.id`,
  { updates: 'users' },
)
