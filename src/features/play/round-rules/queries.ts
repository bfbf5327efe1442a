import { statement } from '../../../storage/statement.ts'

export type NewRound = {
  game_id: number
  master_id: number
  game_type: string
  max_players: number
  entries_per_player: number | null
  who_may_join: string
  group_id: number | null
  code: string | null
  closes_at: number | null
  now: number
}

/** With the seat of its master still to be inserted. No row: another round of the game has this code. */
export const insertRound = statement<NewRound, { id: number }>(
  `insert into multiplayer_game_rounds (game_id, master_id, created_at, has_rules, game_type, max_players,
                                        entries_per_player, who_may_join, group_id, code, closes_at, players)
   values (:game_id, :master_id, :now, 1, :game_type, :max_players,
           :entries_per_player, :who_may_join, :group_id, :code, :closes_at, 1)
   on conflict (game_id, code) where code is not null do nothing
   returning id`,
  { inserts: 'multiplayer_game_rounds' },
)

/** Several private rounds at once, as a JSON list of rows. Returns them in no order. */
export const insertMatchedRounds = statement<
  { added: string; now: number },
  { id: number; master_id: number }
>(
  (sql) => `
  insert into multiplayer_game_rounds (game_id, master_id, created_at, has_rules, game_type, max_players,
                                       entries_per_player, who_may_join, closes_at, players, is_matched)
  select added.game_id, added.master_id, cast(:now as bigint), 1, added.game_type, added.players,
         added.entries_per_player, 'invited', added.closes_at, added.players, 1
    from ${sql.rowsFromJson('added', {
      game_id: 'bigint',
      master_id: 'bigint',
      game_type: 'text',
      players: 'integer',
      entries_per_player: 'integer',
      closes_at: 'bigint',
    })}
  returning id, master_id`,
  { inserts: 'multiplayer_game_rounds' },
)

/** Of one round that a player creates, or of rounds that matchmaking makes. */
export const insertSeats = statement<{ added: string; is_matched: number; now: number }>(
  (sql) => `
  insert into multiplayer_round_players (multiplayer_game_round_id, user_id, state, team, joined_at, is_open, is_matched)
  select added.id, added.user_id, 'joined', added.team, cast(:now as bigint), 1, cast(:is_matched as integer)
    from ${sql.rowsFromJson('added', { id: 'bigint', user_id: 'bigint', team: 'bigint' })}`,
  { inserts: 'multiplayer_round_players' },
)
