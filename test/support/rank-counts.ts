import { updateRankCounts } from '../../src/features/play/rank-counts/rules.ts'
import { statement } from '../../src/storage/statement.ts'
import type { World } from './world.ts'

/** So that few entries make many ranges, and groups on all levels. Sets of fewer than 10 entries are removed. */
export const TINY = { range_entries: 1, group_parts: 2 }
const NEVER = new AbortController().signal

const countSets = statement<{ name: string; owner_id: number }, { sets: number; ready: number }>(
  `select count(*) as sets, coalesce(sum(is_ready), 0) as ready from rank_sets
    where owner_id = :owner_id and name = :name`,
)

/** Groups that do not count the entries of their parts, or do not begin with one of them. */
export const listWrong = statement<Record<string, never>, { id: number }>(`
  select whole.id
    from rank_ranges as whole join rank_sets on rank_sets.id = whole.set_id
   where is_ready = 1 and whole.level > 0 and (
     not exists (
       select 1 from rank_ranges as first
        where first.set_id = whole.set_id and first.level = whole.level - 1
          and first.lower_key = whole.lower_key and first.lower_id = whole.lower_id)
     or whole.entries <> (
       select sum(part.entries) from rank_ranges as part
        where part.set_id = whole.set_id and part.level = whole.level - 1
          and (part.lower_key, part.lower_id) >= (whole.lower_key, whole.lower_id)
          and not exists (
            select 1 from rank_ranges as later
             where later.set_id = whole.set_id and later.level = whole.level
               and (later.lower_key, later.lower_id) > (whole.lower_key, whole.lower_id)
               and (later.lower_key, later.lower_id) <= (part.lower_key, part.lower_id))))`)

/** Returns how many sets the list has. */
export async function waitUntilReady({ context }: World, list: { owner_id: number; name: string }) {
  for (;;) {
    await updateRankCounts(context, NEVER)
    const counted = await context.db.first(countSets, list)
    if (counted && counted.sets === counted.ready) return counted.sets
  }
}
