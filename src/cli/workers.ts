import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { WorkerMetrics } from '../services/worker-metrics.ts'
import { stopSignal } from './stop-signal.ts'

const PAUSE_BEFORE_RESTART_MS = 1000
/** A worker stops by itself in less than 10 s. */
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

async function stopWorkers(log: Logger): Promise<void> {
  const workers = runningWorkers()
  for (const worker of workers) worker.process.kill('SIGTERM')
  const deadline = setTimeout(() => {
    for (const worker of runningWorkers()) {
      log.error({ worker_pid: worker.process.pid }, 'a worker did not stop in time and was killed')
      worker.process.kill('SIGKILL')
    }
  }, MAX_STOP_MS)
  await Promise.all(workers.map((worker) => once(worker, 'exit')))
  clearTimeout(deadline)
}

/** Keeps `WORKERS` processes running until a signal to stop, and then stops them all. */
export async function superviseWorkers(
  config: Config,
  log: Logger,
  onReady: (url: string) => Promise<void>,
): Promise<void> {
  const stop = stopSignal()
  new WorkerMetrics().start()
  const startWorker = () => {
    const worker = cluster.fork()
    log.info({ worker_pid: worker.process.pid }, 'a worker started')
    return worker
  }
  const ports = await Promise.all(Array.from({ length: config.WORKERS }, startWorker).map(portOf))
  if (ports.includes(undefined)) {
    process.exitCode = 1
    return stopWorkers(log)
  }
  await onReady(`http://${config.HOST}:${ports[0]}`)

  const stopping = new AbortController()
  const replace = (worker: Worker, code: number, signal: string) => {
    log.error(
      { worker_pid: worker.process.pid, code, signal },
      'a worker ended; another takes its place',
    )
    sleep(PAUSE_BEFORE_RESTART_MS, undefined, { signal: stopping.signal }).then(
      startWorker,
      () => {},
    )
  }
  cluster.on('exit', replace)
  await stop
  cluster.off('exit', replace)
  stopping.abort()
  let failures = 0
  cluster.on('exit', (_worker, code, signal) => {
    // A worker that was still starting is ended by the signal itself, which is not a failure.
    if (code !== 0 && signal !== 'SIGTERM') failures++
  })
  await stopWorkers(log)
  if (failures > 0) process.exitCode = 1
}
