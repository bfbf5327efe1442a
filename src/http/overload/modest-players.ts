import type { FastifyRequest } from 'fastify'
import { LARGE_BYTES } from '../large-answers.ts'
import { Rate } from './rate.ts'
import type { Caller, Usage } from './usage.ts'

/** Players who ask for more wait behind those who ask for less. */
const MODEST = { count: 20, seconds: 10 }

/** Decides which players go first: those who ask for little. */
export class ModestPlayers {
  readonly rate: Rate

  constructor(index: number) {
    this.rate = new Rate(MODEST, index)
  }

  /** Before it is known what the answer needs, as much is taken as for the last large one. */
  goesFirst(caller: Caller, player: Usage, now: number): boolean {
    const { expected_large_parts: large_parts } = player
    if (this.rate.take(player, 1 + large_parts, now) > 0) return false
    caller.large_parts = large_parts
    return true
  }

  /** Others may have made the answer large, such as with messages, so only large parts of it say something about who asks. */
  countAnswer({ raw, usage, context }: FastifyRequest, bytes: number): void {
    const player = usage ?? raw.caller?.player
    const taken = raw.caller?.large_parts ?? 0
    const large_parts = Math.floor(bytes / LARGE_BYTES)
    if (!player || (large_parts === 0 && taken === 0)) return
    if (large_parts > 0) player.expectLargeAnswers(large_parts)
    if (large_parts >= taken) this.rate.charge(player, large_parts - taken, context.now())
    else this.rate.giveBack(player, taken - large_parts, context.now())
  }
}
