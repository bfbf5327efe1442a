/** As many as a browser sends to one server. What they cost is known before the next ones begin. */
const MAX_AT_ONCE = 8
const MAX_WAITING = 60

interface Line {
  active: number
  /** Those that are delayed and those in `ready`. */
  waiting: number
  ready: (() => void)[] | undefined
}

/** A line of requests for each player: a few are handled at once, others wait, and too many are refused. */
export class Turns {
  readonly #lines = new Map<number, Line>()

  #lineOf(player_id: number): Line {
    const known = this.#lines.get(player_id)
    if (known) return known
    const line: Line = { active: 0, waiting: 0, ready: undefined }
    this.#lines.set(player_id, line)
    return line
  }

  /** Whether the request may begin now. */
  begin(player_id: number): boolean {
    const line = this.#lineOf(player_id)
    if (line.active >= MAX_AT_ONCE) return false
    line.active++
    return true
  }

  /** Calls `start` after the delay, when it is the request's turn. False: too many are waiting. */
  wait(player_id: number, delay_ms: number, start: () => void): boolean {
    const line = this.#lineOf(player_id)
    if (line.waiting >= MAX_WAITING) return false
    line.waiting++
    const onReady = () => {
      ;(line.ready ??= []).push(start)
      this.#startNext(player_id, line)
    }
    if (delay_ms > 0) setTimeout(onReady, delay_ms)
    else onReady()
    return true
  }

  /** For every request that has begun, when its answer is made. */
  end(player_id: number): void {
    const line = this.#lineOf(player_id)
    line.active--
    this.#startNext(player_id, line)
  }

  #startNext(player_id: number, line: Line): void {
    const start = line.active < MAX_AT_ONCE ? line.ready?.shift() : undefined
    if (start) {
      line.active++
      line.waiting--
      start()
    } else if (line.active === 0 && line.waiting === 0) this.#lines.delete(player_id)
  }
}
