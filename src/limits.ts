/** Every size limit. `docs/limits.md` is written from this table. */
export const limits = {
  username_characters: { value: 64, meaning: 'Longest username' },
  email_characters: { value: 254, meaning: 'Longest email address' },
  password_characters_least: { value: 6, meaning: 'Shortest password' },
  password_characters: { value: 1024, meaning: 'Longest password' },
  device_id_characters_least: { value: 16, meaning: 'Shortest device id of a guest' },
  device_id_characters: { value: 255, meaning: 'Longest device id of a guest' },
  game_name_characters: { value: 255, meaning: 'Longest name of a game' },
  service_key_name_characters: { value: 64, meaning: 'Longest name of a service key' },
  item_name_characters: { value: 255, meaning: 'Longest name or category of a store item' },
  group_name_characters: { value: 255, meaning: 'Longest name or type of a group' },
  group_members: { value: 10_000, meaning: 'Largest max_group_size of a group' },
  group_pending: {
    value: 1000,
    meaning: 'Most join requests and most invites in one view of a group, the oldest first',
  },
  attribute_key_characters: { value: 255, meaning: 'Longest key of an attribute' },
  attributes: { value: 1000, meaning: 'Most attributes of a user or group' },
  text_bytes: {
    value: 65_536,
    meaning: 'Longest description, variable, attribute value or extra attributes, in bytes',
  },
  leaderboard_name_characters: { value: 255, meaning: 'Longest name of a leaderboard' },
  game_type_characters: { value: 255, meaning: 'Longest game type of a round' },
  metadata_bytes: { value: 65_536, meaning: 'Largest metadata of a round, as JSON, in bytes' },
  message_bytes: { value: 8192, meaning: 'Longest chat message, in bytes' },
  chat_usernames: { value: 50, meaning: 'Most players named for one chat' },
  url_characters: { value: 2048, meaning: 'Longest web address' },
  body_bytes: { value: 1_048_576, meaning: 'Largest request body' },
  bodies_bytes: {
    value: 134_217_728,
    meaning:
      'Request bodies of more than 16 KiB that one process takes at once, in bytes; more are answered with 503',
  },
  unread_characters: {
    value: 268_435_456,
    meaning:
      'Answers of more than 256 KiB that wait to be read by their receivers, of one process; beyond it the slowest is cut off',
  },
  json_depth: { value: 32, meaning: 'Deepest nesting of a JSON body' },
  idempotency_key_characters: { value: 255, meaning: 'Longest Idempotency-Key' },
  page_entries: { value: 100, meaning: 'Most entries of a list in one answer' },
  exported_rows: {
    value: 1000,
    meaning: "Most rows of each kind in a player's own export; `playkeep player export` gives all",
  },
  waiting_mails: { value: 1000, meaning: 'Most mails waiting; more are answered with 503' },
  waiting_passwords: {
    value: 1000,
    meaning:
      'Most password checks waiting, and at most half of `MAX_REQUESTS`; more are answered with 503',
  },
} as const

/** What a query needs for one page of a list: the first hundred entries, unless another page is asked for. */
export function limitOffset({ page = 1, per_page }: { page?: number; per_page?: number }) {
  const limit = clampLimit(per_page)
  // Beyond the end of any list, and still a number that both engines accept.
  const offset = Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
  return { limit, offset }
}

export const clampLimit = (limit: number = limits.page_entries.value) =>
  Math.min(limit, limits.page_entries.value)
