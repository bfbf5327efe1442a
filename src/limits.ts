import { competitionLimits } from './competition-limits.ts'
import { staffLimits } from './staff-limits.ts'

/** Every size limit. `docs/limits.md` is generated from this table. */
export const limits = {
  username_characters: { value: 64, meaning: 'Longest username' },
  email_characters: { value: 254, meaning: 'Longest email address' },
  password_characters_min: { value: 6, meaning: 'Shortest password' },
  password_characters: { value: 1024, meaning: 'Longest password' },
  device_id_characters_min: { value: 16, meaning: 'Shortest device id of a guest' },
  device_id_characters: { value: 255, meaning: 'Longest device id of a guest' },
  game_name_characters: { value: 255, meaning: 'Longest game name' },
  service_key_name_characters: { value: 64, meaning: 'Longest service key name' },
  ...staffLimits,
  ...competitionLimits,
  item_name_characters: { value: 255, meaning: 'Longest name or category of a store item' },
  group_name_characters: { value: 255, meaning: 'Longest name or type of a group' },
  group_query_characters: { value: 64, meaning: 'Longest `query` for groups' },
  group_query_words: {
    value: 8,
    meaning: 'Only so many words of a `query` for groups count: the longest',
  },
  group_name_words: {
    value: 12,
    meaning: 'Most words of the name of a group by which it is found: the longest',
  },
  groups_searched: {
    value: 1000,
    meaning:
      'Most groups that a search looks at. They are found by the longest word of the query, in the alphabetical order of the words that begin with it',
  },
  groups_of_player: {
    value: 200,
    meaning: 'Most groups that a player is a member of, including those that they created',
  },
  group_members: { value: 10_000, meaning: 'Largest `max_group_size` of a group' },
  group_members_listed: {
    value: 100,
    meaning:
      'Most members of each group in a list of groups with `with_full_data`: the longest-standing; `GET /groups/{id}` shows all of them',
  },
  group_pending_listed: {
    value: 20,
    meaning:
      'Most pending join requests, and most pending invites, of each group in a list of groups with `with_full_data`; the oldest come first',
  },
  group_pending_shown: {
    value: 100,
    meaning:
      'Most pending join requests, and most pending invites, that a group shows; the oldest come first, and `GET /groups/{id}/join_requests` and `/invites` list all of them in pages',
  },
  group_pending: {
    value: 10_000,
    meaning: 'Most pending join requests, and most pending invites, of a group',
  },
  join_requests: {
    value: 200,
    meaning: 'Most pending join requests of a player',
  },
  cursor_characters: { value: 64, meaning: 'Longest cursor of events' },
  event_types_characters: { value: 2048, meaning: 'Longest list of types of events' },
  webhooks_of_game: { value: 20, meaning: 'Most webhooks of a game' },
  webhook_url_characters: { value: 2048, meaning: 'Longest URL of a webhook' },
  webhook_types: { value: 100, meaning: 'Most types of events that a webhook names' },
  event_type_characters: { value: 64, meaning: 'Longest type of an event' },
  webhook_waiting: {
    value: 1000,
    meaning:
      'Most deliveries of a webhook that wait to be sent or sent again; further events wait in the log',
  },
  statistic_names: {
    value: 20,
    meaning:
      'Most types of rounds, and most reasons of credits, that the statistics of a game count one by one: the first ones',
  },
  statistic_days: { value: 366, meaning: 'Most days that an overview of a game shows' },
  day_characters: { value: 10, meaning: 'Longest day in a request, such as 2026-01-31' },
  streams_of_staff: {
    value: 10,
    meaning: 'Most streams of events that a member of the staff has open in one process',
  },
  streams_of_player: {
    value: 5,
    meaning:
      'Most streams, sockets and waiting requests for events that a player has open in one process',
  },
  streams_of_address_percent: {
    value: 25,
    meaning:
      'Largest part of `MAX_STREAMS` that the players of one IP address take, in percent; unlimited with `RATE_LIMIT=off`',
  },
  silent_sockets: {
    value: 1000,
    meaning:
      'Most WebSockets of one process that are not signed in yet; when another one opens, the oldest is closed',
  },
  silent_sockets_of_address: {
    value: 100,
    meaning:
      'Most WebSockets of one IP address in one process that are not signed in yet; unlimited with `RATE_LIMIT=off`',
  },
  socket_frame_bytes: {
    value: 4096,
    meaning: 'Longest frame that a client may send over a WebSocket, in bytes',
  },
  status_characters: { value: 128, meaning: 'Longest status of a player' },
  notifications: {
    value: 500,
    meaning:
      'Most notifications of a player because of other players: those that were read are deleted first, then the oldest of those who caused the most. Besides, most announcements to this player; the oldest are deleted',
  },
  notifications_of_sender: {
    value: 20,
    meaning:
      'Most unread notifications that a player has because of one other player; the oldest are deleted',
  },
  shared_notifications: {
    value: 100,
    meaning:
      'Most announcements to a group, and most to the whole game, that players find among their notifications; the oldest are deleted',
  },
  announcement_characters: { value: 2000, meaning: 'Longest announcement' },
  waiting_announcements: {
    value: 1000,
    meaning: 'Most scheduled announcements of a game',
  },
  wait_seconds: { value: 50, meaning: 'Longest time for which a request waits for events' },
  game_variables: { value: 1000, meaning: 'Most variables of a game' },
  attribute_key_characters: { value: 255, meaning: 'Longest attribute key' },
  attributes: { value: 1000, meaning: 'Most attributes of a user or group' },
  user_attributes_bytes: {
    value: 1_048_576,
    meaning: 'Largest size of all attributes of a user, keys and values together, in bytes',
  },
  group_attributes_bytes: {
    value: 4_194_304,
    meaning: 'Largest size of all attributes of a group, keys and values together, in bytes',
  },
  group_share_bytes: {
    value: 1_048_576,
    meaning: 'Largest part of the attributes of a group that one member may have added, in bytes',
  },
  text_bytes: {
    value: 65_536,
    meaning:
      'Longest description, game variable or attribute value, in bytes. In JSON, where a control character takes six bytes, a text may take at most twice its limit',
  },
  leaderboard_name_characters: { value: 255, meaning: 'Longest leaderboard name' },
  leaderboard_extra_bytes: {
    value: 8192,
    meaning: 'Longest `extra_attributes` text of a leaderboard entry, in bytes',
  },
  leaderboards: { value: 1000, meaning: 'Most leaderboards on which one player has entries' },
  leaderboard_entries_on_one: {
    value: 10_000,
    meaning: 'Most entries of one player on one leaderboard',
  },
  leaderboard_entries: { value: 20_000, meaning: 'Most leaderboard entries of one player' },
  leaderboard_bytes: {
    value: 8_388_608,
    meaning:
      "Total size of the leaderboard names and `extra_attributes` of one player's entries, in bytes",
  },
  game_type_characters: { value: 255, meaning: 'Longest `game_type` of a game round' },
  metadata_bytes: {
    value: 65_536,
    meaning: 'Largest `metadata` of a game round, in bytes of JSON',
  },
  shown_metadata_bytes: {
    value: 262_144,
    meaning:
      'Most `metadata` of the latest game rounds in a profile, also at a sign-in, in bytes; `GET /game_rounds` has all of them',
  },
  message_bytes: { value: 8192, meaning: 'Longest chat message, in bytes' },
  shown_messages_bytes: {
    value: 262_144,
    meaning:
      'Most text of messages in a list of chats, also at a sign-in, in bytes; the latest message of every chat is always shown',
  },
  chats: {
    value: 1000,
    meaning: 'Most chats with other players that one player has started and not left',
  },
  report_characters: { value: 1000, meaning: 'Longest text of a report' },
  reports_per_day: { value: 20, meaning: 'Most reports that a player sends in 24 hours' },
  sanction_reason_characters: {
    value: 500,
    meaning: 'Longest reason of a warning, a mute or a ban',
  },
  filter_words: { value: 1000, meaning: 'Most words of the word filter of a game' },
  filter_word_characters: { value: 64, meaning: 'Longest word of a word filter' },
  chat_usernames: { value: 50, meaning: 'Most usernames in a request for a new chat' },
  secret_characters: {
    value: 255,
    meaning: 'Longest game token, or token of a link in a mail, in a request',
  },
  time_characters: { value: 64, meaning: 'Longest time in a request' },
  blocks: { value: 10_000, meaning: 'Most users whom one player has blocked' },
  url_characters: { value: 2048, meaning: 'Longest web address' },
  body_bytes: { value: 1_048_576, meaning: 'Largest request body, in bytes' },
  bodies_bytes: {
    value: 134_217_728,
    meaning:
      'Total size of the request bodies over 16 KiB that one process receives and handles at once, in bytes; further ones are answered with 503',
  },
  unread_characters: {
    value: 268_435_456,
    meaning:
      'Total size of the answers over 256 KiB that one process holds until their clients have read them; above it, the connection that waits longest is closed',
  },
  fields: { value: 2000, meaning: 'Most fields of a form, a multipart form or a query' },
  json_fields: {
    value: 20_000,
    meaning: 'Most fields of a JSON body, those of all its objects together',
  },
  json_entries: {
    value: 50_000,
    meaning: 'Most fields and list entries of a JSON body, together',
  },
  json_depth: { value: 32, meaning: 'Deepest nesting of a JSON body' },
  idempotency_key_characters: { value: 255, meaning: 'Longest Idempotency-Key' },
  stored_answer_bytes: {
    value: 16_384,
    meaning:
      'Largest answer that is stored for a retry with its `Idempotency-Key`; for a longer one, a retry is answered with the current data',
  },
  page_entries: { value: 100, meaning: 'Most entries on one page of a list' },
  exported_rows: {
    value: 1000,
    meaning:
      "Most rows of each kind in a player's own export; `playkeep player export` has no limit",
  },
  exports_at_once: {
    value: 4,
    meaning:
      'Most exports of players that one process sends at once, one per player; further ones are answered with 503',
  },
  export_seconds: { value: 300, meaning: 'Longest time for reading an export, in seconds' },
  game_export_seconds: {
    value: 3600,
    meaning: 'Longest time for downloading the export of a game in the dashboard, in seconds',
  },
  backup_name_characters: { value: 64, meaning: 'Longest name of a backup in an address' },
  unwritten_uses: {
    value: 100_000,
    meaning:
      'Most players, and most sessions, whose last use waits in the memory of one process to be written; uses of others are not noted meanwhile',
  },
  sessions: {
    value: 100,
    meaning: 'Most sessions of a player; when another one begins, the oldest ends',
  },
  known_addresses: {
    value: 10,
    meaning:
      'IP addresses remembered for each player, as hashes. Guesses from elsewhere do not keep the player from signing in there',
  },
  known_address_days: {
    value: 90,
    meaning: 'For how many days after the last sign-in such an address is remembered',
  },
  mails_per_mailbox: {
    value: 10,
    meaning:
      'Most links by mail, and most notices, that one mailbox gets per hour from all games of the server; unlimited with `RATE_LIMIT=off`',
  },
  links_per_account: {
    value: 5,
    meaning: 'Most links by mail of each kind that one account gets per hour',
  },
  mails_per_account: {
    value: 10,
    meaning:
      'Most links by mail, and most notices, that one account causes per hour, to all the addresses that it has had; unlimited with `RATE_LIMIT=off`',
  },
  waiting_mails: {
    value: 1000,
    meaning: 'Most mails waiting to be sent; requests that would add another are answered with 503',
  },
  waiting_bytes: {
    value: 16 * 1024 * 1024,
    meaning:
      'Most bytes of requests that wait because their players send too fast (`player_pace`), with 4 KiB for each; further ones are answered with 503',
  },
  waiting_passwords: {
    value: 1000,
    meaning:
      'Most password checks waiting, but never more than half of `MAX_REQUESTS`, and most new passwords, but never more than a quarter; further ones are answered with 503',
  },
} as const

/** How far lists are paged and totals counted. Where a list has no counted ranges, a rank further down needs a long read. */
export const MAX_COUNTED = 10_000

/** The limit and offset for one page of a list; without input, the first hundred entries. */
export function limitOffset({ page = 1, per_page }: { page?: number; per_page?: number }) {
  const limit = clampLimit(per_page)
  // Capped at a number that both engines accept and that is beyond the end of any list.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  return { limit, offset }
}

/** For lists that are complete unless a page is asked for. */
export function pageOrAll(input: { page?: number; per_page?: number }) {
  const is_paged = input.page !== undefined || input.per_page !== undefined
  return is_paged ? limitOffset(input) : { limit: 1_000_000_000, offset: 0 }
}

export const clampLimit = (limit: number = limits.page_entries.value) =>
  Math.min(limit, limits.page_entries.value)
