import { type NoParameters, statement } from '../storage/statement.ts'

export interface JobRow {
  name: string
  due_at: number
  done_at: number | null
  result: string | null
}

export const listJobs = statement<NoParameters, JobRow>(`
  select name, due_at, done_at, result from jobs`)

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

export const postponeJob = statement<{ name: string; due_at: number }>(
  `update jobs set due_at = :due_at where name = :name`,
  { updates: 'jobs' },
)

export const finishJob = statement<{
  name: string
  due_at: number
  done_at: number
  result: string
}>(`update jobs set due_at = :due_at, done_at = :done_at, result = :result where name = :name`, {
  updates: 'jobs',
})

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
