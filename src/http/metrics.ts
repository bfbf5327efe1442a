import type { FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { Refusal } from '../errors.ts'
import { isSameSecret } from '../services/secrets.ts'
import type { Metrics } from '../services/metrics.ts'
import { elapsed, RequestDurations } from './request-durations.ts'
import type { ServerState } from './server.ts'
import type { App } from './types.ts'

const MAX_AGE_MS = 1000

/** What was made less than `max_age_ms` ago is given again. */
function reuse<T>(max_age_ms: number, make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  let made_at = 0
  return () => {
    if (made && performance.now() - made_at < max_age_ms) return made
    made_at = performance.now()
    made = make()
    return made
  }
}

/** Anyone may read the metrics unless `METRICS_KEY` is set. */
function checkKey(key: string, authorization = ''): void {
  if (key === '' || isSameSecret(authorization, `Bearer ${key}`)) return
  throw new Refusal('wrong_metrics_key')
}

/** The game of a player, or of a sign-in. Requests that only wait for something to happen do not count as slow ones. */
function countForGame(request: FastifyRequest, status: number): void {
  const { player, context, route } = request
  const game_id = player?.game_id ?? context.open_call?.game_id
  if (game_id === undefined || route?.waits) return
  context.unwritten.traffic.count(game_id, { status, ms: elapsed(request), at: context.now() })
}

interface MetricsParts {
  state: ServerState
  metrics: Metrics
  /** 0 in tests that look at current values. */
  metrics_max_age_ms?: number
}

/** Measures requests, and serves all metrics at `/metrics`. Returns how long requests took. */
export function addMetrics(
  app: App,
  { state, metrics, metrics_max_age_ms = MAX_AGE_MS }: MetricsParts,
): RequestDurations {
  const { registry } = metrics
  const durations = new RequestDurations(registry)
  const refused = new Counter({
    name: 'playkeep_refusals_total',
    help: 'Refused requests, by error code: wrong_credentials are failed sign-ins',
    labelNames: ['code'],
    registers: [registry],
  })
  metrics.gauge(
    'requests_active',
    'Requests that have begun and are not answered yet',
    () => state.active,
  )
  metrics.gauge(
    'requests_held_back',
    'Requests that have not begun, because others go first, and those that wait to be rejected',
    () => state.capacity.held_back,
  )
  metrics.counter(
    'connections_closed_total',
    'Connections that were closed because too many of their requests waited',
    () => state.capacity.closed,
  )
  metrics.counter(
    'requests_rejected_total',
    'Requests answered with 503 because too many were in progress or waited',
    () => state.capacity.rejected,
  )
  metrics.countersByLabel(
    'requests_rate_limited_total',
    'Requests answered with 429, by the rate limit that was reached',
    { label: 'limit', read: () => state.rate_limiter.refused },
  )
  metrics.gauge(
    'rate_limit_keys',
    'Counters that rate limits hold in memory',
    () => state.rate_limiter.keys,
  )

  app.addHook('onSend', (request, reply, _answer, done) => {
    const { method, route } = request
    const answer = { method, route: route?.url ?? 'unknown', status: reply.statusCode }
    durations.record(answer, elapsed(request) / 1000)
    countForGame(request, reply.statusCode)
    if (reply.statusCode >= 400) {
      const code = reply.getHeader('x-error-code')
      if (typeof code === 'string') refused.labels(code).inc()
    }
    done()
  })
  const makeText = reuse(metrics_max_age_ms, () => metrics.makeText())
  app.get('/metrics', { schema: { caller: 'anyone' } }, async (request, reply) => {
    checkKey(request.context.config.METRICS_KEY, request.headers.authorization)
    reply.header('content-type', registry.contentType)
    return makeText()
  })
  return durations
}
