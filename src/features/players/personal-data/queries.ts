import { statement } from '../../../storage/statement.ts'

export interface PersonRow {
  id: number
  game_id: number
  username: string
  email: string | null
}

export const findPerson = statement<{ user_id: number }, PersonRow>(`
  select id, game_id, username, email from users where id = :user_id`)

/** In all games. For operators only, so it may scan the whole table. */
export const findPeople = statement<{ named: string }, PersonRow>(`
  select id, game_id, username, email from users
   where username_key = :named or email_key = :named order by id`)

export type Found = Record<string, string | number | null>

type PageOfRows = { user_id: number; before: number | string; limit: number }

/** The first page is before this number. */
const first_key = Number.MAX_SAFE_INTEGER

/** A page of rows, newest first. `key` is a number that no two of the user's rows share; the next page is before the last. */
const newest = (columns: string, from: string, key: string) => ({
  ...statement<PageOfRows, Found>(
    `select ${columns}, ${key} + 0 as page_key from ${from} and ${key} < :before order by ${key} desc limit :limit + 0`,
  ),
  first_key,
  page_rows: 1000,
})

/** Rows of up to 64 KiB, so few of them at a time. They are found before they are read: sorting would move their texts. */
const newestLong = (columns: string, table: string, owner: string) => ({
  ...statement<PageOfRows, Found>(
    `select ${columns}, id + 0 as page_key from ${table}
      where id in (select id from ${table} where ${owner} = :user_id and id < :before
                    order by id desc limit :limit + 0)
      order by id desc`,
  ),
  first_key,
  page_rows: 16,
})

/**
 * An answer to a sign-up or a sign-in is stored without a user; the account it shows may have another name by now. That to
 * a sign-in is empty if it was too long.
 */
const OF_ACCOUNT = `user_id is null and answer_id = :user_id and (body = '' or body like '%"username":%')`

const hashesOf = (whose: string) =>
  `select request_hash from answered_requests where ${whose} and request_hash > (:before || '')
    order by request_hash limit :limit + 0`

const storedAnswers = {
  ...statement<PageOfRows, Found>(
    `select answered_at, status, body, request_hash || '' as page_key from answered_requests
      where request_hash in (select request_hash from (${hashesOf('user_id = :user_id')}) as of_user
                             union all
                             select request_hash from (${hashesOf(OF_ACCOUNT)}) as of_account)
      order by request_hash limit :limit + 0`,
  ),
  first_key: '',
  page_rows: 16,
}

/** Everything that is stored about a player, except hashes of secrets, and who has blocked them. */
export const listPersonalData = {
  account: newest(
    'id, game_id, username, email, email_verified_at, credits, score, last_login, number_of_logins, created_at, banned_until, ban_reason, muted_until',
    'users where id = :user_id',
    'id',
  ),
  activity: newest(
    'events_total, events_current_month, game_sessions_total, game_sessions_current_month, month, last_seen_at',
    'user_activity where user_id = :user_id',
    'user_id',
  ),
  active_days: newest('id, day', 'player_days where user_id = :user_id', 'id'),
  sessions: newest(
    'id, created_at, last_used_at, expires_at',
    'sessions where user_id = :user_id',
    'id',
  ),
  password_resets: newest(
    'created_at, expires_at',
    'password_resets where user_id = :user_id',
    'created_at',
  ),
  email_verifications: newest(
    'created_at, expires_at',
    'email_verifications where user_id = :user_id',
    'created_at',
  ),
  known_addresses: newest(
    'last_sign_in_at',
    'known_addresses where user_id = :user_id',
    'last_sign_in_at',
  ),
  stored_answers: storedAnswers,
  attributes: newestLong('id, key, value', 'user_attributes', 'user_id'),
  credit_ledger: newest(
    'id, change, balance_after, reason, reference, created_at',
    'credit_ledger where user_id = :user_id',
    'id',
  ),
  purchases: newest(
    'store_item_id, name, price, bought_at',
    'purchases join store_items on store_items.id = store_item_id where user_id = :user_id',
    'store_item_id',
  ),
  game_rounds: newestLong(
    `id, multiplayer_game_round_id, game_type, start_time, end_time, score, place, metadata, created_at, updated_at`,
    'game_rounds',
    'game_user_id',
  ),
  multiplayer_rounds_led: newest(
    'id, created_at, game_type, max_players, entries_per_player, who_may_join, group_id, code, closes_at, finished_at',
    'multiplayer_game_rounds where master_id = :user_id',
    'id',
  ),
  matchmaking_tickets: newest(
    `ticket_id, game_type, state, region, attributes, rating, created_at, waiting_since, ended_at,
     multiplayer_game_round_id, is_leader, has_accepted, is_active, is_ready, missed_at`,
    `matchmaking_players join matchmaking_tickets on matchmaking_tickets.id = ticket_id
      where user_id = :user_id`,
    'ticket_id',
  ),
  multiplayer_round_seats: newest(
    'multiplayer_game_round_id, state, team, joined_at',
    'multiplayer_round_players where user_id = :user_id',
    'multiplayer_game_round_id',
  ),
  leaderboard_entries: newestLong(
    'id, leaderboard_name, score, extra_attributes, created_at',
    'leaderboard_entries',
    'user_id',
  ),
  leaderboard_bests: newest(
    'leaderboard_name, descending_entry_id, ascending_entry_id',
    'leaderboard_bests where user_id = :user_id',
    'descending_entry_id',
  ),
  leaderboard_usage: newest(
    'entries, entry_bytes',
    'leaderboard_usage where user_id = :user_id',
    'user_id',
  ),
  scores_under_review: newest(
    'id, sender_id, kind, name, group_id, game_round_id, score, extra_attributes, broken, allowed, created_at',
    'held_scores where user_id = :user_id',
    'id',
  ),
  scores_in_the_last_hour: newest(
    'rule_id, minute_began_at, scores, last_at, previous_at',
    'score_counts where user_id = :user_id',
    'rule_id',
  ),
  leaderboard_prizes: newest(
    'leaderboard_prizes.id, leaderboard_name, season, rank, credits, store_item_id, leaderboard_prizes.state, paid_at',
    `leaderboard_prizes join leaderboard_seasons on leaderboard_seasons.id = season_id
      where user_id = :user_id`,
    'leaderboard_prizes.id',
  ),
  ratings: newest(
    'game_type, mu, sigma, rating, rounds, updated_at',
    `(select ratings.*, row_number() over (order by game_type) as row_number
        from ratings where user_id = :user_id) as numbered where true`,
    'row_number',
  ),
  rating_changes: newest(
    `id, multiplayer_game_round_id, position, game_type, team, score, place, mu_before, sigma_before, rating_before,
     mu_after, sigma_after, rating_after, changed_at`,
    'rating_changes where user_id = :user_id',
    'id',
  ),
  friendships: newest(
    'friendships.id, sender_id, receiver_id, status, requested_at, since',
    `friendships left join friends on friendship_id = friendships.id and user_id = :user_id
      where (sender_id = :user_id or receiver_id = :user_id)`,
    'friendships.id',
  ),
  presence: newest(
    'last_seen, online_until, status, is_invisible',
    'presence where user_id = :user_id',
    'user_id',
  ),
  notifications: newest(
    'id, type, actor_id, data, created_at, read_at',
    'notifications where user_id = :user_id',
    'id',
  ),
  notifications_read: newest('read_until_id', 'inboxes where user_id = :user_id', 'user_id'),
  announcements_waiting: newest(
    'id, text, publish_at, created_at',
    'announcements where user_id = :user_id',
    'id',
  ),
  blocks: newest('blocked_id, blocked_at', 'blocks where blocker_id = :user_id', 'blocked_id'),
  group_connections: newest(
    `group_connections.id, group_id, name, inviter_id, kind, status, is_admin, joined_at,
     group_connections.created_at`,
    'group_connections join groups on groups.id = group_id where user_id = :user_id',
    'group_connections.id',
  ),
  invites_sent: newest(
    'id, group_id, user_id, status, created_at',
    `group_connections where inviter_id = :user_id and user_id <> :user_id`,
    'id',
  ),
  groups_removed_from: newest(
    'group_id, removed_at',
    'group_removals where user_id = :user_id',
    'group_id',
  ),
  group_attributes_made: newestLong(
    'id, group_id, key, value, created_at',
    'group_attributes',
    'creator_id',
  ),
  chats: newest(
    'chats.id, creator_id, created_at',
    'chat_participants join chats on chats.id = chat_id where user_id = :user_id',
    'chats.id',
  ),
  messages: newestLong('id, chat_id, text, created_at, hidden_at', 'messages', 'user_id'),
  values_of_game_code: newestLong('id, key, value, updated_at', 'player_values', 'user_id'),
  sanctions: newest(
    'id, kind, reason, until, created_at, ended_at',
    'sanctions where user_id = :user_id',
    'id',
  ),
  reports_sent: newest(
    'id, kind, target_id, reason, text, state, created_at, closed_at',
    'reports where reporter_id = :user_id',
    'id',
  ),
  events: {
    ...newestLong(
      'id, type, at, actor_id, data',
      'events',
      `audience in ('user', 'user_copy') and audience_id`,
    ),
    page_rows: 500,
  },
  messages_read: newest('message_id', 'message_reads where user_id = :user_id', 'message_id'),
}

/** Only for the operator of the server and the staff of the game. */
export const listNotesAbout = newest(
  'author_name, text, created_at',
  'staff_notes where user_id = :user_id',
  'id',
)

export const updateMessageTextsErased = statement<{ user_id: number; text: string }>(
  `update messages set text = :text where user_id = :user_id`,
  { updates: 'messages' },
)

/** Those by the user, and those about them. */
export const deleteReports = statement<{ user_id: number }>(
  `delete from reports where reporter_id = :user_id or user_id = :user_id`,
  { deletes: 'reports' },
)

/** The key of a direct chat consists of its participants' ids. */
export const updateParticipantsKeysErased = statement<{ user_id: number }>(
  `update chats set participants_key = null
    where group_id is null and id in (select chat_id from chat_participants where user_id = :user_id)`,
  { updates: 'chats' },
)

export const updateChatCreatorErased = statement<{ user_id: number }>(
  `update chats set creator_id = 0 where creator_id = :user_id and group_id is null`,
  { updates: 'chats' },
)

export const deleteChatsWithoutOthers = statement<{ user_id: number }>(
  `delete from chats
    where group_id is null
      and id in (select chat_id from chat_participants where user_id = :user_id)
      and not exists (select 1 from chat_participants as others
                       where others.chat_id = chats.id and others.user_id <> :user_id)`,
  { deletes: 'chats' },
)

export const updateInviterErased = statement<{ user_id: number }>(
  `update group_connections set inviter_id = 0 where inviter_id = :user_id and user_id <> :user_id`,
  { updates: 'group_connections' },
)

export const updateAttributeCreatorErased = statement<{ user_id: number }>(
  `update group_attributes set creator_id = 0 where creator_id = :user_id`,
  { updates: 'group_attributes' },
)

/** Patterns for `like`, escaped with `!`. Answers are kept for a day, so a scan is short. */
export const deleteAnswers = statement<{ user_id: number; name: string; email: string }>(
  `delete from answered_requests
    where user_id = :user_id or ${OF_ACCOUNT}
       or body like (:name || '') escape '!' or body like (:email || '') escape '!'`,
  { deletes: 'answered_requests' },
)
