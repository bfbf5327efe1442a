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

const newest = (columns: string, from: string, order: string) =>
  statement<{ user_id: number; limit: number }, Found>(
    `select ${columns} from ${from} order by ${order} desc limit :limit + 0`,
  )

/** An answer to a sign-up or a sign-in is stored without a user; the account it shows may have another name by now. */
const ANSWERS = `answered_requests
  where (user_id = :user_id or user_id is null and answer_id = :user_id and body like '%"username":%')`

/** Everything that is stored about a player, except hashes of secrets, and who has blocked them. */
export const listPersonalData = {
  account: newest(
    'id, game_id, username, email, credits, score, last_login, number_of_logins, created_at',
    'users where id = :user_id',
    'id',
  ),
  activity: newest(
    'events_total, events_current_month, game_sessions_total, game_sessions_current_month, month, last_seen_at',
    'user_activity where user_id = :user_id',
    'user_id',
  ),
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
  stored_answers: newest('answered_at, status, body', ANSWERS, 'answered_at'),
  attributes: newest('id, key, value', 'user_attributes where user_id = :user_id', 'id'),
  credit_ledger: newest(
    'id, change, balance_after, reason, reference, created_at',
    'credit_ledger where user_id = :user_id',
    'id',
  ),
  purchases: newest(
    'store_item_id, name, price, bought_at',
    'purchases join store_items on store_items.id = store_item_id where user_id = :user_id',
    'bought_at',
  ),
  game_rounds: newest(
    `id, multiplayer_game_round_id, game_type, start_time, end_time, score, place, metadata, created_at, updated_at`,
    'game_rounds where game_user_id = :user_id',
    'id',
  ),
  multiplayer_rounds_led: newest(
    'id, created_at',
    'multiplayer_game_rounds where master_id = :user_id',
    'id',
  ),
  leaderboard_entries: newest(
    'id, leaderboard_name, score, extra_attributes, created_at',
    'leaderboard_entries where user_id = :user_id',
    'id',
  ),
  leaderboard_bests: newest(
    'leaderboard_name, descending_entry_id, ascending_entry_id',
    'leaderboard_bests where user_id = :user_id',
    'leaderboard_name',
  ),
  leaderboard_usage: newest(
    'entries, entry_bytes',
    'leaderboard_usage where user_id = :user_id',
    'user_id',
  ),
  friendships: newest(
    'friendships.id, sender_id, receiver_id, status, requested_at, since',
    `friendships left join friends on friendship_id = friendships.id and user_id = :user_id
      where sender_id = :user_id or receiver_id = :user_id`,
    'friendships.id',
  ),
  blocks: newest('blocked_id, blocked_at', 'blocks where blocker_id = :user_id', 'blocked_at'),
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
    'removed_at',
  ),
  group_attributes_made: newest(
    'id, group_id, key, value, created_at',
    'group_attributes where creator_id = :user_id',
    'id',
  ),
  chats: newest(
    'chats.id, creator_id, created_at',
    'chat_participants join chats on chats.id = chat_id where user_id = :user_id',
    'chats.id',
  ),
  messages: newest('id, chat_id, text, created_at', 'messages where user_id = :user_id', 'id'),
  messages_read: newest('message_id', 'message_reads where user_id = :user_id', 'message_id'),
}

export const updateMessageTextsErased = statement<{ user_id: number; text: string }>(
  `update messages set text = :text where user_id = :user_id`,
  { updates: 'messages' },
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
  `delete from ${ANSWERS} or body like (:name || '') escape '!' or body like (:email || '') escape '!'`,
  { deletes: 'answered_requests' },
)
