/**
 * Where work waits that others should not have to wait for. In each turn of the event loop some of it begins, after
 * everything else that has arrived: a crowd in this lane delays itself, and nobody else.
 */
export class BackLane {
  readonly #max_ms: number
  #waiting: (() => void)[] = []
  #next = 0

  /** In each turn, work begins for at most `max_ms`, and at least one piece of it. */
  constructor(max_ms: number) {
    this.#max_ms = max_ms
  }

  add(begin: () => void): void {
    if (this.#waiting.push(begin) === 1) setImmediate(() => this.#beginSome())
  }

  #beginSome(): void {
    const until = performance.now() + this.#max_ms
    do this.#waiting[this.#next++]?.()
    while (this.#next < this.#waiting.length && performance.now() < until)
    if (this.#next < this.#waiting.length) return void setImmediate(() => this.#beginSome())
    this.#waiting = []
    this.#next = 0
  }
}
