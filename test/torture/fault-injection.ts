import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/storage/dialect.ts'
import { type FaultKind, planFaults } from './plan.ts'
import type { ServerUnderTest } from './server-under-test.ts'

export interface FaultCounters {
  server_kills: number
  database_restarts: number
  dropped_connections: number
}

type Inject = (
  server: ServerUnderTest,
  counters: FaultCounters,
  downtime_ms: number,
) => Promise<void>

const inject: Record<FaultKind, Inject> = {
  async kill_server(server, counters, downtime_ms) {
    await server.kill()
    counters.server_kills++
    await sleep(downtime_ms)
    await server.start()
  },
  async drop_connections({ database }, counters) {
    counters.dropped_connections += await database.dropConnections()
  },
  async restart_database({ database }, counters) {
    await database.restart('SIGINT')
    counters.database_restarts++
  },
  async crash_database({ database }, counters) {
    await database.restart('SIGQUIT')
    counters.database_restarts++
  },
}

export interface FaultOptions {
  seed: number
  engine: Engine
  duration_ms: number
  signal: AbortSignal
}

/** Injects the planned faults in order, and resolves at the end of the duration. */
export async function injectFaults(
  server: ServerUnderTest,
  { seed, engine, duration_ms, signal }: FaultOptions,
  counters: FaultCounters,
): Promise<void> {
  const started_at = performance.now()
  const waitUntil = (at_ms: number) =>
    sleep(Math.max(0, started_at + at_ms - performance.now()), undefined, { signal })
  for (const { at_ms, kind, downtime_ms, quiet_ms } of planFaults(seed, engine, duration_ms)) {
    await waitUntil(at_ms)
    await inject[kind](server, counters, downtime_ms)
    await sleep(quiet_ms, undefined, { signal })
  }
  await waitUntil(duration_ms)
}
