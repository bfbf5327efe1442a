import { deleteSome, statement } from '../../../storage/statement.ts'

export interface TaskRow {
  id: number
  code: string
  kind: 'event' | 'job'
  name: string
  state: 'waiting' | 'done' | 'failed'
  attempts: number
  problem: string | null
  created_at: number
  due_at: number | null
  started_at: number | null
  ended_at: number | null
}

const COLUMNS = `id, code, kind, name, state, attempts, problem, created_at, due_at, started_at, ended_at`

export const insertTask = statement<{
  code: string
  kind: 'event' | 'job'
  name: string
  game_id: number | null
  actor_id: number | null
  payload: string
  once_key: string | null
  due_at: number
  now: number
}>(
  `insert into game_tasks (code, kind, name, game_id, actor_id, payload, once_key, state, attempts, created_at, due_at)
   values (:code, :kind, :name, :game_id, :actor_id, :payload, :once_key, 'waiting', 0, :now, :due_at)
   on conflict (once_key) do nothing`,
  { inserts: 'game_tasks' },
)

export interface ClaimedTask {
  id: number
  code: string
  kind: 'event' | 'job'
  name: string
  game_id: number | null
  actor_id: number | null
  payload: string
  attempts: number
  /** Of the attempt before. Null after several attempts: the process has ended while it ran. */
  problem: string | null
}

export const findDue = statement<{ now: number }, { id: number }>(
  `select id from game_tasks where due_at <= :now limit 1`,
)

/** Until the given time they belong to this process. */
export const claimDue = statement<{ now: number; until: number; limit: number }, ClaimedTask>(
  (sql) => `
  with due as materialized (
    select id from game_tasks where due_at <= :now order by due_at limit :limit + 0 ${sql.lockFreeRows})
  update game_tasks set due_at = :until, attempts = attempts + 1, started_at = :now
   where id in (select id from due)
  returning id, code, kind, name, game_id, actor_id, payload, attempts, problem`,
  { updates: 'game_tasks' },
)

/** While it runs. */
export const updateClaim = statement<{ id: number; until: number }>(
  `update game_tasks set due_at = :until where id = :id and due_at is not null`,
  { updates: 'game_tasks' },
)

export const updateDone = statement<{ id: number; now: number }>(
  `update game_tasks set state = 'done', problem = null, due_at = null, ended_at = :now where id = :id`,
  { updates: 'game_tasks' },
)

/** It is tried again at `due_at`. Null: it has failed for good. */
export const updateFailed = statement<{
  id: number
  problem: string
  due_at: number | null
  ended_at: number | null
  state: 'waiting' | 'failed'
}>(
  `update game_tasks set state = :state, problem = :problem, due_at = :due_at, ended_at = :ended_at
    where id = :id`,
  { updates: 'game_tasks' },
)

/** By hand. No row: there is no such task, or it has not failed. */
export const updateWaiting = statement<{ id: number; now: number }, { id: number }>(
  `update game_tasks set state = 'waiting', attempts = 0, due_at = :now, ended_at = null
    where id = :id and state = 'failed'
   returning id`,
  { updates: 'game_tasks' },
)

/** The next runs by the clock that nobody has begun. */
export const listScheduled = statement<{ now: number }, { id: number; once_key: string }>(
  `select id, once_key from game_tasks
    where due_at > :now and once_key is not null and attempts = 0 and state = 'waiting'`,
)

export const deleteTask = statement<{ id: number }>(
  `delete from game_tasks where id = :id and attempts = 0`,
  { deletes: 'game_tasks' },
)

/** The newest first. */
export const listTasks = statement<{ code: string; before: number; limit: number }, TaskRow>(
  `select ${COLUMNS} from game_tasks where code = :code and id < :before
    order by id desc limit :limit + 0`,
)

export const listTasksInState = statement<
  { code: string; state: string; before: number; limit: number },
  TaskRow
>(
  `select ${COLUMNS} from game_tasks where code = :code and state = :state and id < :before
    order by id desc limit :limit + 0`,
)

/** The last run of a job or handler. */
export const findLastRun = statement<
  { code: string; kind: 'event' | 'job'; name: string },
  TaskRow
>(
  `select ${COLUMNS} from game_tasks
    where code = :code and kind = :kind and name = :name and started_at is not null
    order by id desc limit 1`,
)

/** Counts no further than the limit. */
export const countTasks = statement<
  { code: string; state: string; max: number },
  { count: number }
>(`
  select count(*) as count from (
    select 1 from game_tasks where code = :code and state = :state limit :max + 0) as counted`)

export const countWaiting = statement<{ max: number }, { count: number }>(`
  select count(*) as count from (
    select 1 from game_tasks where due_at is not null limit :max + 0) as counted`)

/** Of all codes. */
export const countFailed = statement<{ max: number }, { count: number }>(`
  select count(*) as count from (
    select 1 from game_tasks where state = 'failed' and ended_at is not null limit :max + 0) as counted`)

export const deleteOldTasks = deleteSome<{ before: number }>('game_tasks', {
  key: 'id',
  age: 'ended_at',
  is_old: '< :before',
})

/** What a user did, and what names them. */
export const deleteTasksAbout = statement<{ user_id: number; named: string }>(
  `delete from game_tasks where actor_id = :user_id or (game_id is not null and payload like (:named || ''))`,
  { deletes: 'game_tasks' },
)
