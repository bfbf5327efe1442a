/** What was taken is forgotten after so many more, so that it costs next to nothing each time. */
const MAX_TAKEN = 1024

/** First in, first out. It holds only what waits, even if it is never empty. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #next = 0

  get length(): number {
    return this.#items.length - this.#next
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    if (this.length === 0) return undefined
    const item = this.#items[this.#next]
    // What it holds may be large.
    this.#items[this.#next++] = undefined
    if (this.#next > MAX_TAKEN || this.length === 0) {
      this.#items = this.#items.slice(this.#next)
      this.#next = 0
    }
    return item
  }
}
