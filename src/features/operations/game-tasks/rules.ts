import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../durations.ts'
import type { Context, Transaction } from '../../../context.ts'
import { inTransaction, relaxedTransaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import type { Events } from '../../../events.ts'
import { limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { recordChange } from '../audit-log/rules.ts'
import {
  claimDue,
  type ClaimedTask,
  countFailed,
  countTasks,
  countWaiting,
  deleteOldTasks,
  deleteTask,
  deleteTasksAbout,
  findDue,
  findLastRun,
  insertTask,
  listScheduled,
  listTasks,
  listTasksInState,
  type TaskRow,
  updateClaim,
  updateDone,
  updateFailed,
  updateWaiting,
} from './queries.ts'

export type { ClaimedTask }

/** How long a process may be silent before another one runs its task again. */
const CLAIM_MS = 20 * SECOND_MS
/** After each failure; after the last one it is given up. */
const RETRY_AFTER_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
]
/** How often a process may end while it runs the same task: it may be the task that ends it. */
const MAX_LOST = 3
const KEPT_MS = 7 * DAY_MS
const COUNTED = 1000

/** In the transaction of the event: what happened is handled, whatever becomes of this process. */
export async function handleLater(tx: Transaction, event: Events['event_recorded']): Promise<void> {
  const { game_id, type, audience, actor_id, data } = event
  const code = audience === 'user_copy' ? undefined : tx.game_code?.findHandler(game_id, type)
  if (code === undefined) return
  const now = tx.now()
  tx.defer(insertTask, {
    code,
    kind: 'event',
    name: type,
    game_id,
    actor_id,
    payload: JSON.stringify({ at: now, data }),
    once_key: null,
    due_at: now,
    now,
  })
  tx.afterCommit(() => tx.game_code?.wake())
}

const A_JOB = { kind: 'job', game_id: null, actor_id: null } as const

interface NewJob {
  code: string
  name: string
  /** As JSON. */
  payload: string
  due_at: number
}

export async function enqueueJob(tx: Transaction, job: NewJob): Promise<void> {
  const max = limits.stored_value_bytes.value
  if (Buffer.byteLength(job.payload) > max)
    throw new Refusal('invalid_input', {
      sentence: `The payload of a job must be at most ${max} bytes of JSON.`,
    })
  const task = { ...job, ...A_JOB, once_key: null }
  await tx.run(insertTask, { ...task, now: tx.now() })
  tx.afterCommit(() => tx.game_code?.wake())
}

interface ScheduledJob {
  code: string
  name: string
  due_at: number
}

const onceKey = ({ code, name, due_at }: ScheduledJob) => JSON.stringify([code, name, due_at])

/** Adds the next run of each job, once among all processes, and removes those that the code does not have any more. */
export async function scheduleJobs(context: Context, jobs: ScheduledJob[], codes: string[]) {
  const now = context.now()
  const wanted = new Map(jobs.map((job) => [onceKey(job), job]))
  const scheduled = await context.db.all(listScheduled, { now })
  const isOurs = (key: string) => codes.some((code) => key.startsWith(`[${JSON.stringify(code)},`))
  const surplus = scheduled.filter(({ once_key }) => isOurs(once_key) && !wanted.has(once_key))
  for (const { once_key } of scheduled) wanted.delete(once_key)
  if (wanted.size === 0 && surplus.length === 0) return
  await inTransaction(context, async (tx) => {
    for (const { id } of surplus) await tx.run(deleteTask, { id })
    for (const [once_key, job] of wanted) {
      const task = { ...job, ...A_JOB, payload: 'null', once_key }
      await tx.run(insertTask, { ...task, now })
    }
  })
}

/** They belong to this process until the claim expires. */
export async function claimTasks(context: Context, limit: number): Promise<ClaimedTask[]> {
  if (!(await context.db.first(findDue, { now: context.now() }))) return []
  return inTransaction(context, (tx) => {
    const now = tx.now()
    return tx.all(claimDue, { now, until: now + CLAIM_MS, limit })
  })
}

/** Whether processes have ended again and again while they ran it. */
export const endsProcesses = ({ attempts, problem }: ClaimedTask) =>
  problem === null && attempts > MAX_LOST

/** To be called every few seconds while it runs. */
export const keepClaim = (context: Context, id: number) =>
  relaxedTransaction(context, (tx) => tx.run(updateClaim, { id, until: tx.now() + CLAIM_MS }))

export const finishTask = (context: Context, id: number) =>
  inTransaction(context, (tx) => tx.run(updateDone, { id, now: tx.now() }))

const MAX_PROBLEM = 2000

/** Returns whether it will be tried again. */
export async function failTask(
  context: Context,
  { id, attempts }: Pick<ClaimedTask, 'id' | 'attempts'>,
  { problem, can_retry }: { problem: string; can_retry: boolean },
): Promise<boolean> {
  const wait_ms = can_retry ? RETRY_AFTER_MS[attempts - 1] : undefined
  const now = context.now()
  await inTransaction(context, (tx) =>
    tx.run(updateFailed, {
      id,
      problem: problem.slice(0, MAX_PROBLEM),
      state: wait_ms === undefined ? 'failed' : 'waiting',
      due_at: wait_ms === undefined ? null : now + wait_ms,
      ended_at: wait_ms === undefined ? now : null,
    }),
  )
  return wait_ms !== undefined
}

/** For a process that stops: another one may run it at once. */
export const returnTask = (context: Context, id: number) =>
  inTransaction(context, (tx) => tx.run(updateClaim, { id, until: tx.now() }))

export const removeOldTasks = (tx: Transaction) =>
  tx.run(deleteOldTasks, { before: tx.now() - KEPT_MS })

/** When a user is erased. */
export const forgetTasksAbout = (tx: Transaction, user_id: number) =>
  tx.run(deleteTasksAbout, { user_id, named: `%{"id":${user_id},"username":%` })

/** How many wait, at most a thousand. */
export const countWaitingTasks = async (reader: Reader) =>
  (await reader.first(countWaiting, { max: COUNTED }))?.count ?? 0

/** How many were given up in the last week, at most a thousand. */
export const countFailedTasks = async (reader: Reader) =>
  (await reader.first(countFailed, { max: COUNTED }))?.count ?? 0

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at))

const presentTask = ({ code: _code, ...row }: TaskRow) => ({
  ...row,
  created_at: isoTime(row.created_at),
  due_at: timeOrNull(row.due_at),
  started_at: timeOrNull(row.started_at),
  ended_at: timeOrNull(row.ended_at),
})

const PER_PAGE = 50

/** Of this code, the newest first. */
export async function showTasks(
  { db }: Context,
  code: string,
  { before = Number.MAX_SAFE_INTEGER, state }: { before?: number; state?: TaskRow['state'] },
) {
  const page = { code, before, limit: PER_PAGE }
  const rows =
    state === undefined
      ? await db.all(listTasks, page)
      : await db.all(listTasksInState, { ...page, state })
  const next = rows.length === PER_PAGE ? (rows.at(-1)?.id ?? null) : null
  return { tasks: rows.map(presentTask), next }
}

/** The last run of one job or handler. Null: it has never run, or long ago. */
export async function showLastRun(
  reader: Reader,
  task: { code: string; kind: 'event' | 'job'; name: string },
) {
  const row = await reader.first(findLastRun, task)
  return row ? presentTask(row) : null
}

/** How many tasks of this code wait and have failed, at most a thousand each. */
export async function countTasksOf(reader: Reader, code: string) {
  const count = async (state: TaskRow['state']) =>
    (await reader.first(countTasks, { code, state, max: COUNTED }))?.count ?? 0
  const [waiting, failed] = await Promise.all([count('waiting'), count('failed')])
  return { waiting, failed }
}

/** By staff: one that has failed begins anew. */
export const retryTask = (context: Context, id: number) =>
  inTransaction(context, async (tx) => {
    if (!(await tx.first(updateWaiting, { id, now: tx.now() })))
      throw new Refusal('game_task_not_failed')
    await recordChange(tx, {
      action: 'admin.gameCode.retry',
      game_id: null,
      target: 'game_task',
      target_id: id,
    })
    tx.afterCommit(() => tx.game_code?.wake())
    return { message: 'it runs again' }
  })
