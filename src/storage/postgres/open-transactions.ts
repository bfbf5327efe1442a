import type { OpenTransaction } from '../database.ts'
import type { Query } from './pipeline.ts'

/**
 * The one whose number is the oldest that is still open, in any database of the cluster. Those who may not see others'
 * activity see all but its age.
 */
const FIND_OLDEST = `
  select cast(number as text), pid, database, name, age_seconds from (
    select backend_xid as number, pid, datname as database, application_name as name,
           extract(epoch from clock_timestamp() - xact_start) as age_seconds
      from pg_stat_activity
     union all
    select transaction, null, database, 'prepared transaction ' || gid,
           extract(epoch from clock_timestamp() - prepared)
      from pg_prepared_xacts) as open
   where number = cast(pg_snapshot_xmin(pg_current_snapshot()) as xid)`

type Row = [string, number | null, string | null, string | null, number | null]

export async function findOldestTransaction(
  query: (query: Query) => Promise<{ rows: unknown[][] }>,
): Promise<OpenTransaction | undefined> {
  const { rows } = await query({ text: FIND_OLDEST, rowMode: 'array' })
  if (!rows[0]) return undefined
  const [number, pid, database, name, age_seconds] = rows[0] as Row
  return { number, pid, database: database ?? '', application_name: name ?? '', age_seconds }
}
