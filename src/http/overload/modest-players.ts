import type { FastifyRequest } from 'fastify'
import { LARGE_BYTES } from '../large-answers.ts'
import { Rate } from './rate.ts'
import type { Caller, Usage } from './usage.ts'

/** Players who ask for more wait behind those who ask for less. */
const MODEST = { count: 10, seconds: 5 }

/** A player who has sent at most so many lately, this one included, goes before most others where transactions wait. */
const MAX_LITTLE = 3

/** So that two requests at once go first of a player whose answers are large, even if others have made them so. */
const MAX_EXPECTED_PARTS = 4

/** Decides which players go first: those who ask for little. */
export class ModestPlayers {
  readonly rate: Rate

  constructor(index: number) {
    this.rate = new Rate(MODEST, index)
  }

  /** Before it is known what the answer needs, as much is taken as for a large one. */
  goesFirst(caller: Caller, player: Usage, now: number): boolean {
    const large_parts = Math.min(player.expected_large_parts, MAX_EXPECTED_PARTS)
    if (this.rate.take(player, 1 + large_parts, now) > 0) return false
    caller.large_parts = large_parts
    caller.asks_little = this.rate.taken(player, now) <= MAX_LITTLE + large_parts
    return true
  }

  /** What was taken because the answer might be large. */
  giveBack(caller: Caller, now: number): void {
    if (caller.player) this.rate.giveBack(caller.player, caller.large_parts, now)
    caller.large_parts = 0
  }

  /** Others may have made the answer large, such as with messages, so only large parts of it say something about who asks. */
  countAnswer({ raw, usage, context }: FastifyRequest, bytes: number): void {
    const large_parts = Math.floor(bytes / LARGE_BYTES)
    const player = usage ?? raw.caller?.player
    if (!player || large_parts === 0) return
    player.expectLargeAnswers(large_parts)
    this.rate.charge(player, large_parts, context.now())
  }
}
