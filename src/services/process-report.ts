/** Upper bounds of the time of an answer, in seconds. Slower ones are counted after the last. */
export const DURATION_BUCKETS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
]

/** How long the answers of one route took since the start. */
export interface RouteFigures {
  method: string
  route: string
  requests: number
  /** Answered with 500 or more. */
  failed: number
  seconds: number
  /** Per bucket, not cumulative. */
  counts: number[]
}

/** An answer with a status of 500 or more. */
export interface RecentError {
  at: number
  request_id: string
  method: string
  /** Empty: no route has this address. */
  route: string
  status: number
  code: string
  message: string
  /** How often it happened in a row. The other fields are those of the last time. */
  times: number
}

/** What one process of the server knows of itself. */
export interface ProcessReport {
  pid: number
  host: string
  started_at: number
  memory_bytes: number
  event_loop_delay_ms: number
  active_requests: number
  /** Answered with 503 because too many were in progress. */
  rejected_requests: number
  /** Answered with 429, by the limit that was reached. */
  rate_limited: Record<string, number>
  routes: RouteFigures[]
  errors: RecentError[]
}

/** In seconds. Within a bucket, requests count as evenly spread. */
export function percentile(counts: number[], part: number): number {
  const wanted = counts.reduce((sum, count) => sum + count, 0) * part
  let below = 0
  for (const [at, count] of counts.entries()) {
    const upper = DURATION_BUCKETS[at]
    if (count > 0 && below + count >= wanted) {
      const lower = DURATION_BUCKETS[at - 1] ?? 0
      return upper === undefined ? lower : lower + (upper - lower) * ((wanted - below) / count)
    }
    below += count
  }
  return 0
}
