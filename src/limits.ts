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
  item_name_characters: { value: 255, meaning: 'Longest name or category of a store item' },
  group_name_characters: { value: 255, meaning: 'Longest name or type of a group' },
  group_members: { value: 10_000, meaning: 'Largest `max_group_size` of a group' },
  group_pending: {
    value: 1000,
    meaning: 'Most join requests, and most invites, that a group shows; the oldest come first',
  },
  attribute_key_characters: { value: 255, meaning: 'Longest attribute key' },
  attributes: { value: 1000, meaning: 'Most attributes of a user or group' },
  text_bytes: {
    value: 65_536,
    meaning:
      'Longest description, game variable, attribute value or `extra_attributes` text, in bytes',
  },
  leaderboard_name_characters: { value: 255, meaning: 'Longest leaderboard name' },
  game_type_characters: { value: 255, meaning: 'Longest `game_type` of a game round' },
  metadata_bytes: {
    value: 65_536,
    meaning: 'Largest `metadata` of a game round, in bytes of JSON',
  },
  message_bytes: { value: 8192, meaning: 'Longest chat message, in bytes' },
  chat_usernames: { value: 50, meaning: 'Most usernames in a request for a new chat' },
  url_characters: { value: 2048, meaning: 'Longest web address' },
  body_bytes: { value: 1_048_576, meaning: 'Largest request body, in bytes' },
  bodies_bytes: {
    value: 134_217_728,
    meaning:
      'Total size of the request bodies over 16 KiB that one process receives at once, in bytes; further ones are answered with 503',
  },
  unread_characters: {
    value: 268_435_456,
    meaning:
      'Total size of the answers over 256 KiB that one process holds until their clients have read them; above it, the connection that waits longest is closed',
  },
  json_depth: { value: 32, meaning: 'Deepest nesting of a JSON body' },
  idempotency_key_characters: { value: 255, meaning: 'Longest Idempotency-Key' },
  page_entries: { value: 100, meaning: 'Most entries on one page of a list' },
  exported_rows: {
    value: 1000,
    meaning:
      "Most rows of each kind in a player's own export; `playkeep player export` has no limit",
  },
  sessions: {
    value: 100,
    meaning: 'Most sessions of a player; when another one begins, the oldest ends',
  },
  known_addresses: {
    value: 10,
    meaning:
      'Most IP addresses of a player, stored as hashes, from which the guesses of others cannot keep them from signing in',
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
  waiting_mails: {
    value: 1000,
    meaning: 'Most mails waiting to be sent; requests that would add another are answered with 503',
  },
  waiting_passwords: {
    value: 1000,
    meaning:
      'Most password checks waiting, but never more than half of `MAX_REQUESTS`, and most new passwords, but never more than a quarter; further ones are answered with 503',
  },
} as const

/** The limit and offset for one page of a list; without input, the first hundred entries. */
export function limitOffset({ page = 1, per_page }: { page?: number; per_page?: number }) {
  const limit = clampLimit(per_page)
  // Capped at a number that both engines accept and that is beyond the end of any list.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  return { limit, offset }
}

export const clampLimit = (limit: number = limits.page_entries.value) =>
  Math.min(limit, limits.page_entries.value)
