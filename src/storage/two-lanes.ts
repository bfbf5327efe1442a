/** After so many of the first lane one of the second follows, so that nobody waits forever. */
const MAX_IN_A_ROW = 8

/** A queue in which some go before others. */
export class TwoLanes<T> {
  readonly #first: T[] = []
  readonly #second: T[] = []
  #in_a_row = 0

  get length(): number {
    return this.#first.length + this.#second.length
  }

  push(item: T, is_low_priority: boolean): void {
    if (is_low_priority) this.#second.push(item)
    else this.#first.push(item)
  }

  #next(): T[] {
    if (this.#first.length === 0) return this.#second
    return this.#second.length > 0 && this.#in_a_row >= MAX_IN_A_ROW ? this.#second : this.#first
  }

  peek(): T | undefined {
    return this.#next()[0]
  }

  shift(): T | undefined {
    const next = this.#next()
    this.#in_a_row = next === this.#first ? this.#in_a_row + 1 : 0
    return next.shift()
  }

  /** In any order. */
  every(test: (item: T) => boolean): boolean {
    return this.#first.every(test) && this.#second.every(test)
  }

  remove(item: T): void {
    for (const lane of [this.#first, this.#second]) {
      const at = lane.indexOf(item)
      if (at >= 0) lane.splice(at, 1)
    }
  }

  takeAll(): T[] {
    return [...this.#first.splice(0), ...this.#second.splice(0)]
  }
}
