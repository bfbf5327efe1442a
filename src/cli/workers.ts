import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { localUrl } from '../services/local-url.ts'
import { WorkerMetrics } from '../services/worker-metrics.ts'
import { passOnReports } from '../services/worker-reports.ts'
import type { StopSignals } from './stop-signal.ts'

const PAUSE_BEFORE_RESTART_MS = 1000
/** After its drain, a worker stops by itself in less than 10 s. */
const MAX_STOP_MS = 12_000

const runningWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined)

/** The port that the worker listens on. Undefined: it failed to start, and has printed why. */
function portOf(worker: Worker): Promise<number | undefined> {
  const listening = once(worker, 'listening').then(
    ([address]: { port?: number }[]) => address?.port,
  )
  return Promise.race([listening, once(worker, 'exit').then(() => undefined)])
}

interface Supervision {
  config: Config
  log: Logger
  stop: StopSignals
  onReady: (url: string) => Promise<void>
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
export async function superviseWorkers(supervision: Supervision): Promise<void> {
  const { config, log, stop, onReady } = supervision
  new WorkerMetrics().start()
  passOnReports()
  const stopping = new AbortController()
  const listening = new WeakSet<Worker>()
  let is_started = false
  let failures = 0
  const startWorker = () => {
    const worker = cluster.fork()
    worker.once('listening', () => listening.add(worker))
    log.info({ worker_pid: worker.process.pid }, 'a worker started')
    return worker
  }
  cluster.on('exit', (worker, code, signal) => {
    if (stopping.signal.aborted) {
      // A worker that was still starting is ended by the signal itself, which is not a failure.
      if (code !== 0 && signal !== 'SIGTERM') failures++
      return
    }
    // The first start of a worker has failed, and with it that of the server.
    if (!is_started && !listening.has(worker)) return
    log.error(
      { worker_pid: worker.process.pid, code, signal },
      'a worker ended; another takes its place',
    )
    sleep(PAUSE_BEFORE_RESTART_MS, undefined, { signal: stopping.signal }).then(
      startWorker,
      () => {},
    )
  })
  const stopAll = async () => {
    stopping.abort()
    await stopWorkers(supervision)
    if (failures > 0) process.exitCode = 1
  }

  const starting = Promise.all(Array.from({ length: config.WORKERS }, startWorker).map(portOf))
  const ports = await Promise.race([starting, stop.first.then(() => 'stopped' as const)])
  if (ports === 'stopped') return stopAll()
  if (ports.includes(undefined)) {
    process.exitCode = 1
    return stopAll()
  }
  is_started = true
  try {
    await onReady(localUrl(config.HOST, ports[0]))
  } catch (error) {
    await stopAll()
    throw error
  }
  await stop.first
  await stopAll()
}
