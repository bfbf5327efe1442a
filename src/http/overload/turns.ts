import type { Usage } from './usage.ts'

/** More than a browser sends to one server at once. What they cost is known before the next ones begin. */
const MAX_AT_ONCE = 8
const MAX_WAITING = 60
/** Of all such players together, because large answers take memory and time. */
const MAX_LARGE_AT_ONCE = 4

/**
 * Each player's requests stand in a line: a few are handled at once, others wait, and too many are refused. Of a player who
 * asks for much and whose answers are large only one is handled at once, and these players take turns.
 */
export class Turns {
  #large = 0
  /** Players with large answers whose next request is ready. */
  readonly #large_next = new Set<Usage>()

  #mayBegin({ active, takes_turns }: Usage): boolean {
    return takes_turns ? active === 0 && this.#large < MAX_LARGE_AT_ONCE : active < MAX_AT_ONCE
  }

  #count(usage: Usage): void {
    usage.active++
    if (!usage.takes_turns) return
    usage.large_active++
    this.#large++
  }

  /** Whether the request may begin now. */
  begin(usage: Usage): boolean {
    if (!this.#mayBegin(usage)) return false
    this.#count(usage)
    return true
  }

  /** Calls `start` after the delay, when it is the request's turn. */
  wait(usage: Usage, delay_ms: number, start: () => void): void {
    usage.waiting++
    const onReady = () => {
      ;(usage.ready ??= []).push(start)
      this.#startNext(usage)
    }
    if (delay_ms > 0) setTimeout(onReady, delay_ms)
    else onReady()
  }

  /** For every request that has begun, when its answer is made. */
  end(usage: Usage): void {
    usage.active--
    if (usage.large_active > 0) {
      usage.large_active--
      this.#large--
    }
    for (const next of this.#large_next) {
      if (this.#large >= MAX_LARGE_AT_ONCE) break
      this.#large_next.delete(next)
      this.#startNext(next)
    }
    this.#startNext(usage)
  }

  #startNext(usage: Usage): void {
    const { ready, takes_turns, active } = usage
    if (!ready?.length) return
    if (!this.#mayBegin(usage)) {
      if (takes_turns && active === 0) this.#large_next.add(usage)
      return
    }
    this.#count(usage)
    usage.waiting--
    ready.shift()?.()
  }
}

/** False: too many are waiting. */
export const canWait = ({ waiting }: Usage) => waiting < MAX_WAITING
