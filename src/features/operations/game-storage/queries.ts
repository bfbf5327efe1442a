import { statement } from '../../../storage/statement.ts'

interface Value {
  key: string
  value: string
}

type NewValue = {
  key: string
  value: string
  now: number
}

/** For the rest of the transaction. */
export const limitWaits = statement<{ ms: string }, { limited: string }>((sql) =>
  sql.limitWaitsTo(':ms'),
)

export const lockUser = statement<{ user_id: number }, { id: number }>(
  (sql) => `select id from users where id = :user_id ${sql.lockRow}`,
)

/** Of the game's own values, which may not be there yet. */
export const reserveValue = statement<{ name: string }, { locked: number }>((sql) =>
  sql.lockName(':name'),
)

export const findGameValue = statement<{ game_id: number; key: string }, { value: string }>(
  `select value from game_values where game_id = :game_id and key = :key`,
)

export const findPlayerValue = statement<{ user_id: number; key: string }, { value: string }>(
  `select value from player_values where user_id = :user_id and key = :key`,
)

export const insertGameValue = statement<NewValue & { game_id: number }>(
  `insert into game_values (game_id, key, value, updated_at) values (:game_id, :key, :value, :now)
   on conflict (game_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  { inserts: 'game_values', updates: 'game_values' },
)

export const insertPlayerValue = statement<NewValue & { user_id: number }>(
  `insert into player_values (user_id, key, value, updated_at) values (:user_id, :key, :value, :now)
   on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  { inserts: 'player_values', updates: 'player_values' },
)

export const deleteGameValue = statement<{ game_id: number; key: string }>(
  `delete from game_values where game_id = :game_id and key = :key`,
  { deletes: 'game_values' },
)

export const deletePlayerValue = statement<{ user_id: number; key: string }>(
  `delete from player_values where user_id = :user_id and key = :key`,
  { deletes: 'player_values' },
)

type Range = {
  prefix: string
  after: string
  to: string
  limit: number
}

export const listGameValues = statement<Range & { game_id: number }, Value>(
  `select key, value from game_values
   where game_id = :game_id and key >= :prefix and key > :after and key < :to
   order by key limit :limit + 0`,
)

export const listPlayerValues = statement<Range & { user_id: number }, Value>(
  `select key, value from player_values
   where user_id = :user_id and key >= :prefix and key > :after and key < :to
   order by key limit :limit + 0`,
)

/** Counts no further than the limit. */
export const countPlayerValues = statement<{ user_id: number; max: number }, { count: number }>(`
  select count(*) as count from (
    select 1 from player_values where user_id = :user_id limit :max + 0) as counted`)
