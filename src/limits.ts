/** Every size limit. `docs/limits.md` is written from this table. */
export const limits = {
  username_characters: { value: 64, meaning: 'Longest username' },
  email_characters: { value: 254, meaning: 'Longest email address' },
  password_characters_least: { value: 6, meaning: 'Shortest password' },
  password_characters: { value: 1024, meaning: 'Longest password' },
  device_id_characters_least: { value: 16, meaning: 'Shortest device id of a guest' },
  device_id_characters: { value: 255, meaning: 'Longest device id of a guest' },
  game_name_characters: { value: 255, meaning: 'Longest name of a game' },
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
    meaning: 'Longest description, variable or attribute value, in bytes',
  },
  url_characters: { value: 2048, meaning: 'Longest web address' },
  body_bytes: { value: 1_048_576, meaning: 'Largest request body' },
  json_depth: { value: 32, meaning: 'Deepest nesting of a JSON body' },
  idempotency_key_characters: { value: 255, meaning: 'Longest Idempotency-Key' },
  page_entries: { value: 100, meaning: 'Most entries of a list in one answer' },
  waiting_passwords: {
    value: 1000,
    meaning: 'Most password checks waiting; more are answered with 503',
  },
} as const
