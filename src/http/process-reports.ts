import { hostname } from 'node:os'
import type { ProcessReport } from '../services/process-report.ts'
import { eventLoopDelay } from '../services/process-metrics.ts'
import { shareReports } from '../services/worker-reports.ts'
import type { RequestDurations } from './request-durations.ts'
import type { ServerState } from './server.ts'
import type { App } from './types.ts'

const isReport = (value: unknown): value is ProcessReport =>
  typeof value === 'object' && value !== null && 'pid' in value && 'routes' in value

/** Lets routes ask for the reports of all processes of this server. */
export function addReports(app: App, state: ServerState, durations: RequestDurations): void {
  const report = (): ProcessReport => ({
    pid: process.pid,
    host: hostname(),
    started_at: Math.round(performance.timeOrigin),
    memory_bytes: process.memoryUsage.rss(),
    event_loop_delay_ms: eventLoopDelay().p99 * 1000,
    active_requests: state.active,
    rejected_requests: state.capacity.rejected,
    rate_limited: Object.fromEntries(state.rate_limiter.refused),
    routes: durations.figures(),
    errors: state.recent_errors.list(),
  })
  app.decorate('collectReports', shareReports(report, isReport))
}
