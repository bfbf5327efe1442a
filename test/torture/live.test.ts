import { expect, test } from 'vitest'
import { ENGINES } from '../support/world.ts'
import { tortureLive } from './live.ts'

for (const engine of ENGINES) {
  test(`every acknowledged friend request, message and invitation arrives once and in order while servers are killed [${engine}]`, async () => {
    const { problems, acknowledged, reconnects, server_kills } = await tortureLive({
      engine,
      seed: 7,
      minutes: 0.1,
      players: 30,
      min_kills: 2,
    })
    expect(problems).toEqual([])
    expect(acknowledged).toBeGreaterThan(100)
    expect(reconnects).toBeGreaterThan(10)
    expect(server_kills).toBeGreaterThanOrEqual(2)
  })
}

const PLANTED_FAULTS = [
  ['skips what happened while a client was away', 'events-skipped', 'sqlite'],
  ['reads the log past open transactions', 'events-by-id', 'postgres'],
] as const

/** On a busy machine players may do too little to meet the fault. */
const MAX_RUNS = 5

for (const [what, planted_fault, engine] of PLANTED_FAULTS) {
  test(`the checker finds a server that ${what} [${engine}]`, async () => {
    const found = new Set<string>()
    for (let run = 0; run < MAX_RUNS && !found.has('lost'); run++) {
      const options = {
        engine,
        seed: 7 + run,
        minutes: 0.15,
        min_kills: 2,
        players: 60,
        planted_fault,
      }
      for (const { kind } of (await tortureLive(options)).problems) found.add(kind)
    }
    expect([...found]).toContain('lost')
  })
}
