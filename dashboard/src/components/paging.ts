import { useNavigate, useSearch } from '@tanstack/react-router'

/** Separates cursors, which are ids, times and base64url, and never contain it. */
const SEPARATOR = '~'
/** URLs must not grow without end. Beyond it, "previous" leads to the first page. */
const MAX_TRAIL = 40

interface Search {
  cursor?: string | undefined
  sort?: string | undefined
}

/** The page and the order of the list on this page, which are in its URL. */
export function useList() {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const trail = search.cursor?.split(SEPARATOR).filter(Boolean) ?? []
  const change = (changes: Search) =>
    navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }) })
  const goTo = (cursors: string[]) =>
    change({ cursor: cursors.slice(-MAX_TRAIL).join(SEPARATOR) || undefined })
  const sort = search.sort
  return {
    /** To be sent to the server. Undefined: the first page. */
    cursor: trail.at(-1),
    sort,
    is_first: trail.length === 0,
    goNext: (cursor: string | number) => goTo([...trail, String(cursor)]),
    goBack: () => goTo(trail.slice(0, -1)),
    goFirst: () => goTo([]),
    sortBy: (column: string) =>
      change({ sort: sort === `-${column}` ? column : `-${column}`, cursor: undefined }),
  }
}
