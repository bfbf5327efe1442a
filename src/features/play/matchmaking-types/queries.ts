import { statement } from '../../../storage/statement.ts'

/** How players of a game type are brought together. */
export interface TypeSettings {
  /** 0: everyone plays for themselves, from `min_players` to `max_players` of them. */
  teams: number
  team_size: number
  min_players: number
  max_players: number
  fill_seconds: number
  distance: number
  distance_per_second: number
  anyone_from_distance: number
  /** In seconds. Null: never. */
  mix_regions_after: number | null
  /** 0: there is no ready check. */
  ready_seconds: number
  /** Null: rounds do not close by themselves. */
  close_after_seconds: number | null
  /** Whether tickets may have attributes. */
  attributes: 'allowed' | 'refused'
}

export interface TypeRow extends TypeSettings {
  game_id: number
  game_type: string
  /** Null: nobody was matched yet. */
  recent_wait_ms: number | null
  changed_at: number
}

const COLUMNS = `game_id, game_type, teams, team_size, min_players, max_players, fill_seconds, distance,
       distance_per_second, anyone_from_distance, mix_regions_after, ready_seconds, close_after_seconds, attributes,
       recent_wait_ms, changed_at`

export const findType = statement<{ game_id: number; game_type: string }, TypeRow>(`
  select ${COLUMNS} from matchmaking_types where game_id = :game_id and game_type = :game_type`)

/** All types of these games. `ids` is a JSON list of rows. */
export const listTypesOfGames = statement<{ ids: string }, TypeRow>(
  (sql) => `
  select ${COLUMNS} from matchmaking_types
   where ${sql.isAmong('game_id', 'ids')}`,
)

export const listTypes = statement<{ game_id: number }, TypeRow>(`
  select ${COLUMNS} from matchmaking_types where game_id = :game_id order by game_type`)

/** Looks at no more than `max` tickets that have not ended, of all games. */
export const countWaiting = statement<
  { game_id: number; max: number },
  { game_type: string; tickets: number }
>(`
  select game_type, count(*) as tickets
    from (select game_id, game_type, state from matchmaking_tickets
           where ended_at is null and polled_at > 0
           order by polled_at, id limit :max + 0) as looked
   where game_id = :game_id and state = 'waiting'
   group by game_type`)

export const countTypes = statement<{ game_id: number }, { count: number }>(`
  select count(*) as count from matchmaking_types where game_id = :game_id`)

/** Two processes may not count the types of a game at the same time. */
export const lockGame = statement<{ id: number }, { id: number }>(
  (sql) => `select id from games where id = :id ${sql.lockRow}`,
)

export const upsertType = statement<
  Omit<TypeRow, 'recent_wait_ms'> & Record<string, string | number | null>,
  TypeRow
>(
  `insert into matchmaking_types (game_id, game_type, teams, team_size, min_players, max_players, fill_seconds,
          distance, distance_per_second, anyone_from_distance, mix_regions_after, ready_seconds,
          close_after_seconds, attributes, changed_at)
   values (:game_id, :game_type, :teams, :team_size, :min_players, :max_players, :fill_seconds,
          :distance, :distance_per_second, :anyone_from_distance, :mix_regions_after, :ready_seconds,
          :close_after_seconds, :attributes, :changed_at)
   on conflict (game_id, game_type) do update
     set teams = excluded.teams, team_size = excluded.team_size, min_players = excluded.min_players,
         max_players = excluded.max_players, fill_seconds = excluded.fill_seconds, distance = excluded.distance,
         distance_per_second = excluded.distance_per_second, anyone_from_distance = excluded.anyone_from_distance,
         mix_regions_after = excluded.mix_regions_after, ready_seconds = excluded.ready_seconds,
         close_after_seconds = excluded.close_after_seconds, attributes = excluded.attributes,
         changed_at = excluded.changed_at
   returning ${COLUMNS}`,
  { inserts: 'matchmaking_types', updates: 'matchmaking_types' },
)

export const deleteType = statement<{ game_id: number; game_type: string }, TypeRow>(
  `delete from matchmaking_types where game_id = :game_id and game_type = :game_type
   returning ${COLUMNS}`,
  { deletes: 'matchmaking_types' },
)

/** A quarter of what tickets waited just now, and three quarters of what it was; not where staff change the settings just now. `waits` is a JSON list of rows. */
export const updateRecentWaits = statement<{ waits: string }>(
  (sql) => `
  update matchmaking_types
     set recent_wait_ms = (coalesce(matchmaking_types.recent_wait_ms, waits.wait_ms) * 3 + waits.wait_ms) / 4
    from ${sql.rowsFromJson('waits', { game_id: 'bigint', game_type: 'text', wait_ms: 'bigint' })}
   where matchmaking_types.game_id = waits.game_id and matchmaking_types.game_type = waits.game_type
     and (+matchmaking_types.game_id, matchmaking_types.game_type) in (
       select free.game_id, free.game_type from matchmaking_types as free
        where (free.game_id, free.game_type) in (
          select listed.game_id, listed.game_type
            from (select * from ${sql.rowsFromJson('waits', { game_id: 'bigint', game_type: 'text', wait_ms: 'bigint' })}) as listed)
        ${sql.lockFreeRows})`,
  { updates: 'matchmaking_types' },
)
