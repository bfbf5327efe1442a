/** The server sends at most as many at once. */
export const PER_PAGE = 100

/** A list of any length: `for await (const entry of list)` loads its pages one after the other. */
export class List<T> implements AsyncIterable<T> {
  readonly #load: () => AsyncGenerator<T, void>

  constructor(load: () => AsyncGenerator<T, void>) {
    this.#load = load
  }

  [Symbol.asyncIterator](): AsyncGenerator<T, void> {
    return this.#load()
  }

  all(): Promise<T[]> {
    return this.first(Infinity)
  }

  /** As many as there are, at most `count`. */
  async first(count: number): Promise<T[]> {
    const entries: T[] = []
    if (count <= 0) return entries
    for await (const entry of this) if (entries.push(entry) >= count) break
    return entries
  }
}

/** Numbered pages. */
export const pages = <T>(load: (page: number) => Promise<T[]>, per_page = PER_PAGE) =>
  new List<T>(async function* () {
    for (let page = 1; ; page++) {
      const entries = await load(page)
      yield* entries
      if (entries.length < per_page) return
    }
  })

/** Each page begins after the last entry of the one before: what is new meanwhile moves nothing. */
export const pagesAfter = <T extends { id: number }>(
  load: (last: number | undefined) => Promise<T[]>,
) =>
  new List<T>(async function* () {
    let last: number | undefined
    for (;;) {
      const entries = await load(last)
      yield* entries
      const next = entries.at(-1)?.id
      if (entries.length < PER_PAGE || next === last) return
      last = next
    }
  })
