import type { FastifyRequest } from 'fastify'
import { LARGE_BYTES } from '../large-answers.ts'
import { extraRequests } from './limits-in-use.ts'
import { Rate } from './rate.ts'
import type { Caller, Usage } from './usage.ts'

/** Requests of players who go first: ten at once, for a loading screen. */
const MODEST = { count: 10, seconds: 2 }
/** Of those, the transactions of the first few go before most others. */
const TRANSACTION_PRIORITY = { count: 3, seconds: 1.5 }
/** After a penalty only so many requests at once go first, so that a crowd whose penalty ends does not slow others down. */
const AFTER_PENALTY = 3
/** Large parts of answers to players who go first. */
const LARGE_PARTS = { count: 8, seconds: 4 }
/** Requests of all players behind one address who go first: enough for a school class. A hundred accounts of one attacker get no more. */
const OF_ADDRESS = { count: 50, seconds: 0.5 }

/**
 * For how long they do not go first again, and up to half as long more: at first for the shorter time, and for twice as long each time
 * that they ask for too much again within twice the last penalty. So whoever never stops goes first about once in 80 seconds.
 */
const PENALTY_MS = { min: 2000, max: 64_000 }

/** So that two requests at once go first of a player whose answers are large, even if others have made them so. */
const MAX_EXPECTED_PARTS = 4

/** Not if the penalty would end too far away: then the clock was set back. */
const isPenalized = ({ penalized_until }: Usage, now: number) =>
  now < penalized_until && penalized_until <= now + 1.5 * PENALTY_MS.max

function penalize(player: Usage, now: number): void {
  const is_again = now < player.penalized_until + 2 * player.penalty_ms
  player.penalty_ms = is_again ? Math.min(2 * player.penalty_ms, PENALTY_MS.max) : 0
  player.penalty_ms = Math.max(player.penalty_ms, PENALTY_MS.min)
  // Not the same for all, so that a crowd that began together does not come back together.
  player.penalized_until = now + player.penalty_ms * (1 + Math.random() / 2)
  player.returns_from_penalty = true
}

/** Decides which players go first: those who ask for little. */
export class ModestPlayers {
  readonly #requests: Rate
  readonly #transaction_priority: Rate
  readonly #large_parts: Rate
  /** In the usage of a player. */
  readonly rates: Rate[]
  /** In the usage of an address. */
  readonly rate_of_address: Rate

  /** `index`: of the first of its rates in the usage of a player. */
  constructor(index: number, index_of_address: number) {
    this.#requests = new Rate(MODEST, index)
    this.#transaction_priority = new Rate(TRANSACTION_PRIORITY, index + 1)
    this.#large_parts = new Rate(LARGE_PARTS, index + 2)
    this.rates = [this.#requests, this.#transaction_priority, this.#large_parts]
    this.rate_of_address = new Rate(OF_ADDRESS, index_of_address)
  }

  /**
   * Takes tokens as if the answer were as large as the last ones; what was not needed is given back. Too many large answers bring no
   * penalty, because others may have made them large.
   */
  goesFirst(caller: Caller, player: Usage, now: number): boolean {
    if (isPenalized(player, now)) return false
    if (player.returns_from_penalty) {
      player.returns_from_penalty = false
      // As if they had been taken when the penalty ended: after a while, none are missing.
      this.#requests.charge(player, MODEST.count - AFTER_PENALTY, player.penalized_until)
    }
    if (this.#requests.take(player, 1, now) > 0) {
      penalize(player, now)
      return false
    }
    this.#requests.charge(player, extraRequests(caller.announced_bytes ?? 0), now)
    if (this.rate_of_address.take(caller.address, 1, now) > 0) return false
    const large_parts = Math.min(player.expected_large_parts, MAX_EXPECTED_PARTS)
    if (large_parts > 0 && this.#large_parts.take(player, large_parts, now) > 0) return false
    caller.large_parts = large_parts
    caller.has_transaction_priority = this.#transaction_priority.take(player, 1, now) === 0
    return true
  }

  /** When it has arrived, unless its size was announced by a player who was known: then it was counted before. */
  countBody(caller: Caller | undefined, player: Usage, requests: number, now: number): void {
    if (caller?.player && caller.announced_bytes !== undefined) return
    this.#requests.charge(player, requests, now)
  }

  /** What was taken because the answer might be large. */
  giveBack(caller: Caller, now: number): void {
    if (caller.player) this.#large_parts.giveBack(caller.player, caller.large_parts, now)
    caller.large_parts = 0
  }

  /** Others may have made the answer large, such as with messages, so only large parts of it say something about who asks. */
  countAnswer({ raw, usage, context }: FastifyRequest, bytes: number): void {
    const large_parts = Math.floor(bytes / LARGE_BYTES)
    const player = usage ?? raw.caller?.player
    if (!player || large_parts === 0) return
    player.expectLargeAnswers(large_parts)
    this.#large_parts.charge(player, large_parts, context.now())
  }
}
