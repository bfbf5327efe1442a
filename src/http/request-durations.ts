import type { FastifyRequest } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { DURATION_BUCKETS as BUCKETS, type RouteFigures } from '../services/process-report.ts'

/** Milliseconds since the request came. */
export const elapsed = (request: FastifyRequest) => performance.now() - request.started_at

interface Series {
  method: string
  route: string
  status: number
  /** Requests per bucket, not cumulative. The last entry counts requests slower than every bucket. */
  counts: number[]
  sum: number
}

const NAME = 'playkeep_request_seconds'
const HELP = 'Time from the request to its answer, by route and status'

function toValues({ method, route, status, counts, sum }: Series) {
  const sharedLabels = { method, route, status }
  let total = 0
  const buckets = counts.map((count, at) => {
    total += count
    const le = BUCKETS[at] ?? '+Inf'
    return { metricName: `${NAME}_bucket`, labels: { le }, sharedLabels, value: total }
  })
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels: {}, sharedLabels, value: sum },
    { metricName: `${NAME}_count`, labels: {}, sharedLabels, value: total },
  ]
}

/**
 * A histogram of the metrics library that costs a request next to nothing: the library's own puts labels together for
 * every request, this one only when the metrics are read.
 */
export class RequestDurations extends Histogram {
  readonly #routes = new Map<string, Series[]>()

  constructor(registry: Registry) {
    super({ name: NAME, help: HELP, registers: [registry] })
  }

  #find(method: string, route: string, status: number): Series {
    const known = this.#routes.get(route) ?? []
    for (const series of known) {
      if (series.status === status && series.method === method) return series
    }
    const series = { method, route, status, counts: Array(BUCKETS.length + 1).fill(0), sum: 0 }
    this.#routes.set(route, [...known, series])
    return series
  }

  record(answer: { method: string; route: string; status: number }, seconds: number): void {
    const series = this.#find(answer.method, answer.route, answer.status)
    let bucket = 0
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
    series.sum += seconds
  }

  /** By route, whatever the status was. */
  figures(): RouteFigures[] {
    const by_name = new Map<string, RouteFigures>()
    for (const { method, route, status, counts, sum } of [...this.#routes.values()].flat()) {
      const name = `${method} ${route}`
      const total = by_name.get(name) ?? {
        method,
        route,
        requests: 0,
        failed: 0,
        seconds: 0,
        counts: counts.map(() => 0),
      }
      const requests = counts.reduce((all, count) => all + count, 0)
      total.requests += requests
      total.failed += status >= 500 ? requests : 0
      total.seconds += sum
      total.counts = total.counts.map((count, at) => count + (counts[at] ?? 0))
      by_name.set(name, total)
    }
    return [...by_name.values()]
  }

  /** The library builds both its text and its JSON from this. */
  async getForPromString() {
    const values = [...this.#routes.values()].flat().flatMap(toValues)
    return { name: NAME, help: HELP, type: 'histogram', aggregator: 'sum', values }
  }
}
