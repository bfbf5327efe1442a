// A program that `soak.ts` starts: hostile players, each of whom repeats one attack as fast as it is answered.
import { Random } from '../support/random.ts'
import { Attacker, attacks } from './attacks.ts'
import type { Fixture } from './fixture.ts'

export interface HostileOrders {
  fixture: Fixture
  seed: number
  /** The names of the attacks to play. Empty: all. */
  only: string[]
}

/** How often each attack got each answer, or which error. */
export type HostileResult = Record<string, Record<string, number>>

async function attack(
  attacker: Attacker,
  step: (attacker: Attacker) => Promise<unknown>,
  signal: AbortSignal,
) {
  for (; !signal.aborted; attacker.count++) await step(attacker)
}

function summarize(players: { name: string; attacker: Attacker }[]): HostileResult {
  const result: HostileResult = {}
  for (const { name, attacker } of players) {
    const counts = (result[name] ??= {})
    for (const [status, count] of Object.entries(attacker.statuses))
      counts[status] = (counts[status] ?? 0) + count
  }
  return result
}

process.once('disconnect', () => process.exit())
process.once('message', ({ fixture, seed, only }: HostileOrders) => {
  const stopping = new AbortController()
  const kinds = Object.entries(attacks).filter(([name]) => only.length === 0 || only.includes(name))
  const players = fixture.hostile.flatMap((player, index) => {
    const [name, step] = kinds[index % kinds.length] ?? []
    const attacker = new Attacker(fixture, player, new Random(seed, 'hostile', index))
    return name && step ? [{ name, step, attacker }] : []
  })
  for (const { attacker, step } of players) void attack(attacker, step, stopping.signal)
  process.once('message', () => {
    stopping.abort()
    process.send?.(summarize(players), () => process.exit(0))
  })
})
