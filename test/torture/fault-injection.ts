import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/storage/dialect.ts'
import type { House } from './server-under-test.ts'
import { type FaultKind, faultsOf } from './plan.ts'

export interface Damage {
  kills: number
  database_restarts: number
  cut_connections: number
}

type Inflict = (house: House, damage: Damage, pause_ms: number) => Promise<void>

const inflict: Record<FaultKind, Inflict> = {
  async kill(house, damage, pause_ms) {
    await house.kill()
    damage.kills++
    await sleep(pause_ms)
    await house.start()
  },
  async cut(house, damage) {
    damage.cut_connections += await house.store.cut()
  },
  async restart_database(house, damage) {
    await house.store.restart('SIGINT')
    damage.database_restarts++
  },
  async crash_database(house, damage) {
    await house.store.restart('SIGQUIT')
    damage.database_restarts++
  },
}

export interface Trouble {
  seed: number
  engine: Engine
  duration_ms: number
  signal: AbortSignal
}

/** Causes every fault of the plan in order, and waits until the time is over. */
export async function wreakHavoc(
  house: House,
  { seed, engine, duration_ms, signal }: Trouble,
  damage: Damage,
): Promise<void> {
  const began = performance.now()
  const waitUntil = (at_ms: number) =>
    sleep(Math.max(0, began + at_ms - performance.now()), undefined, { signal })
  for (const { at_ms, kind, pause_ms, calm_ms } of faultsOf(seed, engine, duration_ms)) {
    await waitUntil(at_ms)
    await inflict[kind](house, damage, pause_ms)
    await sleep(calm_ms, undefined, { signal })
  }
  await waitUntil(duration_ms)
}
