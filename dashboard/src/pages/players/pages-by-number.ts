import { useList } from '../../components/paging.ts'

const PER_PAGE = 50

/** For lists whose pages have numbers. */
export function usePageNumber() {
  const { cursor } = useList()
  const page = Math.max(1, Number(cursor) || 1)
  return {
    input: { page, per_page: PER_PAGE },
    /** The number of the next page. Null: this is the last one. */
    next: (rows: unknown[] | undefined) => (rows?.length === PER_PAGE ? page + 1 : null),
  }
}
