import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './context.ts'
import type { GameTasks } from './game-code/background.ts'
import type { ServerState } from './http/server.ts'
import type { App } from './http/types.ts'
import type { RankCounter } from './jobs/rank-counter.ts'
import type { Matchmaker } from './jobs/matchmaker.ts'
import type { JobRunner } from './jobs/runner.ts'
import type { WebhookSender } from './jobs/webhook-sender.ts'
import type { WriteBehind } from './jobs/write-behind.ts'

const DRAIN_QUIET_MS = 150
const MAX_DRAIN_MS = 3000
/** How long after the start of the stop each step is given up. */
const UNREAD_UNTIL_MS = 6500
const REQUESTS_UNTIL_MS = 7000
const JOBS_UNTIL_MS = 8000
const MAILS_UNTIL_MS = 8000
const COUNTERS_UNTIL_MS = 8700
const DATABASE_UNTIL_MS = 9400

interface RunningParts {
  app: App
  state: ServerState
  context: Context
  jobs: JobRunner
  webhooks: WebhookSender
  ranks: RankCounter
  matchmaker: Matchmaker
  game_tasks: GameTasks | undefined
  writer: WriteBehind
  log: FastifyBaseLogger
}

/**
 * No new connections are accepted. While requests still come on old connections, each answer tells its connection to
 * close; then the quiet ones are closed. `http.Server.close` would close those at once, perhaps with a request on its way.
 */
async function drain(app: App, state: ServerState): Promise<void> {
  // After Node has accepted the connections that were waiting.
  await new Promise(setImmediate)
  NetServer.prototype.close.call(app.server)
  const began = performance.now()
  while (performance.now() - began < MAX_DRAIN_MS) {
    await sleep(DRAIN_QUIET_MS / 3)
    const quiet_ms = performance.now() - Math.max(began, state.last_active_at)
    if (state.active === 0 && quiet_ms > DRAIN_QUIET_MS) return
  }
}

/** Node counts a connection as idle as soon as it has taken an answer, even if the client has read only a part of it. */
async function waitUntilRead({ connections }: ServerState, deadline: number): Promise<void> {
  const isUnread = () => [...connections].some(({ writableLength }) => writableLength > 0)
  while (isUnread() && performance.now() < deadline) await sleep(DRAIN_QUIET_MS / 3)
}

/** Stops a running server, in less than 10 s whatever it is doing. False: a step failed or took too long. */
export async function stopServer(parts: RunningParts): Promise<boolean> {
  const { app, state, context, jobs, webhooks, ranks, matchmaker, game_tasks, writer, log } = parts
  const began = performance.now()
  let is_complete = true

  /** A step that fails or takes too long is reported; the next one follows in any case. */
  async function until(deadline_ms: number, step: string, work: Promise<unknown>): Promise<void> {
    const left_ms = Math.max(0, deadline_ms - (performance.now() - began))
    const timer = new AbortController()
    try {
      const timeout = sleep(left_ms, 'timeout', { signal: timer.signal })
      const outcome = await Promise.race([work, timeout])
      if (outcome !== 'timeout') return
      is_complete = false
      log.warn({ step }, 'a step of the stop took too long')
    } catch (error) {
      is_complete = false
      log.warn({ step, err: error }, 'a step of the stop failed')
    } finally {
      timer.abort()
    }
  }

  state.is_stopping = true
  context.live.stop()
  const jobs_stopped = Promise.all([
    jobs.stop(),
    webhooks.stop(),
    ranks.stop(),
    matchmaker.stop(),
    game_tasks?.stop(),
  ])
  const cut = setTimeout(() => {
    log.warn({ requests: state.active }, 'requests that took too long were cut off')
    app.server.closeAllConnections()
  }, REQUESTS_UNTIL_MS - 200)
  await drain(app, state)
  await waitUntilRead(state, began + UNREAD_UNTIL_MS)
  await until(REQUESTS_UNTIL_MS, 'requests', app.close())
  clearTimeout(cut)
  await until(JOBS_UNTIL_MS, 'jobs', jobs_stopped)
  await until(MAILS_UNTIL_MS, 'mails', context.mail.stop())
  await until(COUNTERS_UNTIL_MS, 'counters', writer.stop())
  await until(DATABASE_UNTIL_MS, 'database', context.db.close())
  return is_complete
}
