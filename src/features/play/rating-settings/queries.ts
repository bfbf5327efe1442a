import { statement } from '../../../storage/statement.ts'

export type SettingsRow = {
  game_id: number
  game_type: string
  is_enabled: number
  mu: number
  sigma: number
  beta: number
  tau: number
  min_scores: number
  rated_rounds: number
  changed_at: number
}

const COLUMNS =
  'game_id, game_type, is_enabled, mu, sigma, beta, tau, min_scores, rated_rounds, changed_at'

type GameType = { game_id: number; game_type: string }

/** No row: the game type is not rated. */
export const findSettings = statement<GameType, SettingsRow>(`
  select ${COLUMNS} from rating_settings where game_id = :game_id and game_type = :game_type`)

/** The same, and no round of the game type is rated until the transaction ends. */
export const lockSettings = statement<GameType, SettingsRow>(
  (sql) => `
  select ${COLUMNS} from rating_settings
   where game_id = :game_id and game_type = :game_type ${sql.lockRow}`,
)

/** In the order of their names. There are few. */
export const listSettings = statement<{ game_id: number; limit: number }, SettingsRow>(`
  select ${COLUMNS} from rating_settings where game_id = :game_id
   order by game_type limit :limit + 0`)

/** Keeps the number of rated rounds. */
export const upsertSettings = statement<Omit<SettingsRow, 'rated_rounds'>, SettingsRow>(
  `insert into rating_settings
     (game_id, game_type, is_enabled, mu, sigma, beta, tau, min_scores, rated_rounds, changed_at)
   values (:game_id, :game_type, :is_enabled, :mu, :sigma, :beta, :tau, :min_scores, 0, :changed_at)
   on conflict (game_id, game_type) do update set
     is_enabled = excluded.is_enabled, mu = excluded.mu, sigma = excluded.sigma,
     beta = excluded.beta, tau = excluded.tau, min_scores = excluded.min_scores,
     changed_at = excluded.changed_at
   returning ${COLUMNS}`,
  { inserts: 'rating_settings', updates: 'rating_settings' },
)

/** Others who rate a round of this game type wait until the transaction ends. No row: it is not rated any more. */
export const updateRatedRounds = statement<GameType, SettingsRow>(
  `update rating_settings set rated_rounds = rated_rounds + 1
    where game_id = :game_id and game_type = :game_type and is_enabled = 1
   returning ${COLUMNS}`,
  { updates: 'rating_settings' },
)

export const updateDisabled = statement<GameType>(
  `update rating_settings set is_enabled = 0 where game_id = :game_id and game_type = :game_type`,
  { updates: 'rating_settings' },
)

export const deleteSettings = statement<GameType>(
  `delete from rating_settings where game_id = :game_id and game_type = :game_type`,
  { deletes: 'rating_settings' },
)

/** The history of their players goes with them. */
export const deleteSomeRounds = statement<GameType & { limit: number }>(
  `delete from rated_rounds where multiplayer_game_round_id in (
     select multiplayer_game_round_id from rated_rounds
      where game_id = :game_id and game_type = :game_type order by number limit :limit + 0)`,
  { deletes: 'rated_rounds' },
)

export const deleteSomeRatings = statement<GameType & { limit: number }>(
  `delete from ratings where game_type = :game_type and user_id in (
     select user_id from ratings where game_id = :game_id and game_type = :game_type
      order by rating desc, user_id limit :limit + 0)`,
  { deletes: 'ratings' },
)
