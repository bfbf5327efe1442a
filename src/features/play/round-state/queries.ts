import { statement } from '../../../storage/statement.ts'

export interface MultiplayerRoundRow {
  id: number
  game_id: number
  /** Null when the master's account was deleted. */
  master_id: number | null
  created_at: number
  has_rules: number
  /** This and what follows is null in rounds without rules. */
  game_type: string | null
  max_players: number | null
  entries_per_player: number | null
  who_may_join: WhoMayJoin | null
  group_id: number | null
  code: string | null
  closes_at: number | null
  finished_at: number | null
  finished_order: string | null
  /** How many seats are taken. */
  players: number
  /** 1: matchmaking made it. */
  is_matched: number
}

export type WhoMayJoin = 'anyone' | 'invited' | 'friends' | 'group' | 'code'

const MULTIPLAYER_ROUND = `multiplayer.id, multiplayer.game_id, multiplayer.master_id, multiplayer.created_at,
         multiplayer.has_rules, multiplayer.game_type, multiplayer.max_players, multiplayer.entries_per_player,
         multiplayer.who_may_join, multiplayer.group_id, multiplayer.code, multiplayer.closes_at,
         multiplayer.finished_at, multiplayer.finished_order, multiplayer.players, multiplayer.is_matched`

const ROUND_BY_ID = `select ${MULTIPLAYER_ROUND} from multiplayer_game_rounds as multiplayer where multiplayer.id = :id`

export const findMultiplayerRound = statement<{ id: number }, MultiplayerRoundRow>(ROUND_BY_ID)

/** For whoever adds, changes or takes out an entry: until then the round is not finished. It holds up no one else. */
export const lockForEntry = statement<{ id: number }, MultiplayerRoundRow>(
  (sql) => `${ROUND_BY_ID} ${sql.lockRowAsReference}`,
)

/** For whoever changes its seats: one after the other. */
export const lockForSeats = statement<{ id: number }, MultiplayerRoundRow>(
  (sql) => `${ROUND_BY_ID} ${sql.lockRow}`,
)

/** Waits for everyone who changes its entries or its seats. */
export const lockToFinish = statement<{ id: number }, MultiplayerRoundRow>(
  (sql) => `${ROUND_BY_ID} ${sql.lockRowAgainstReferences}`,
)
