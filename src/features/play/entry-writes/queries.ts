import { statement } from '../../../storage/statement.ts'

/**
 * Counts a new entry. Other writers of this user's entries wait, so that the best entry is always one that exists. No row:
 * the account was deleted. It also finds the settings of the leaderboard, which most do not have, without another statement.
 */
export const insertUsage = statement<
  { user_id: number; entry_bytes: number; game_id: number; leaderboard_name: string },
  { entries: number; entry_bytes: number; settings: string | null }
>(
  `insert into leaderboard_usage as usage (user_id, entries, entry_bytes)
   select id, 1, cast(:entry_bytes as bigint) from users where id = :user_id
   on conflict (user_id) do update set
     entries = usage.entries + 1, entry_bytes = usage.entry_bytes + excluded.entry_bytes
   returning entries, entry_bytes,
     (select counts || ' ' || one_for || ' ' || coalesce(ranking_order, '') || ' ' || time_zone || ' ' || period
        from leaderboard_settings
       where leaderboard_settings.game_id = :game_id
         and leaderboard_settings.leaderboard_name = :leaderboard_name) as settings`,
  { inserts: 'leaderboard_usage', updates: 'leaderboard_usage' },
)

/** The name under which an entry is stored can be longer than the one that was sent. */
export const updateUsageBytes = statement<{ user_id: number; more_bytes: number }>(
  `update leaderboard_usage set entry_bytes = entry_bytes + :more_bytes where user_id = :user_id`,
  { updates: 'leaderboard_usage' },
)

/** No row: the user has no entries. */
export const lockUsage = statement<{ user_id: number }, { user_id: number }>(
  (sql) => `
  select user_id from leaderboard_usage where user_id = :user_id ${sql.lockRow}`,
)

/** Runs before the bests are deleted. Null: on every leaderboard. */
export const updateUsageCleared = statement<{ user_id: number; leaderboard_name: string | null }>(
  `update leaderboard_usage set
     entries = leaderboard_usage.entries - cleared.entries,
     entry_bytes = leaderboard_usage.entry_bytes - cleared.entry_bytes
    from (select coalesce(sum(entries), 0) as entries, coalesce(sum(entry_bytes), 0) as entry_bytes
            from leaderboard_bests
           where user_id = :user_id
             and leaderboard_name = coalesce(:leaderboard_name, leaderboard_name)) as cleared
    where user_id = :user_id`,
  { updates: 'leaderboard_usage' },
)

/** Counts no further than `max`. Those of seasons and groups do not count: players cannot make more of them. */
export const countBoardsOfUser = statement<
  { user_id: number; max: number; stored_names: string },
  { count: number }
>(`
  select count(*) as count
    from (select 1 from leaderboard_bests
           where user_id = :user_id and leaderboard_name not like (:stored_names || '')
           limit :max + 0) as counted`)

export const insertEntry = statement<
  {
    game_id: number
    user_id: number
    leaderboard_name: string
    score: number
    extra_attributes: string
    now: number
  },
  { id: number }
>(
  `insert into leaderboard_entries
     (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
   values (:game_id, :user_id, :leaderboard_name, :score, :extra_attributes, :now)
   returning id`,
  { inserts: 'leaderboard_entries' },
)

const insertBestAs = (update: string) =>
  statement<
    {
      game_id: number
      user_id: number
      leaderboard_name: string
      entry_id: number
      descending_key: number
      ascending_key: number
      entry_bytes: number
    },
    { entries: number; descending_key: number; ascending_key: number }
  >(
    `insert into leaderboard_bests as best
     (user_id, leaderboard_name, game_id,
      descending_key, descending_entry_id, ascending_key, ascending_entry_id, entries, entry_bytes)
   values (:user_id, :leaderboard_name, :game_id,
           :descending_key, :entry_id, :ascending_key, :entry_id, 1, :entry_bytes)
   on conflict (user_id, leaderboard_name) do update set
     ${update},
     entries = best.entries + 1,
     entry_bytes = best.entry_bytes + excluded.entry_bytes
   returning entries, descending_key, ascending_key`,
    { inserts: 'leaderboard_bests', updates: 'leaderboard_bests' },
  )

const IS_LAST = `
     descending_entry_id = excluded.descending_entry_id,
     ascending_entry_id = excluded.ascending_entry_id`

/** Counts the entry. By the settings of the leaderboard: the user's best in each of the two orders, the latest, or the sum. */
export const insertBest = {
  best: insertBestAs(`
     descending_entry_id = case when excluded.descending_key < best.descending_key
       then excluded.descending_entry_id else best.descending_entry_id end,
     descending_key = case when excluded.descending_key < best.descending_key
       then excluded.descending_key else best.descending_key end,
     ascending_entry_id = case when excluded.ascending_key < best.ascending_key
       then excluded.ascending_entry_id else best.ascending_entry_id end,
     ascending_key = case when excluded.ascending_key < best.ascending_key
       then excluded.ascending_key else best.ascending_key end`),
  latest: insertBestAs(`${IS_LAST},
     descending_key = excluded.descending_key,
     ascending_key = excluded.ascending_key`),
  sum: insertBestAs(`${IS_LAST},
     descending_key = best.descending_key + excluded.descending_key,
     ascending_key = best.ascending_key + excluded.ascending_key`),
}

/** Null: on every leaderboard. */
export const deleteEntries = statement<{ user_id: number; leaderboard_name: string | null }>(
  `delete from leaderboard_entries
    where user_id = :user_id and leaderboard_name = coalesce(:leaderboard_name, leaderboard_name)`,
  { deletes: 'leaderboard_entries' },
)

export const deleteBests = statement<{ user_id: number; leaderboard_name: string | null }>(
  `delete from leaderboard_bests
    where user_id = :user_id and leaderboard_name = coalesce(:leaderboard_name, leaderboard_name)`,
  { deletes: 'leaderboard_bests' },
)
