import { deleteSome, statement } from '../../../storage/statement.ts'

/** Each row has all that its process has counted in its period so far. */
export const upsertTraffic = statement<{ counted: string; writer: string }>(
  (sql) => `
  insert into traffic (game_id, begins_at, writer, requests, refusals, failures, durations)
  select games.id, counted.begins_at, cast(:writer as text), counted.requests, counted.refusals, counted.failures,
         counted.durations
    from ${sql.rowsFromJson('counted', {
      game_id: 'bigint',
      begins_at: 'bigint',
      requests: 'bigint',
      refusals: 'bigint',
      failures: 'bigint',
      durations: 'text',
    })}
    join games on games.id = counted.game_id
   where true
  on conflict (game_id, begins_at, writer) do update set
    requests = excluded.requests, refusals = excluded.refusals, failures = excluded.failures,
    durations = excluded.durations`,
  { inserts: 'traffic', updates: 'traffic' },
)

export interface TrafficRow {
  begins_at: number
  requests: number
  refusals: number
  failures: number
  durations: string
}

export const listTraffic = statement<{ game_id: number; since: number }, TrafficRow>(`
  select begins_at, requests, refusals, failures, durations from traffic
   where game_id = :game_id and begins_at >= :since order by begins_at`)

export const deleteOldTraffic = deleteSome<{ before: number }>('traffic', {
  key: 'game_id, begins_at, writer',
  age: 'begins_at',
  is_old: '< :before',
})
