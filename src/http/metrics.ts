import { Counter, Gauge, Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { Latency } from './latency.ts'
import { elapsed, type ServerState } from './server.ts'
import type { App } from './types.ts'

/** Prometheus figures of one server, at `/metrics`. */
export function measure(app: App, context: Context, state: ServerState): void {
  const registry = new Registry()
  const registers = [registry]
  const latency = new Latency()
  const refused = new Counter({
    name: 'playkeep_refusals_total',
    help: 'Refused requests, by error code: wrong_credentials are failed sign-ins',
    labelNames: ['code'],
    registers,
  })
  const gauges = {
    database_statements_total: 'Statements run',
    database_busy_seconds_total: 'Time spent in the database',
    database_transactions_total: 'Transactions committed',
    database_commits_total: 'Commits; on SQLite one commit serves many transactions',
    database_waiting: 'Transactions or requests waiting for the database',
    ledger_wrong_users:
      'Users whose credits are not the sum of the ledger; -1 until it was checked',
    backup_last_success_timestamp_seconds:
      'When the last scheduled backup was done, by any process; 0: none yet, or BACKUP_DIR is not set',
    backup_failures_total: 'Scheduled backups of this process that failed',
    requests_active: 'Requests whose answer is not made yet',
    requests_sent_away_total: 'Requests answered with 503 because too many were under way',
    passwords_waiting: 'Sign-ins and sign-ups waiting for their password to be checked',
  } as const
  const report = (name: keyof typeof gauges, read: () => number) =>
    new Gauge({
      name: `playkeep_${name}`,
      help: gauges[name],
      registers,
      collect() {
        this.set(read())
      },
    })
  report('database_statements_total', () => context.db.figures().statements)
  report('database_busy_seconds_total', () => context.db.figures().busy_seconds)
  report('database_transactions_total', () => context.db.figures().transactions)
  report('database_commits_total', () => context.db.figures().commits)
  report('database_waiting', () => context.db.figures().waiting)
  report('ledger_wrong_users', () => state.ledger_wrong_users ?? -1)
  report('backup_last_success_timestamp_seconds', () => (state.backup_done_at ?? 0) / 1000)
  report('backup_failures_total', () => state.backup_failures)
  report('requests_active', () => state.active)
  report('requests_sent_away_total', () => state.capacity.sent_away)
  report('passwords_waiting', () => context.passwords.waiting)

  app.addHook('onSend', (request, reply, _answer, done) => {
    const { method, route } = request
    const answer = { method, route: route?.url ?? 'unknown', status: reply.statusCode }
    latency.observe(answer, elapsed(request) / 1000)
    if (reply.statusCode >= 400) {
      const code = reply.getHeader('x-error-code')
      if (typeof code === 'string') refused.labels(code).inc()
    }
    done()
  })
  app.get('/metrics', { schema: { caller: 'anyone' } }, async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return `${await registry.metrics()}\n${latency.text()}`
  })
}
