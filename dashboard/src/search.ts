type Reader = (value: string) => unknown

/** Undefined: the value is not valid. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Any text, cut at the longest that makes sense. */
export const text =
  (max = 200) =>
  (value: string): string | undefined =>
    value === '' ? undefined : value.slice(0, max)

export const integer = (value: string): number | undefined =>
  /^-?\d{1,15}$/.test(value) ? Number(value) : undefined

/** Set by `yes`; anything else counts as not set. */
export const flag = (value: string): 'yes' | undefined => (value === 'yes' ? 'yes' : undefined)

export const oneOf =
  <const T extends string>(...choices: T[]) =>
  (value: string): T | undefined =>
    choices.find((choice) => choice === value)

/** What every DataTable keeps in the URL: the page and the order. */
export const list = {
  /** The cursors of all pages up to this one, the last page last. */
  cursor: text(4000),
  /** The name of a column; with a minus before it, the largest first. */
  sort: text(60),
}

/**
 * Checks the search parameters of a URL. Values that are not valid are ignored, so that a URL that somebody has typed or kept
 * for a year still opens the page.
 */
export const searchOf =
  <S extends Record<string, Reader>>(readers: S) =>
  (search: Record<string, unknown>): { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> } => {
    const found: Record<string, unknown> = {}
    for (const [name, read] of Object.entries(readers)) {
      const value = toText(search[name])
      found[name] = value === undefined ? undefined : read(value)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field was made by its reader
    return found as { [K in keyof S]?: Exclude<ReturnType<S[K]>, undefined> }
  }

/** Every value is plain text: no quotes around numbers in URLs that people share. */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    const written = toText(value)
    if (written) query.set(name, written)
  }
  const written = query.toString()
  return written && `?${written}`
}
