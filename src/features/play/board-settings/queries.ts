import { statement } from '../../../storage/statement.ts'

type Board = { game_id: number; leaderboard_name: string }

/** Changes of the settings of a game run one after the other. */
export const lockGame = statement<{ game_id: number }, { id: number }>(
  (sql) => `
  select id from games where id = :game_id ${sql.lockRow}`,
)

export const countSettings = statement<{ game_id: number }, { count: number }>(`
  select count(*) as count from leaderboard_settings where game_id = :game_id`)

export const upsertSettings = statement<
  Board & {
    ranking_order: string | null
    counts: string
    one_for: string
    period: string
    time_zone: string
    now: number
  }
>(
  `insert into leaderboard_settings
     (game_id, leaderboard_name, ranking_order, counts, one_for, period, time_zone, changed_at)
   values (:game_id, :leaderboard_name, :ranking_order, :counts, :one_for, :period, :time_zone, :now)
   on conflict (game_id, leaderboard_name) do update set
     ranking_order = excluded.ranking_order, counts = excluded.counts, one_for = excluded.one_for,
     period = excluded.period, time_zone = excluded.time_zone, changed_at = excluded.changed_at`,
  { inserts: 'leaderboard_settings', updates: 'leaderboard_settings' },
)

export const deleteSettings = statement<Board>(
  `delete from leaderboard_settings
    where game_id = :game_id and leaderboard_name = :leaderboard_name`,
  { deletes: 'leaderboard_settings' },
)

export const deletePrizeRules = statement<Board>(
  `delete from leaderboard_prize_rules
    where game_id = :game_id and leaderboard_name = :leaderboard_name`,
  { deletes: 'leaderboard_prize_rules' },
)

export const insertPrizeRules = statement<Board & { prizes: string }>(
  (sql) => `
  insert into leaderboard_prize_rules
    (game_id, leaderboard_name, from_rank, to_rank, credits, store_item_id)
  select cast(:game_id as bigint), cast(:leaderboard_name as text), prizes.from_rank,
         prizes.to_rank, prizes.credits, prizes.store_item_id
    from ${sql.rowsFromJson('prizes', {
      from_rank: 'bigint',
      to_rank: 'bigint',
      credits: 'bigint',
      store_item_id: 'bigint',
    })}`,
  { inserts: 'leaderboard_prize_rules' },
)

/** Those of the list that the game does not have, or sells no more. */
export const listUnknownItems = statement<{ game_id: number; items: string }, { id: number }>(
  (sql) => `
  select items.id from ${sql.rowsFromJson('items', { id: 'bigint' })}
   where not exists (select 1 from store_items
                      where store_items.id = items.id and store_items.game_id = :game_id
                        and store_items.withdrawn_at is null)`,
)

/** Waits for entries that are being added. No row: there has been no season. */
export const lockLastSeason = statement<
  Board,
  { id: number; season: number; starts_at: number; ends_at: number; state: string }
>(
  (sql) => `
  select id, season, starts_at, ends_at, state from leaderboard_seasons
   where game_id = :game_id and leaderboard_name = :leaderboard_name
   order by season desc limit 1 ${sql.lockRowAgainstReferences}`,
)

export const updateSeason = statement<{ id: number; ends_at: number; counts: string }>(
  `update leaderboard_seasons set ends_at = :ends_at, counts = :counts where id = :id`,
  { updates: 'leaderboard_seasons' },
)

export const deleteSeason = statement<{ id: number }>(
  `delete from leaderboard_seasons where id = :id`,
  { deletes: 'leaderboard_seasons' },
)

/** No row: it has no entries. */
export const findAnyEntry = statement<Board, { user_id: number }>(`
  select user_id from leaderboard_bests
   where game_id = :game_id and leaderboard_name = :leaderboard_name limit 1`)

/** No row: no group has ever had an entry there. */
export const findAnyGroupBoard = statement<Board, { group_id: number }>(`
  select leaderboard_groups.group_id
    from leaderboard_groups join groups on groups.id = leaderboard_groups.group_id
   where leaderboard_groups.leaderboard_name = :leaderboard_name and groups.game_id = :game_id
   limit 1`)

/** By rank. */
export const listPrizes = statement<
  Board & { season: number; limit: number; offset: number },
  {
    user_id: number
    username: string
    rank: number
    credits: number
    store_item_id: number | null
    state: 'waiting' | 'paid' | 'refused'
    paid_at: number | null
  }
>(`
  select prize.user_id, users.username, prize.rank, prize.credits, prize.store_item_id,
         prize.state, prize.paid_at
    from leaderboard_seasons as season
    join leaderboard_prizes as prize on prize.season_id = season.id
    join users on users.id = prize.user_id
   where season.game_id = :game_id and season.leaderboard_name = :leaderboard_name
     and season.season = :season
   order by prize.rank limit :limit + 0 offset :offset`)
