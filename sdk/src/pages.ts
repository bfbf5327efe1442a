/** The server sends at most as many at once. */
export const PER_PAGE = 100

/** All entries of a list that has numbered pages. */
export async function* pages<T>(
  load: (page: number) => Promise<T[]>,
  per_page = PER_PAGE,
): AsyncGenerator<T, void> {
  for (let page = 1; ; page++) {
    const entries = await load(page)
    yield* entries
    if (entries.length < per_page) return
  }
}

/** All entries of a list in which a page begins after the last entry of the one before: none is lost or comes twice meanwhile. */
export async function* pagesAfter<T extends { id: number }>(
  load: (last: number | undefined) => Promise<T[]>,
): AsyncGenerator<T, void> {
  let last: number | undefined
  for (;;) {
    const entries = await load(last)
    yield* entries
    if (entries.length < PER_PAGE) return
    last = entries.at(-1)?.id
  }
}
