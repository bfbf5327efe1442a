/** The limits of staff, of the dashboard and of game code, a part of `limits.ts`. */
export const staffLimits = {
  staff_name_characters: { value: 64, meaning: 'Longest name of a member of the staff' },
  staff_password_characters_min: {
    value: 10,
    meaning: 'Shortest password of a member of the staff',
  },
  staff_games: { value: 1000, meaning: 'Most games that a member of the staff is limited to' },
  staff_sessions: {
    value: 20,
    meaning: 'Most sessions of a member of the staff; with another one the oldest ends',
  },
  staff_session_hours: { value: 168, meaning: 'Hours after which a session of the dashboard ends' },
  staff_code_characters: { value: 32, meaning: 'Longest code of a second factor' },
  staff_reason_characters: { value: 500, meaning: 'Longest reason that staff give for a change' },
  staff_note_characters: { value: 4000, meaning: 'Longest note of staff about a player' },
  player_search_characters: { value: 254, meaning: 'Longest search for players by staff' },
  page_cursor_characters: {
    value: 1024,
    meaning: 'Longest `after` of a list for staff, which is the `next` of the page before',
  },
  audit_filter_characters: { value: 64, meaning: 'Longest filter of the audit log' },
  staff_tokens: { value: 50, meaning: 'Most API tokens of a member of the staff' },
  user_agent_characters: { value: 255, meaning: 'How much is kept of the name of a browser' },
  audit_value_characters: {
    value: 4000,
    meaning: 'Longest value of a field in the audit log; of a longer one only its length is kept',
  },
  stored_key_characters: { value: 128, meaning: 'Longest key in the storage of game code' },
  stored_value_bytes: {
    value: 65_536,
    meaning: 'Longest value in the storage of game code, as JSON, and longest payload of a job',
  },
  stored_values_of_player: {
    value: 200,
    meaning: 'Most values that game code stores for one player',
  },
  game_code_transaction_ms: {
    value: 250,
    meaning: 'Milliseconds that game code has within a transaction',
  },
  game_code_before_ms: {
    value: 5000,
    meaning: 'Milliseconds that game code has before an operation',
  },
  game_code_background_seconds: {
    value: 900,
    meaning: 'Seconds that a job of game code, or its handler of an event, has',
  },
  game_code_refusal_characters: {
    value: 500,
    meaning: 'Longest sentence with which game code refuses a request',
  },
  test_players: { value: 10, meaning: 'Most test players of a game' },
  test_session_minutes: {
    value: 60,
    meaning: 'Minutes after which a session of a test player ends, at most 60',
  },
} as const
