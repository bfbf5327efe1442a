/** Every ticket with the one before and the one after it, in the order of ratings. -1: none. */
export class Neighbours {
  readonly before: Int32Array
  readonly after: Int32Array

  constructor(count: number) {
    this.before = new Int32Array(count).fill(-1)
    this.after = new Int32Array(count).fill(-1)
  }

  link(one: number, next: number): void {
    if (one >= 0) this.after[one] = next
    if (next >= 0) this.before[next] = one
  }

  remove(ticket: number): void {
    this.link(this.before[ticket] ?? -1, this.after[ticket] ?? -1)
  }
}

/** Tickets are sorted by numbers of 32 bits for the value and 20 for the place in the list, which a number holds exactly. */
export const MAX_TICKETS = 2 ** 20

/** The places of the values, smallest value first. Numbers alone are sorted many times faster than by comparing. */
export function sortedPlaces(values: Float64Array): Uint32Array {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  const scale = most > least ? 2 ** 32 / (most - least) : 0
  const keys = values.map((value, at) => Math.floor((value - least) * scale) * MAX_TICKETS + at)
  return Uint32Array.from(keys.sort(), (key) => key % MAX_TICKETS)
}
