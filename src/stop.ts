import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from './context.ts'
import type { ServerState } from './http/server.ts'
import type { App } from './http/types.ts'
import type { JobRunner } from './jobs/runner.ts'
import type { WriteBehind } from './jobs/write-behind.ts'

const DRAIN_QUIET_MS = 150
const MAX_DRAIN_MS = 3000
/** Requests that take longer are cut off. */
const MAX_REQUEST_MS = 7000
/** What is left of the 10 s that a stop may take is for writing what was counted and for closing the database. */
const MAX_JOBS_MS = 1000
const MAX_WRITE_MS = 1000
const MAX_CLOSE_MS = 1000

interface RunningParts {
  app: App
  state: ServerState
  context: Context
  jobs: JobRunner
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

/** Stops a running server, in at most 10 s whatever it is doing. */
export async function stopServer(parts: RunningParts): Promise<void> {
  const { app, state, context, jobs, writer, log } = parts

  /** A step that fails or takes too long is reported; the next one follows in any case. */
  async function within(max_ms: number, step: string, work: () => Promise<unknown>): Promise<void> {
    const timeout = sleep(max_ms, 'timeout', { ref: false })
    try {
      const outcome = await Promise.race([work(), timeout])
      if (outcome === 'timeout') log.warn({ step, max_ms }, 'a step of the stop took too long')
    } catch (error) {
      log.warn({ step, err: error }, 'a step of the stop failed')
    }
  }

  state.is_stopping = true
  const jobs_stopped = within(MAX_JOBS_MS, 'jobs', () => jobs.stop())
  const cut = setTimeout(() => app.server.closeAllConnections(), MAX_REQUEST_MS)
  await drain(app, state)
  await within(MAX_REQUEST_MS, 'requests', () => app.close())
  clearTimeout(cut)
  await jobs_stopped
  await within(MAX_WRITE_MS, 'mails', () => context.mail.idle())
  await within(MAX_WRITE_MS, 'counters', () => writer.stop())
  await within(MAX_CLOSE_MS, 'database', () => context.db.close())
}
