import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { Gauge } from 'prom-client'
import type { Metrics } from './metrics.ts'
import { version } from './version.ts'

const SAMPLE_EVERY_MS = 20
const WINDOW_MS = 15_000

interface Delays {
  p99: number
  max: number
}

/**
 * How late the event loop was in the last 15 to 30 seconds, however often and by whomever the metrics are read. Node's
 * histogram counts the time from one sample to the next, so the planned time is subtracted.
 */
function watchEventLoop(): () => Delays {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS })
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - SAMPLE_EVERY_MS / 1000)
  const read = () => ({ p99: seconds(histogram.percentile(99)), max: seconds(histogram.max) })
  let previous: Delays = { p99: 0, max: 0 }
  histogram.enable()
  setInterval(() => {
    previous = read()
    histogram.reset()
  }, WINDOW_MS).unref()
  return () => {
    const current = read()
    return {
      p99: Math.max(previous.p99, current.p99),
      max: Math.max(previous.max, current.max),
    }
  }
}

let eventLoopDelays: (() => Delays) | undefined

/** Of the last 15 to 30 seconds, in seconds. Zeros in a process that does not measure it. */
export const eventLoopDelay = (): Delays => eventLoopDelays?.() ?? { p99: 0, max: 0 }

function addMemoryAndTime(metrics: Metrics): void {
  metrics.gauge('process_resident_memory_bytes', 'Memory of the process', () =>
    process.memoryUsage.rss(),
  )
  metrics.gauge(
    'nodejs_heap_size_used_bytes',
    'Memory that JavaScript objects use',
    () => process.memoryUsage().heapUsed,
  )
  metrics.gauge(
    'process_start_time_seconds',
    'When the process started; with several workers, the youngest of them',
    () => Math.round(performance.timeOrigin) / 1000,
    'max',
  )
  metrics.counter('process_cpu_seconds_total', 'CPU time of the process and its threads', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
}

export function addProcessMetrics(metrics: Metrics, database: string): void {
  const delays = (eventLoopDelays ??= watchEventLoop())
  addMemoryAndTime(metrics)
  new Gauge({
    name: 'playkeep_info',
    help: 'Always 1; the labels say what is running',
    labelNames: ['version', 'node', 'database'],
    aggregator: 'max',
    registers: [metrics.registry],
  }).set({ version, node: process.version, database }, 1)
  metrics.gauge('processes', 'Processes whose metrics these are: more than 1 with WORKERS', () => 1)
  metrics.counter(
    'event_loop_active_seconds_total',
    'Time in which the event loop did something; its growth per second is how busy it is',
    () => performance.eventLoopUtilization().active / 1000,
  )
  metrics.gauge(
    'event_loop_delay_p99_seconds',
    'Delay of the event loop in the last 15 to 30 seconds, 99th percentile; the worst worker',
    () => delays().p99,
    'max',
  )
  metrics.gauge(
    'event_loop_delay_max_seconds',
    'Longest delay of the event loop in the last 15 to 30 seconds; the worst worker',
    () => delays().max,
    'max',
  )
}
