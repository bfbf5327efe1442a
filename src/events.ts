/** Every fact the server announces, with what is known of it. */
export interface Facts {
  /** Announced before the row goes, in the same transaction: whoever listens still finds the user. */
  user_deleted: { game_id: number; user_id: number }
  /** A client asked for a store to try out; only an empty one is filled. */
  samples_wanted: { game_id: number }
  player_blocked: { blocker_id: number; blocked_id: number }
}
