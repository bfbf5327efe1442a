import { AsyncLocalStorage } from 'node:async_hooks'
import { type CodeHook, type Context, relaxedTransaction } from '../../../context.ts'
import { isoTime } from '../../../services/times.ts'
import { countTasksOf, retryTask, showLastRun, showTasks } from '../game-tasks/rules.ts'
import { deleteOldest, insertError, listErrors } from './queries.ts'

const KEPT = 200
const MAX_MESSAGE = 1000
const MAX_STACK = 4000

/** PostgreSQL stores no NUL. */
const readable = (text: string, max: number) => text.replaceAll('\0', '').slice(0, max)

/** Code mostly fails in a transaction, which is undone: what is written about that must not be a part of it. */
const outside = AsyncLocalStorage.snapshot()

/** Of each code, the latest are kept. */
export const recordCodeError = (
  context: Context,
  running: { code: string; hook: string; request_id: string },
  error: Error,
) =>
  outside(() =>
    relaxedTransaction(context, async (tx) => {
      const message = readable(`${error.name}: ${error.message}`, MAX_MESSAGE)
      const stack = readable(error.stack ?? '', MAX_STACK)
      await tx.run(insertError, { ...running, message, stack, now: tx.now() })
      await tx.run(deleteOldest, { code: running.code, kept: KEPT })
    }),
  )

/** Of this code, the newest first. */
export async function showCodeErrors({ db }: Context, code: string) {
  const rows = await db.all(listErrors, { code, limit: KEPT })
  return { errors: rows.map(({ at, ...row }) => ({ ...row, at: isoTime(at) })) }
}

const round = (ms: number) => Math.round(ms * 100) / 100

async function presentHook(
  { db }: Context,
  code: string,
  { figures, next_run_at, ...hook }: CodeHook,
) {
  const { calls, refused, failed, slow, seconds, longest_ms } = figures
  const { kind, name } = hook
  return {
    ...hook,
    calls,
    refused,
    failed,
    slow,
    mean_ms: calls === 0 ? 0 : round((seconds * 1000) / calls),
    longest_ms: round(longest_ms),
    next_run_at: next_run_at === null ? null : isoTime(next_run_at),
    last_run:
      kind === 'event' || kind === 'job' ? await showLastRun(db, { code, kind, name }) : null,
  }
}

/** With the figures of this process, and the tasks of all. */
export async function showGameCode(context: Context) {
  const files = await Promise.all(
    (context.game_code?.describe() ?? []).map(async ({ code, hooks }) => ({
      code,
      hooks: await Promise.all(hooks.map((hook) => presentHook(context, code, hook))),
      ...(await countTasksOf(context.db, code)),
    })),
  )
  return { files }
}

export const showTasksOf = (
  context: Context,
  { code, ...filter }: { code: string } & Parameters<typeof showTasks>[2],
) => showTasks(context, code, filter)

export const retry = retryTask
