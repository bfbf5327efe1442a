import type { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../../errors.ts'

/** What each address may have open at once, so that one does not take the places of all others. */
export class AddressPlaces {
  readonly #max: number
  readonly #addressOf: (raw: IncomingMessage) => string
  readonly #taken = new Map<string, number>()

  constructor(max: number, addressOf: (raw: IncomingMessage) => string) {
    this.#max = max
    this.#addressOf = addressOf
  }

  /** Returns a function that gives the place back; to call it twice does no harm. Undefined: the address has no place left. */
  take(raw: IncomingMessage): (() => void) | undefined {
    const address = this.#addressOf(raw)
    const taken = this.#taken.get(address) ?? 0
    if (taken >= this.#max) return undefined
    this.#taken.set(address, taken + 1)
    let is_taken = true
    return () => {
      if (is_taken) this.#free(address)
      is_taken = false
    }
  }

  #free(address: string): void {
    const left = (this.#taken.get(address) ?? 1) - 1
    if (left === 0) this.#taken.delete(address)
    else this.#taken.set(address, left)
  }
}

/** Until `connection` is closed. */
export function holdPlace(
  places: AddressPlaces,
  raw: IncomingMessage,
  connection: EventEmitter,
): void {
  const free = places.take(raw)
  if (!free)
    throw new Refusal('too_many_streams', {
      sentence:
        'So many streams, sockets and waiting requests for events are open from this IP address that there is no place for another: close one first.',
    })
  connection.once('close', free)
}
