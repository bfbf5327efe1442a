import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** A worker that starts or hangs does not hold up the others for longer. */
const MAX_WAIT_MS = 1000
const MAX_AGE_MS = 1000
const MAX_ANSWER_MS = 5000

type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Between the workers and the process that started them. */
type Message =
  | { playkeep: 'metrics_wanted' }
  | { playkeep: 'report_metrics' }
  | { playkeep: 'metrics_reported'; metrics: Snapshot }
  | { playkeep: 'metrics_of_all'; text: string }

const send = (target: Pick<Worker, 'send'>, message: Message) =>
  // A target that has just ended needs no message.
  target.send(message, undefined, () => {})

/** Whoever waits for the metrics gives up soon and says so. */
const ignore = () => {}

const onlyCounters = (metrics: Snapshot) =>
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(String(type)))

const addUp = (snapshots: Snapshot[]) => AggregatorRegistry.aggregate(snapshots)

/** In the process that started the workers: collects their metrics when one of them asks, at most once a second. */
export class WorkerMetrics {
  readonly #latest = new Map<number, Snapshot>()
  /** What workers that have ended had counted, because a sum that falls looks like a restart to Prometheus. */
  #ended: Snapshot[] = []
  readonly #awaited = new Map<number, () => void>()
  #text: Promise<string> | undefined
  #collected_at = -Infinity

  start(): void {
    cluster.on('message', (worker, message: Message) => this.#receive(worker, message))
    cluster.on('exit', (worker) => this.#end(worker))
  }

  #receive(worker: Worker, message: Message): void {
    if (message.playkeep === 'metrics_reported') {
      this.#latest.set(worker.id, message.metrics)
      this.#awaited.get(worker.id)?.()
    }
    if (message.playkeep === 'metrics_wanted')
      this.#collectOnce().then((text) => send(worker, { playkeep: 'metrics_of_all', text }), ignore)
  }

  #end(worker: Worker): void {
    this.#ended.push(onlyCounters(this.#latest.get(worker.id) ?? []))
    this.#latest.delete(worker.id)
    this.#awaited.get(worker.id)?.()
  }

  #collectOnce(): Promise<string> {
    if (this.#text && performance.now() - this.#collected_at < MAX_AGE_MS) return this.#text
    this.#collected_at = performance.now()
    return (this.#text = this.#collect())
  }

  async #collect(): Promise<string> {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => this.#ask(worker)))
    const text = addUp([...this.#latest.values(), ...this.#ended]).metrics()
    const ended = this.#ended.splice(0)
    this.#ended.push(await addUp(ended).getMetricsAsJSON())
    return text
  }

  #ask(worker: Worker): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, MAX_WAIT_MS)
    this.#awaited.set(worker.id, resolve)
    send(worker, { playkeep: 'report_metrics' })
    return promise.finally(() => {
      clearTimeout(timer)
      this.#awaited.delete(worker.id)
    })
  }
}

/** In a worker: reports its metrics when it is asked, and shows those of all workers. */
export function shareMetrics(metrics: Metrics): void {
  const { worker } = cluster
  if (!worker) return
  const waiting = new Set<(text: string) => void>()
  worker.on('message', (message: Message) => {
    if (message.playkeep === 'report_metrics')
      metrics.registry
        .getMetricsAsJSON()
        .then((own) => send(worker, { playkeep: 'metrics_reported', metrics: own }), ignore)
    if (message.playkeep === 'metrics_of_all') {
      for (const resolve of waiting) resolve(message.text)
      waiting.clear()
    }
  })
  metrics.makeText = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const timer = setTimeout(() => {
      waiting.delete(resolve)
      reject(new Error('the metrics of the workers were not collected in time'))
    }, MAX_ANSWER_MS)
    waiting.add(resolve)
    send(worker, { playkeep: 'metrics_wanted' })
    return promise.finally(() => clearTimeout(timer))
  }
}
