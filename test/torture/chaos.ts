import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../../src/storage/differences.ts'
import type { House } from './house.ts'
import { type FaultKind, faultsOf } from './plan.ts'

export interface Damage {
  kills: number
  database_restarts: number
  cut_connections: number
}

const deeds: Record<FaultKind, (house: House, pause_ms: number) => Promise<Partial<Damage>>> = {
  async kill(house, pause_ms) {
    await house.kill()
    await sleep(pause_ms)
    await house.start()
    return { kills: 1 }
  },
  async cut(house) {
    return { cut_connections: await house.store.cut() }
  },
  async restart_database(house) {
    await house.store.restart('SIGINT')
    return { database_restarts: 1 }
  },
  async crash_database(house) {
    await house.store.restart('SIGQUIT')
    return { database_restarts: 1 }
  },
}

export interface Trouble {
  seed: number
  engine: Engine
  duration_ms: number
  signal: AbortSignal
}

/** Lets every fault of the schedule happen, in order, and stays until the time is over. */
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
    const {
      kills = 0,
      database_restarts = 0,
      cut_connections = 0,
    } = await deeds[kind](house, pause_ms)
    damage.kills += kills
    damage.database_restarts += database_restarts
    damage.cut_connections += cut_connections
    await sleep(calm_ms, undefined, { signal })
  }
  await waitUntil(duration_ms)
}
