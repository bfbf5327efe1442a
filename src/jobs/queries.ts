import { type NoParameters, statement } from '../storage/statement.ts'

export interface JobRow {
  name: string
  due_at: number
  done_at: number | null
  result: string | null
  /** Null: it has worked since. */
  failed_at: number | null
}

export const listJobs = statement<NoParameters, JobRow>(`
  select name, due_at, done_at, result, failed_at from jobs`)

export const listFailedJobs = statement<
  { since: number },
  { name: string; failed_at: number; done_at: number | null }
>(`select name, failed_at, done_at from jobs where failed_at >= :since order by name`)

/** No row: it is not due, or another process was faster. */
export const claimJob = statement<
  { name: string; now: number; latest: number; until: number },
  { name: string }
>(
  `insert into jobs (name, due_at) values (:name, :until)
   on conflict (name) do update set due_at = excluded.due_at
    where jobs.due_at <= :now or jobs.due_at > :latest
   returning name`,
  { inserts: 'jobs', updates: 'jobs' },
)

/** Changes nothing if the claim, which is the `due_at` that was written with it, has expired and somebody else has taken it. */
export const postponeJob = statement<{
  name: string
  claim: number
  due_at: number
  /** Null: it was only given up. */
  failed_at: number | null
}>(
  `update jobs set due_at = :due_at, failed_at = coalesce(:failed_at, failed_at)
    where name = :name and due_at = :claim`,
  { updates: 'jobs' },
)

/** Changes nothing without the claim, as above. */
export const finishJob = statement<{
  name: string
  claim: number
  due_at: number
  done_at: number
  result: string
}>(
  `update jobs set due_at = :due_at, done_at = :done_at, result = :result, failed_at = null
    where name = :name and due_at = :claim`,
  { updates: 'jobs' },
)

export const findProgress = statement<{ name: string }, { result: string | null }>(
  `select result from jobs where name = :name`,
)

/** Nobody runs a job of this name, so it does not matter when it is due. */
export const saveProgress = statement<{ name: string; progress: string }>(
  `insert into jobs (name, due_at, result) values (:name, 0, :progress)
   on conflict (name) do update set result = excluded.result`,
  { inserts: 'jobs', updates: 'jobs' },
)

/** A job that one process does all the time: `until` is far enough to be renewed before. No row: another process has it. */
export const claimLease = statement<
  { name: string; holder: string; now: number; until: number },
  { name: string }
>(
  `insert into jobs (name, due_at, result) values (:name, :until, :holder)
   on conflict (name) do update set due_at = excluded.due_at, result = excluded.result
    where jobs.due_at <= :now or jobs.due_at > :until or jobs.result = :holder
   returning name`,
  { inserts: 'jobs', updates: 'jobs' },
)

export const releaseLease = statement<{ name: string; holder: string }>(
  `update jobs set due_at = 0 where name = :name and result = :holder`,
  { updates: 'jobs' },
)
