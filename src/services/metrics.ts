import { type Aggregator, Counter, Gauge, Registry } from 'prom-client'
import type { Database, DatabaseFigures } from '../storage/database.ts'

/** Names that all programs share are as they are, so that dashboards made for all of them work. */
const fullName = (name: string) => (/^(process|nodejs)_/.test(name) ? name : `playkeep_${name}`)

/** The Prometheus metrics of one process. A value is read when the metrics are requested. */
export class Metrics {
  readonly registry = new Registry()
  /** `worker-metrics.ts` replaces it in a worker. */
  makeText = () => this.registry.metrics()

  /** Without a value, the gauge is absent. The aggregator says what the workers of one server show together. */
  gauge(
    name: string,
    help: string,
    read: () => number | undefined,
    aggregator: Aggregator = 'sum',
  ): void {
    const gauge = new Gauge({
      name: fullName(name),
      help,
      aggregator,
      registers: [],
      collect() {
        const value = read()
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
    this.registry.registerMetric(gauge)
  }

  /** The same for several numbers, one for each value of a label. */
  gaugesByLabel(
    name: string,
    help: string,
    {
      label,
      read,
      aggregator,
    }: { label: string; read: () => Map<string, number>; aggregator: Aggregator },
  ): void {
    const gauge = new Gauge({
      name: fullName(name),
      help,
      labelNames: [label],
      aggregator,
      registers: [],
      collect() {
        this.reset()
        for (const [value, number] of read()) this.labels(value).set(number)
      },
    })
    this.registry.registerMetric(gauge)
  }

  /** For a number that only grows and is counted elsewhere. */
  counter(name: `${string}_total`, help: string, read: () => number): void {
    const counter = new Counter({
      name: fullName(name),
      help,
      registers: [],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
    this.registry.registerMetric(counter)
  }

  /** The same for several numbers, one for each value of a label. */
  countersByLabel(
    name: `${string}_total`,
    help: string,
    { label, read }: { label: string; read: () => Map<string, number> },
  ): void {
    const counter = new Counter({
      name: fullName(name),
      help,
      labelNames: [label],
      registers: [],
      collect() {
        this.reset()
        for (const [value, count] of read()) this.labels(value).inc(count)
      },
    })
    this.registry.registerMetric(counter)
  }
}

export function addDatabaseMetrics(metrics: Metrics, db: Database): void {
  const figure = (name: keyof DatabaseFigures) => () => db.figures()[name] ?? 0
  metrics.counter('database_statements_total', 'Statements run', figure('statements'))
  metrics.counter(
    'database_busy_seconds_total',
    'Time spent in the database',
    figure('busy_seconds'),
  )
  metrics.counter('database_transactions_total', 'Transactions committed', figure('transactions'))
  metrics.counter(
    'database_commits_total',
    'Commits; on SQLite one commit serves many transactions',
    figure('commits'),
  )
  metrics.counter(
    'database_write_failures_total',
    'Transactions that failed because the file of a SQLite database is damaged, replaced or cannot be written',
    figure('write_failures'),
  )
  metrics.gauge(
    'database_waiting',
    'Transactions or requests waiting for the database',
    figure('waiting'),
  )
  metrics.gauge(
    'events_listening',
    'Whether LISTEN is connected, by which PostgreSQL tells of events; absent on SQLite, and while nobody follows events',
    () => db.figures().listening,
    'min',
  )
}
