/**
 * Where work waits that others should not have to wait for. In each turn of the event loop a few pieces of it begin,
 * after everything else that has arrived: a crowd in this lane delays itself, and nobody else.
 */
export class BackLane {
  readonly #max_per_turn: number
  #waiting: (() => void)[] = []
  #next = 0

  constructor(max_per_turn: number) {
    this.#max_per_turn = max_per_turn
  }

  add(begin: () => void): void {
    if (this.#waiting.push(begin) === 1) setImmediate(() => this.#beginSome())
  }

  #beginSome(): void {
    const end = Math.min(this.#next + this.#max_per_turn, this.#waiting.length)
    while (this.#next < end) this.#waiting[this.#next++]?.()
    if (this.#next < this.#waiting.length) return void setImmediate(() => this.#beginSome())
    this.#waiting = []
    this.#next = 0
  }
}
