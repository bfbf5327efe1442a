import { DAY_MS } from '../../../durations.ts'
import { type Dialect, statement } from '../../../storage/statement.ts'

/** The tables whose rows are counted. */
export type Source = 'users' | 'game_rounds' | 'credit_ledger' | 'player_days'

export interface Progress {
  counted_id: number
  settled_id: number
  noted_id: number
}

/** All transactions that were open when the id became pending have ended, or the database was copied from another server. */
const isSettled = (sql: Dialect) =>
  `(p.pending_transaction <= ${sql.oldestOpenTransaction} or p.pending_transaction > ${sql.nextTransaction})`

const moveProgress = (source: Source) =>
  statement<{ source: string }, Progress>(
    (sql) => `
  insert into statistics_progress as p (source, noted_id)
  values (:source, coalesce((select max(id) from ${source}), 0))
  on conflict (source) do update set
    settled_id = case when ${isSettled(sql)} then p.pending_id else p.settled_id end,
    pending_id = case when ${isSettled(sql)} then p.noted_id else p.pending_id end,
    pending_transaction = case when ${isSettled(sql)} then ${sql.nextTransaction} else p.pending_transaction end,
    noted_id = excluded.noted_id
  returning counted_id, settled_id, noted_id`,
    { inserts: 'statistics_progress', updates: 'statistics_progress' },
  )

/** An id needs three calls until it is settled: it is noted, then pending, then settled. See migration 22. */
export const updateProgress = {
  users: moveProgress('users'),
  game_rounds: moveProgress('game_rounds'),
  credit_ledger: moveProgress('credit_ledger'),
  player_days: moveProgress('player_days'),
}

/** No row: another process has counted these rows. */
export const updateCounted = statement<
  { source: string; from_id: number; to_id: number },
  { source: string }
>(
  `update statistics_progress set counted_id = :to_id where source = :source and counted_id = :from_id
   returning source`,
  { updates: 'statistics_progress' },
)

export const updateCountedAt = statement<{ at: number }>(
  `update statistics_progress set counted_at = :at`,
  { updates: 'statistics_progress' },
)

/** Small enough that a batch delays nobody. In the SQL text, because PostgreSQL needs the number when it plans. */
const BATCH = 2000

type Range = { after_id: number; until_id: number }

const part = (columns: string, table: Source) =>
  `(select id, ${columns} from ${table} where id > :after_id and id <= :until_id
     order by id limit ${BATCH}) as part`

export interface CountedRow {
  game_id: number
  day: number
  name: string
  value: number
  last_id: number
}

export const countUsers = statement<Range, CountedRow>(`
  select game_id, created_at / ${DAY_MS} as day, '' as name, count(*) as value, max(id) as last_id
    from ${part('game_id, created_at', 'users')}
   group by game_id, created_at / ${DAY_MS}`)

export const countRounds = statement<Range, CountedRow>(`
  select users.game_id, part.created_at / ${DAY_MS} as day, part.game_type as name, count(*) as value,
         max(part.id) as last_id
    from ${part('game_user_id, game_type, created_at', 'game_rounds')}
    join users on users.id = part.game_user_id
   group by users.game_id, part.created_at / ${DAY_MS}, part.game_type`)

export const countCredits = statement<Range, CountedRow & { spent: number }>(`
  select users.game_id, part.created_at / ${DAY_MS} as day, part.reason as name, max(part.id) as last_id,
         sum(case when part.change > 0 then part.change * cast(1.0 as double precision) else 0 end) as value,
         sum(case when part.change < 0 then part.change * cast(-1.0 as double precision) else 0 end) as spent
    from ${part('user_id, change, reason, created_at', 'credit_ledger')}
    join users on users.id = part.user_id
   group by users.game_id, part.created_at / ${DAY_MS}, part.reason`)

export interface PlayerDayRow {
  id: number
  user_id: number
  day: number
  game_id: number
  signed_up_on: number
}

export const listPlayerDays = statement<Range, PlayerDayRow>(`
  select part.id, part.user_id, part.day, users.game_id, users.created_at / ${DAY_MS} as signed_up_on
    from ${part('user_id, day', 'player_days')}
    join users on users.id = part.user_id
   order by part.id`)

const isKnown = (period: string) => `
  case when exists (
    select 1 from player_days as other
     where other.user_id = looked.user_id and other.id < looked.id
       and other.day >= looked.${period}_from and other.day <= looked.${period}_to) then 1 else 0 end`

/** Whether an earlier row shows that the player was active in the same week, and in the same month. */
export const listKnownPeriods = statement<
  { looked: string },
  { id: number; in_week: number; in_month: number }
>(
  (sql) => `
  select looked.id, ${isKnown('week')} as in_week, ${isKnown('month')} as in_month
    from ${sql.rowsFromJson('looked', {
      id: 'bigint',
      user_id: 'bigint',
      week_from: 'integer',
      week_to: 'integer',
      month_from: 'integer',
      month_to: 'integer',
    })}`,
)

const insertDaysOf = (source: Source, user_id: string) =>
  statement<Range & { since: number }>(
    `insert into player_days (user_id, day)
     select distinct ${user_id} as user_id, created_at / ${DAY_MS} as day from ${source}
      where id > :after_id and id <= :until_id and created_at >= :since
      order by user_id, day
     on conflict (user_id, day) do nothing`,
    { inserts: 'player_days' },
  )

/** Whoever signed up or played on a day was active on it, also where that was not written down then. */
export const insertDaysOfUsers = insertDaysOf('users', 'id')
export const insertDaysOfRounds = insertDaysOf('game_rounds', 'game_user_id')

export const addStatistics = statement<{ added: string }>(
  (sql) => `
  insert into statistics as s (game_id, measure, day, name, value)
  select games.id, added.measure, added.day, added.name, added.value
    from ${sql.rowsFromJson('added', {
      game_id: 'bigint',
      measure: 'text',
      day: 'integer',
      name: 'text',
      value: 'double precision',
    })}
    join games on games.id = added.game_id
   where true
  on conflict (game_id, measure, day, name) do update set value = s.value + excluded.value`,
  { inserts: 'statistics', updates: 'statistics' },
)

export const listNames = statement<
  { measure: string; games: string },
  { game_id: number; name: string }
>(
  (sql) => `
  select statistics_names.game_id, statistics_names.name
    from ${sql.rowsFromJson('games', { id: 'bigint' })}
    cross join statistics_names
   where statistics_names.game_id = games.id and statistics_names.measure = :measure`,
)

export const insertNames = statement<{ measure: string; added: string }>(
  (sql) => `
  insert into statistics_names (game_id, measure, name)
  select games.id, cast(:measure as text), added.name
    from ${sql.rowsFromJson('added', { game_id: 'bigint', name: 'text' })}
    join games on games.id = added.game_id
   where true
  on conflict (game_id, measure, name) do nothing`,
  { inserts: 'statistics_names' },
)

export interface BalanceRow {
  id: number
  game_id: number
  credits: number
  score: number
}

export const listBalances = statement<{ after_id: number }, BalanceRow>(`
  select id, game_id, credits, score from users where id > :after_id order by id limit ${BATCH}`)

export const upsertTotals = statement<{ totals: string; at: number }>(
  (sql) => `
  insert into statistics_totals (game_id, players, credits, counted_credits, counted_at)
  select games.id, totals.players, totals.credits,
         coalesce((select value from statistics
                    where statistics.game_id = games.id and measure = 'credits' and day = 0 and name = ''), 0),
         cast(:at as bigint)
    from ${sql.rowsFromJson('totals', {
      game_id: 'bigint',
      players: 'bigint',
      credits: 'double precision',
    })}
    join games on games.id = totals.game_id
   where true
  on conflict (game_id) do update set
    players = excluded.players, credits = excluded.credits, counted_credits = excluded.counted_credits,
    counted_at = excluded.counted_at`,
  { inserts: 'statistics_totals', updates: 'statistics_totals' },
)

/** Of games that have no players any more. */
export const deleteOtherTotals = statement<{ at: number }>(
  `delete from statistics_totals where counted_at <> :at`,
  { deletes: 'statistics_totals' },
)

export type TopPlayer = { user_id: number; kind: string; game_id: number }

export const listTopPlayers = statement<Record<string, never>, TopPlayer>(
  `select user_id, kind, game_id from top_players`,
)

export const insertTopPlayers = statement<{ added: string }>(
  (sql) => `
  insert into top_players (user_id, kind, game_id)
  select users.id, added.kind, users.game_id
    from ${sql.rowsFromJson('added', { user_id: 'bigint', kind: 'text' })}
    join users on users.id = added.user_id
   where true
   order by users.id
  on conflict (user_id, kind) do nothing`,
  { inserts: 'top_players' },
)

export const deleteTopPlayers = statement<{ removed: string }>(
  (sql) => `
  delete from top_players where (user_id, kind) in (
    select user_id, kind from ${sql.rowsFromJson('removed', { user_id: 'bigint', kind: 'text' })})`,
  { deletes: 'top_players' },
)

const DELETED_AT_ONCE = 500

/** The first rows, if they are old and were counted. */
export const deleteOldPlayerDays = statement<{ before: number }>(
  `delete from player_days where id in (
     select id from (
       select id, day from player_days
        where id <= (select counted_id from statistics_progress where source = 'player_days')
        order by id limit ${DELETED_AT_ONCE}) as first
      where day < :before)`,
  { deletes: 'player_days' },
)
