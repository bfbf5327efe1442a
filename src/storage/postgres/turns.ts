interface Waiting {
  begin: () => void
  timer?: NodeJS.Timeout
}

/** Lets so many work at once. The others wait in their order, behind those that are urgent. */
export class Turns {
  readonly #max: number
  readonly #urgent: Waiting[] = []
  readonly #others: Waiting[] = []
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Whoever has a turn must `end` it. Without one after `limit_ms` it fails with the error that `createError` makes. */
  async take(
    is_urgent = false,
    limit?: { limit_ms: number; createError: () => Error },
  ): Promise<void> {
    if (this.#taken < this.#max) {
      this.#taken++
      return
    }
    const queue = is_urgent ? this.#urgent : this.#others
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = { begin: resolve }
      queue.push(waiting)
      if (!limit) return
      waiting.timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(limit.createError())
      }, limit.limit_ms)
    })
  }

  end(): void {
    const next = this.#urgent.shift() ?? this.#others.shift()
    if (!next) {
      this.#taken--
      return
    }
    clearTimeout(next.timer)
    next.begin()
  }

  get waiting(): number {
    return this.#urgent.length + this.#others.length
  }
}
