import { Fifo } from './fifo.ts'

/** So that something new begins now and then, even if what has begun goes on for long, such as large answers. */
const MAX_BEGUN_IN_A_ROW = 7

/** What belongs to something that has begun comes first. What is new comes in turns, one for each address, however many each has. */
export class FairQueue<T> {
  readonly #begun = new Fifo<T>()
  /** Of addresses that have something here. Whoever has waited longest for a turn is first. */
  readonly #new = new Map<object, Fifo<T>>()
  #begun_in_a_row = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  /** It belongs to something that has begun. */
  pushBegun(item: T): void {
    this.#length++
    this.#begun.push(item)
  }

  /** It begins something, for a client at this address. */
  pushNew(item: T, address: object): void {
    this.#length++
    const waiting = this.#new.get(address)
    if (waiting) return waiting.push(item)
    const first = new Fifo<T>()
    first.push(item)
    this.#new.set(address, first)
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined
    this.#length--
    const [next] = this.#new
    if (this.#begun.length > 0 && (!next || this.#begun_in_a_row < MAX_BEGUN_IN_A_ROW)) {
      this.#begun_in_a_row++
      return this.#begun.shift()
    }
    this.#begun_in_a_row = 0
    if (!next) return undefined
    const [address, waiting] = next
    const item = waiting.shift()
    this.#new.delete(address)
    if (waiting.length > 0) this.#new.set(address, waiting)
    return item
  }
}
