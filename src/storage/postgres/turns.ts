import { TwoLanes } from '../two-lanes.ts'

/** Those that are urgent go before all others, those of high priority before most. */
export type Priority = 'urgent' | 'high' | 'usual'

interface Waiting {
  begin: () => void
  timer?: NodeJS.Timeout
}

/** Lets so many work at once. The others wait in their order. */
export class Turns {
  readonly #max: () => number
  readonly #urgent: Waiting[] = []
  readonly #others = new TwoLanes<Waiting>()
  #taken = 0

  /** The number may change. A larger one applies when the next turn ends. */
  constructor(max: number | (() => number)) {
    this.#max = typeof max === 'number' ? () => max : max
  }

  /** Whoever has a turn must `end` it. Without one after `limit_ms` it fails with the error that `createError` makes. */
  async take(
    priority: Priority = 'usual',
    limit?: { limit_ms: number; createError: () => Error },
  ): Promise<void> {
    if (this.#taken < this.#max() && this.waiting === 0) {
      this.#taken++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { begin: resolve }
      if (priority === 'urgent') this.#urgent.push(waiting)
      else this.#others.push(waiting, priority === 'usual')
      if (!limit) return
      waiting.timer = setTimeout(() => {
        if (priority === 'urgent') this.#urgent.splice(this.#urgent.indexOf(waiting), 1)
        else this.#others.remove(waiting)
        reject(limit.createError())
      }, limit.limit_ms)
    })
  }

  end(): void {
    this.#taken--
    for (const max = this.#max(); this.#taken < max; this.#taken++) {
      const next = this.#urgent.shift() ?? this.#others.shift()
      if (!next) return
      clearTimeout(next.timer)
      next.begin()
    }
  }

  get waiting(): number {
    return this.#urgent.length + this.#others.length
  }
}
