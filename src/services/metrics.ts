import { Counter, Gauge, Registry } from 'prom-client'

/** The Prometheus metrics of one process. A value is read when the metrics are requested. */
export class Metrics {
  readonly registry = new Registry()

  gauge(name: string, help: string, read: () => number): void {
    const gauge = new Gauge({
      name: `playkeep_${name}`,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    })
    this.registry.registerMetric(gauge)
  }

  /** For a number that only grows and is counted elsewhere. */
  counter(name: `${string}_total`, help: string, read: () => number): void {
    const counter = new Counter({
      name: `playkeep_${name}`,
      help,
      registers: [],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
    this.registry.registerMetric(counter)
  }
}
