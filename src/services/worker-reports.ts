import cluster, { type Worker } from 'node:cluster'

/** A worker that is starting or hangs delays the others no longer than this. */
const MAX_WAIT_MS = 1000
const MAX_ANSWER_MS = 3000

/** Between the workers and the process that started them. `asked` is the number of the question. */
type Message =
  | { playkeep: 'reports_wanted'; asked: number }
  | { playkeep: 'report'; asked: number }
  | { playkeep: 'reported'; asked: number; report: unknown }
  | { playkeep: 'reports_of_all'; asked: number; reports: unknown[] }

const send = (target: Pick<Worker, 'send'>, message: Message) =>
  // A target that has just ended needs no message.
  target.send(message, undefined, () => {})

const runningWorkers = () =>
  Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)

/** In the process that started the workers: asks all of them when one of them asks. */
export function passOnReports(): void {
  let count = 0
  const open = new Map<number, (report: unknown) => void>()
  const collect = (asker: Worker, asked: number) => {
    const number = ++count
    const workers = runningWorkers()
    const reports: unknown[] = []
    const end = () => {
      clearTimeout(timer)
      open.delete(number)
      send(asker, { playkeep: 'reports_of_all', asked, reports })
    }
    const timer = setTimeout(end, MAX_WAIT_MS)
    open.set(number, (report) => {
      reports.push(report)
      if (reports.length === workers.length) end()
    })
    for (const worker of workers) send(worker, { playkeep: 'report', asked: number })
  }
  cluster.on('message', (worker, message: Message) => {
    if (message.playkeep === 'reports_wanted') collect(worker, message.asked)
    if (message.playkeep === 'reported') open.get(message.asked)?.(message.report)
  })
}

/** Returns a function that collects the reports of all processes of this server: of the workers, or of this one alone. */
export function shareReports<T>(
  report: () => T,
  isReport: (value: unknown) => value is T,
): () => Promise<T[]> {
  const { worker } = cluster
  if (!worker) return async () => [report()]
  let count = 0
  const waiting = new Map<number, (reports: unknown[]) => void>()
  worker.on('message', (message: Message) => {
    if (message.playkeep === 'report')
      send(worker, { playkeep: 'reported', asked: message.asked, report: report() })
    if (message.playkeep === 'reports_of_all') waiting.get(message.asked)?.(message.reports)
  })
  return async () => {
    const asked = ++count
    const { promise, resolve } = Promise.withResolvers<unknown[]>()
    waiting.set(asked, resolve)
    const timer = setTimeout(() => resolve([report()]), MAX_ANSWER_MS)
    send(worker, { playkeep: 'reports_wanted', asked })
    const reports = await promise
    clearTimeout(timer)
    waiting.delete(asked)
    return reports.filter(isReport)
  }
}
