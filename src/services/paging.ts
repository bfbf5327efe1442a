import { limits } from '../limits.ts'

/** Which part of a list: the first hundred, unless another is asked for. */
export function part({
  page = 1,
  per_page = limits.page_entries.value,
}: {
  page?: number
  per_page?: number
}) {
  const limit = Math.min(per_page, limits.page_entries.value)
  // Beyond any list, and still a number that the engines take.
  const offset = Math.min((page - 1) * limit, 2 ** 53 - 1)
  return { limit, offset }
}
