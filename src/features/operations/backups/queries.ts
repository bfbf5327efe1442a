import { type NoParameters, statement } from '../../../storage/statement.ts'

/** `busy_until` is in the past if nobody makes a backup, or whoever did has died. */
export const findRun = statement<NoParameters, { busy_until: number; run: string | null }>(
  `select due_at as busy_until, result as run from jobs where name = 'backup_run'`,
)

/** No row: a backup is being made. */
export const claimRun = statement<
  { now: number; busy_until: number; run: string },
  { name: string }
>(
  `insert into jobs (name, due_at, result) values ('backup_run', :busy_until, :run)
   on conflict (name) do update set due_at = excluded.due_at, result = excluded.result
    where jobs.due_at <= :now
   returning name`,
  { inserts: 'jobs', updates: 'jobs' },
)

export const saveRun = statement<{ busy_until: number; run: string }>(
  `insert into jobs (name, due_at, result) values ('backup_run', :busy_until, :run)
   on conflict (name) do update set due_at = excluded.due_at, result = excluded.result`,
  { inserts: 'jobs', updates: 'jobs' },
)

/** The job of the server runs when it is due. */
export const makeBackupDue = statement(
  `insert into jobs (name, due_at) values ('backup', 0)
   on conflict (name) do update set due_at = 0`,
  { inserts: 'jobs', updates: 'jobs' },
)

export const findNextBackup = statement<NoParameters, { due_at: number }>(
  `select due_at from jobs where name = 'backup'`,
)
