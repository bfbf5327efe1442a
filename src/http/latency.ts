const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Series {
  method: string
  route: string
  status: number
  /** Those that fit into a bucket and into none before it; the last are slower than all. */
  counts: number[]
  sum: number
}

const NAME = 'playkeep_request_seconds'
const ABOUT = `# HELP ${NAME} Time from the request to its answer, by route and status
# TYPE ${NAME} histogram`

function write({ method, route, status, counts, sum }: Series): string[] {
  const labels = `method="${method}",route="${route}",status="${status}"`
  let total = 0
  const lines = counts.map((count, at) => {
    total += count
    return `${NAME}_bucket{le="${BUCKETS[at] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...lines, `${NAME}_sum{${labels}} ${sum}`, `${NAME}_count{${labels}} ${total}`]
}

/** A Prometheus histogram that costs a request next to nothing: no label is looked at before the page is asked for. */
export class Latency {
  readonly #routes = new Map<string, Series[]>()

  #find(method: string, route: string, status: number): Series {
    const known = this.#routes.get(route) ?? []
    for (const series of known) {
      if (series.status === status && series.method === method) return series
    }
    const series = { method, route, status, counts: Array(BUCKETS.length + 1).fill(0), sum: 0 }
    this.#routes.set(route, [...known, series])
    return series
  }

  observe(answer: { method: string; route: string; status: number }, seconds: number): void {
    const series = this.#find(answer.method, answer.route, answer.status)
    let bucket = 0
    while (bucket < BUCKETS.length && seconds > (BUCKETS[bucket] ?? 0)) bucket++
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1
    series.sum += seconds
  }

  /** In Prometheus' text format. */
  text(): string {
    const series = [...this.#routes.values()].flat()
    return `${[ABOUT, ...series.flatMap(write)].join('\n')}\n`
  }
}
