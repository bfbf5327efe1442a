/** Every event that a feature announces, with its payload. */
export interface Events {
  /** Announced before the row is deleted, in the same transaction, so that listeners can still read the user. */
  user_deleted: { game_id: number; user_id: number }
  /** A client asked for sample items, which only an empty store gets. */
  store_samples_requested: { game_id: number }
  /** The email address or the password is new: what was sent to the old address must not work any more. */
  credentials_changed: { user_id: number }
  /** Something was written to the log of events. */
  event_recorded: {
    type: string
    game_id: number
    actor_id: number | null
    audience: string
    audience_id: number
    data: object
  }
  /** Announced in the transaction that finishes the round. Its entries and seats can be read and do not change any more. */
  round_finished: {
    multiplayer_game_round_id: number
    game_id: number
    /** Null: the round has no rules, so its entries can be of several types. */
    game_type: string | null
    /** By which the places of the round are calculated from now on. */
    ranking_order: string
  }
  player_blocked: { game_id: number; blocker_id: number; blocked_id: number }
}
