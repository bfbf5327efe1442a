import { Counter } from 'prom-client'
import type { Metrics } from '../services/metrics.ts'
import { RequestDurations } from './request-durations.ts'
import { elapsed, type ServerState } from './server.ts'
import type { App } from './types.ts'

/** Measures requests, and serves all metrics at `/metrics`. */
export function addMetrics(app: App, state: ServerState, metrics: Metrics): void {
  const { registry } = metrics
  const durations = new RequestDurations(registry)
  const refused = new Counter({
    name: 'playkeep_refusals_total',
    help: 'Refused requests, by error code: wrong_credentials are failed sign-ins',
    labelNames: ['code'],
    registers: [registry],
  })
  metrics.gauge('requests_active', 'Requests that are not answered yet', () => state.active)
  metrics.counter(
    'requests_rejected_total',
    'Requests answered with 503 because too many were in progress',
    () => state.capacity.rejected,
  )
  metrics.counter(
    'requests_rate_limited_total',
    'Requests answered with 429 because a rate limit was reached',
    () => state.rate_limiter.refused,
  )
  metrics.gauge(
    'rate_limit_keys',
    'Players, addresses and games that are counted for rate limits',
    () => state.rate_limiter.keys,
  )

  app.addHook('onSend', (request, reply, _answer, done) => {
    const { method, route } = request
    const answer = { method, route: route?.url ?? 'unknown', status: reply.statusCode }
    durations.record(answer, elapsed(request) / 1000)
    if (reply.statusCode >= 400) {
      const code = reply.getHeader('x-error-code')
      if (typeof code === 'string') refused.labels(code).inc()
    }
    done()
  })
  app.get('/metrics', { schema: { caller: 'anyone' } }, async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}
