import type { OpenTransaction } from '../database.ts'
import type { Answer, Call } from './batch.ts'

/**
 * The one whose number is the oldest that is still open, in any database of the cluster. Those who may not see others'
 * activity see all but its age.
 */
const FIND_OLDEST = `
  select cast(number as text), pid, coalesce(database, '') as database,
         coalesce(name, '') as application_name, age_seconds from (
    select backend_xid as number, pid, datname as database, application_name as name,
           extract(epoch from clock_timestamp() - xact_start) as age_seconds
      from pg_stat_activity
     union all
    select transaction, null, database, 'prepared transaction ' || gid,
           extract(epoch from clock_timestamp() - prepared)
      from pg_prepared_xacts) as open
   where number = cast(pg_snapshot_xmin(pg_current_snapshot()) as xid)`

export async function findOldestTransaction(
  send: (calls: Call[]) => Promise<Answer[]>,
): Promise<OpenTransaction | undefined> {
  const [answer] = await send([{ prepared: { text: FIND_OLDEST } }])
  return answer?.rows[0] as OpenTransaction | undefined
}
