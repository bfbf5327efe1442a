import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { localUrl } from '../services/local-url.ts'
import { WorkerMetrics } from '../services/worker-metrics.ts'
import { passOnReports } from '../services/worker-reports.ts'
import { remark } from './say.ts'
import type { StopSignals } from './stop-signal.ts'
import { watchFolder } from './watch-folder.ts'

const PAUSE_BEFORE_RESTART_MS = 1000
/** A migration of a large database may take as long. */
const MAX_START_MS = 30 * 60_000
/** Of a worker that replaces another one: the database is up to date. */
const MAX_RELOAD_MS = 30_000
/** After its drain, a worker stops by itself in less than 10 s. */
const MAX_STOP_MS = 12_000

const runningWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)

/** What a worker tells when it has started. Game code may listen on ports too, so the cluster's own event does not say it. */
interface Started {
  playkeep: 'started'
  port: number
}

export const tellStarted = (port: number): void => {
  const message: Started = { playkeep: 'started', port }
  process.send?.(message)
}

const isStarted = (message: unknown): message is Started =>
  typeof message === 'object' &&
  message !== null &&
  'playkeep' in message &&
  message.playkeep === 'started'

/** The port that the worker listens on. Undefined: it failed to start, and has printed why, or takes too long. */
async function portOf(worker: Worker, max_ms = MAX_START_MS): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const onMessage = (message: unknown) => {
    if (isStarted(message)) resolve(message.port)
  }
  worker.on('message', onMessage)
  worker.once('exit', () => resolve(undefined))
  const timer = setTimeout(() => {
    remark`The start has taken longer than ${max_ms / 1000} s and is given up. Does game code wait for something when it is loaded?`
    worker.process.kill('SIGKILL')
  }, max_ms)
  const port = await promise
  clearTimeout(timer)
  worker.off('message', onMessage)
  return port
}

interface Supervision {
  config: Config
  log: Logger
  stop: StopSignals
  onReady: (url: string) => Promise<void>
  /** A folder whose changes need new workers. */
  watched?: string | undefined
}

async function stopWorkers({ config, log, stop }: Supervision): Promise<void> {
  const workers = runningWorkers()
  const signalAll = () => {
    for (const worker of runningWorkers()) worker.process.kill('SIGTERM')
  }
  signalAll()
  void stop.second.then(signalAll)
  const deadline = setTimeout(
    () => {
      for (const worker of runningWorkers()) {
        log.error(
          { worker_pid: worker.process.pid },
          'a worker did not stop in time and was killed',
        )
        worker.process.kill('SIGKILL')
      }
    },
    config.DRAIN_SECONDS * 1000 + MAX_STOP_MS,
  )
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  clearTimeout(deadline)
}

/** Keeps `WORKERS` processes running until a signal to stop, and then stops them all. */
class Supervisor {
  readonly #supervision: Supervision
  readonly #stopping = new AbortController()
  readonly #listening = new WeakSet<Worker>()
  /** Others have taken their places. */
  readonly #replaced = new WeakSet<Worker>()
  #is_started = false
  #failures = 0
  #is_replacing = false
  #must_replace = false

  constructor(supervision: Supervision) {
    this.#supervision = supervision
    cluster.on('exit', (worker, code, signal) => this.#onExit(worker, code, signal))
  }

  #startWorker(): Worker {
    const worker = cluster.fork()
    worker.on('message', (message: unknown) => {
      if (isStarted(message)) this.#listening.add(worker)
    })
    this.#supervision.log.info({ worker_pid: worker.process.pid }, 'a worker started')
    return worker
  }

  #onExit(worker: Worker, code: number | null, signal: string | null): void {
    if (this.#stopping.signal.aborted) {
      // A worker that was still starting is ended by the signal itself, which is not a failure.
      if (code !== 0 && signal !== 'SIGTERM') this.#failures++
      return
    }
    if (this.#replaced.has(worker)) return
    // The first start of a worker has failed, and with it that of the server.
    if (!this.#is_started && !this.#listening.has(worker)) return
    this.#supervision.log.error(
      { worker_pid: worker.process.pid, code, signal },
      'a worker ended; another takes its place',
    )
    sleep(PAUSE_BEFORE_RESTART_MS, undefined, { signal: this.#stopping.signal }).then(
      () => this.#startWorker(),
      () => {},
    )
  }

  /** The port, or undefined if a worker has failed to start. The others follow the first, so that what is wrong is said once. */
  async start(): Promise<number | undefined> {
    const port = await portOf(this.#startWorker())
    if (port === undefined || this.#stopping.signal.aborted) return undefined
    const others = Array.from({ length: this.#supervision.config.WORKERS - 1 }, () =>
      portOf(this.#startWorker()),
    )
    if ((await Promise.all(others)).includes(undefined)) return undefined
    this.#is_started = true
    return port
  }

  /** New workers with the code as it is now; the old ones go on until these are ready, and if they fail to start. */
  replaceAll(): void {
    this.#must_replace = true
    if (!this.#is_replacing) void this.#replaceUntilDone()
  }

  async #replaceUntilDone(): Promise<void> {
    this.#is_replacing = true
    while (this.#must_replace && !this.#stopping.signal.aborted) {
      this.#must_replace = false
      let done = 0
      for (const old of runningWorkers().filter((one) => !this.#replaced.has(one))) {
        const worker = this.#startWorker()
        this.#replaced.add(worker)
        if ((await portOf(worker, MAX_RELOAD_MS)) === undefined) {
          if (this.#stopping.signal.aborted) return
          remark`The code was not loaded; the server goes on with what it had before.`
          break
        }
        this.#replaced.delete(worker)
        this.#replaced.add(old)
        old.process.kill('SIGTERM')
        done++
      }
      if (done > 0) remark`The new code is running.`
    }
    this.#is_replacing = false
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await stopWorkers(this.#supervision)
    if (this.#failures > 0) process.exitCode = 1
  }
}

/** Until a signal to stop. */
export async function superviseWorkers(supervision: Supervision): Promise<void> {
  const { config, stop, onReady } = supervision
  new WorkerMetrics().start()
  passOnReports()
  const supervisor = new Supervisor(supervision)
  const port = await Promise.race([supervisor.start(), stop.first.then(() => 'stopped' as const)])
  if (port === 'stopped') return supervisor.stop()
  if (port === undefined) {
    process.exitCode = 1
    return supervisor.stop()
  }
  try {
    await onReady(localUrl(config.HOST, port))
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  const { watched } = supervision
  const unwatch =
    watched === undefined ? undefined : watchFolder(watched, () => supervisor.replaceAll())
  await stop.first
  unwatch?.()
  await supervisor.stop()
}
