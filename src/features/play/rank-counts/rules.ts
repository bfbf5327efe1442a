import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, relaxedTransaction, type Transaction } from '../../../context.ts'
import { idRows } from '../../../storage/statement.ts'
import {
  countEntries,
  deleteCandidates,
  deleteChanges,
  deleteOrphans,
  deleteRange,
  deleteSet,
  findLastGroup,
  findNeighbours,
  findRange,
  HIGHEST,
  insertCandidate,
  insertRanges,
  insertSets,
  type Kind,
  listCandidates,
  listChanges,
  listRangesFrom,
  listUnfinished,
  lockSet,
  LOWEST,
  type RangeRow,
  type SetRow,
  sumEntries,
  surveys,
  updateCounted,
  updateRanges,
  updateSince,
} from './queries.ts'

/** In a range, and ranges in a group, when they are made. They are split at twice as many, and joined at a quarter. */
const RANGE_ENTRIES = 256
/** Counted in ranges: shorter lists are counted when they are read. */
const RANGES_TO_BEGIN = 20
const RANGES_TO_END = 10
/** What one transaction does at most: little enough to delay nobody. */
const RANGES_AT_ONCE = 24
const CHANGES_AT_ONCE = 1000
const CANDIDATES_AT_ONCE = 50
const SETS_AT_ONCE = 100

export interface RankedList {
  kind: Kind
  owner_id: number
  name: string
}

/** Counts a list in ranges from now on, whatever its length. */
export async function insertRankSets(
  tx: Transaction,
  list: RankedList,
  range_entries = RANGE_ENTRIES,
): Promise<void> {
  await tx.run(insertSets, { ...list, range_entries, ...LOWEST })
}

/** Of lists that have new entries, those that have become long are counted from now on. Returns how many it looked at. */
async function lookAtCandidates(tx: Transaction): Promise<number> {
  const candidates = await tx.all(listCandidates, { limit: CANDIDATES_AT_ONCE })
  const lists = new Map(
    candidates.map(({ id: _, ...list }) => [Object.values(list).join('\n'), list]),
  )
  const limit = RANGES_TO_BEGIN * RANGE_ENTRIES
  for (const { kind, owner_id, name } of lists.values()) {
    const counted = await tx.first(countEntries[kind], { owner_id, name, key: LOWEST.key, limit })
    if (counted?.entries === limit) await insertRankSets(tx, { kind, owner_id, name })
  }
  if (candidates.length > 0)
    await tx.run(deleteCandidates, { seen: idRows(candidates.map(({ id }) => id)) })
  return candidates.length
}

interface Part {
  from: { key: number; id: number }
  to: { key: number; id: number }
}

/** Counts the entries of a part of the list, or of its beginning if it is long, and which changes are in these counts. */
async function surveyPart(tx: Transaction, set: SetRow, { from, to }: Part) {
  const { id: set_id, owner_id, name, range_entries: step } = set
  const limit = step * RANGES_AT_ONCE
  const rows = await tx.all(surveys[set.kind][set.ranking_order], {
    set_id,
    owner_id,
    name,
    from_key: from.key,
    from_id: from.id,
    to_key: to.key,
    to_id: to.id,
    step,
    limit,
  })
  const total = rows.find(({ what }) => what === 'end')?.value ?? 0
  const is_complete = total <= limit
  const boundaries = rows
    .filter(({ what, value }) => what === 'boundary' && value > 0)
    .toSorted((a, b) => a.value - b.value)
    .map(({ key, id, value }) => ({ key: key ?? 0, id: id ?? 0, value }))
  const last = boundaries.at(-1)
  const begins = [{ ...from, value: 0 }, ...(is_complete ? boundaries : boundaries.slice(0, -1))]
  const changes = rows.filter(({ what }) => what === 'change')
  return {
    is_complete,
    /** Where the part ends that was counted. */
    end: is_complete || !last ? to : { key: last.key, id: last.id },
    entries: Math.min(total, limit),
    ranges: begins.map(({ key, id, value }, index) => ({
      lower_key: key,
      lower_id: id,
      entries: (begins[index + 1]?.value ?? Math.min(total, limit)) - value,
    })),
    change: changes.reduce((sum, { change }) => sum + change, 0),
    change_ids: changes.map(({ value }) => value),
  }
}

type Survey = Awaited<ReturnType<typeof surveyPart>>

async function forgetChanges(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.run(deleteChanges, { folded: idRows(ids) })
}

const add = (tx: Transaction, changes: { id: number; change: number }[]) =>
  tx.all(updateRanges, { changed: JSON.stringify(changes) })

async function growLastGroup(tx: Transaction, set: SetRow, survey: Survey): Promise<void> {
  const { id: set_id, counted_key: lower_key, counted_id: lower_id } = set
  const group = await tx.first(findLastGroup, { set_id })
  const to = { to_key: lower_key, to_id: lower_id }
  const size = group ? (await tx.all(listRangesFrom, { set_id, ...group, ...to })).length : Infinity
  if (group && size < set.range_entries) await add(tx, [{ id: group.id, change: survey.entries }])
  else {
    const added = JSON.stringify([{ lower_key, lower_id, entries: survey.entries }])
    await tx.run(insertRanges, { set_id, level: 1, added })
  }
}

/**
 * Counts the next entries of a new set. It begins when every transaction writes its changes. Changes of entries that were
 * counted before are kept, those that this counts are not needed any more.
 */
async function countNext(tx: Transaction, set: SetRow): Promise<void> {
  const { id, counted_key, counted_id } = set
  if (!set.is_noted) return void (await tx.run(updateSince, { id }))
  if (!set.is_settled) return
  const from = { key: counted_key, id: counted_id }
  const survey = await surveyPart(tx, set, { from, to: HIGHEST })
  const added = JSON.stringify(survey.ranges)
  await growLastGroup(tx, set, survey)
  await tx.run(insertRanges, { set_id: id, level: 0, added })
  await forgetChanges(tx, survey.change_ids)
  const { key, id: entry_id } = survey.end
  await tx.run(updateCounted, { id, key, entry_id, ready: Number(survey.is_complete) })
}

/** The counts do not fit the entries, as after a change by hand without triggers: the list is counted anew. */
class WrongCount extends Error {}

async function splitRange(tx: Transaction, set: SetRow, range: RangeRow): Promise<void> {
  const { lower_key: key, lower_id: id } = range
  const near = await tx.first(findNeighbours, { set_id: set.id, ...range })
  if (!near) return
  const to = { key: near.next_key ?? HIGHEST.key, id: near.next_id ?? HIGHEST.id }
  const survey = await surveyPart(tx, set, { from: { key, id }, to })
  const rest = range.entries + survey.change - survey.entries
  if (survey.is_complete && rest !== 0) throw new WrongCount()
  const [first, ...added] = survey.ranges
  if (!survey.is_complete)
    added.push({ lower_key: survey.end.key, lower_id: survey.end.id, entries: rest })
  await add(tx, [
    { id: range.id, change: (first?.entries ?? 0) - range.entries },
    { id: near.group_id, change: survey.change },
  ])
  await tx.run(insertRanges, { set_id: set.id, level: 0, added: JSON.stringify(added) })
  await forgetChanges(tx, survey.change_ids)
}

/** Its entries are added to those of the range before it. The first one of a group stays. */
async function joinRange(tx: Transaction, set: SetRow, range: RangeRow): Promise<void> {
  const near = await tx.first(findNeighbours, { set_id: set.id, ...range })
  if (!near?.previous_id || (range.level === 0 && near.begins_group)) return
  await tx.run(deleteRange, { id: range.id })
  await add(tx, [{ id: near.previous_id, change: range.entries }])
}

/** Half of its ranges become a group of their own. */
async function splitGroup(tx: Transaction, set: SetRow, group: RangeRow, ranges: RangeRow[]) {
  const moved = ranges.slice(Math.ceil(ranges.length / 2))
  const [first] = moved
  if (!first) return
  const { lower_key, lower_id } = first
  const entries = moved.reduce((sum, range) => sum + range.entries, 0)
  await add(tx, [{ id: group.id, change: -entries }])
  const added = JSON.stringify([{ lower_key, lower_id, entries }])
  await tx.run(insertRanges, { set_id: set.id, level: 1, added })
}

const isTooLarge = (size: number, { range_entries }: SetRow) => size > range_entries * 2
const isTooSmall = (size: number, { range_entries }: SetRow) => size < range_entries / 4

/** The group has got more or fewer ranges. */
async function balanceGroup(tx: Transaction, set: SetRow, id: number): Promise<void> {
  const group = await tx.first(findRange, { id })
  const near = group && (await tx.first(findNeighbours, { set_id: set.id, ...group }))
  if (!group || !near) return
  const to = { to_key: near.next_key ?? HIGHEST.key, to_id: near.next_id ?? HIGHEST.id }
  const ranges = await tx.all(listRangesFrom, { set_id: set.id, ...group, ...to })
  if (isTooLarge(ranges.length, set)) await splitGroup(tx, set, group, ranges)
  else if (isTooSmall(ranges.length, set)) await joinRange(tx, set, group)
}

/** Adds changes to the counts of their ranges. Readers see all of it or nothing. Returns how many. */
async function foldChanges(tx: Transaction, set: SetRow): Promise<number> {
  const changes = await tx.all(listChanges, { set_id: set.id, limit: CHANGES_AT_ONCE })
  const sums = new Map<number, number>()
  for (const { change, range_id, group_id } of changes)
    for (const id of [range_id, group_id]) sums.set(id, (sums.get(id) ?? 0) + change)
  const changed = await add(
    tx,
    [...sums].map(([id, change]) => ({ id, change })),
  )
  await forgetChanges(
    tx,
    changes.map(({ id }) => id),
  )
  const ranges = changed.filter(({ level }) => level === 0)
  const group_of = new Map(changes.map(({ range_id, group_id }) => [range_id, group_id]))
  const groups = new Set<number>()
  for (const { id, entries } of ranges) {
    const is_too_large = isTooLarge(entries, set)
    if (!is_too_large && !isTooSmall(entries, set)) continue
    // Another one may have been joined to it meanwhile.
    const range = await tx.first(findRange, { id })
    if (!range) continue
    await (is_too_large ? splitRange(tx, set, range) : joinRange(tx, set, range))
    const group_id = group_of.get(id)
    if (group_id !== undefined) groups.add(group_id)
  }
  for (const id of groups) await balanceGroup(tx, set, id)
  return changes.length
}

/** A list that has become short is counted when it is read. */
async function removeIfShort(tx: Transaction, set: SetRow): Promise<void> {
  const sum = await tx.first(sumEntries, { set_id: set.id })
  if ((sum?.entries ?? 0) < RANGES_TO_END * set.range_entries) await tx.run(deleteSet, set)
}

/** Returns whether there may be more to do. */
async function workOn(context: Context, { id }: SetRow): Promise<boolean> {
  try {
    return await relaxedTransaction(context, async (tx) => {
      const set = await tx.first(lockSet, { id })
      if (!set) return false
      if (!set.is_ready) {
        await countNext(tx, set)
        return !set.is_noted || set.is_settled === 1
      }
      const folded = await foldChanges(tx, set)
      if (folded < CHANGES_AT_ONCE) await removeIfShort(tx, set)
      return folded === CHANGES_AT_ONCE
    })
  } catch (error) {
    if (!(error instanceof WrongCount)) throw error
    await relaxedTransaction(context, async (tx) => {
      await tx.run(insertCandidate, { id })
      await tx.run(deleteSet, { id })
    })
    return false
  }
}

/** At least half of the time belongs to others. */
async function repeat(signal: AbortSignal, work: () => Promise<boolean>): Promise<void> {
  for (let has_more = true; has_more && !signal.aborted;) {
    const started = performance.now()
    has_more = await work()
    if (has_more) await sleep(performance.now() - started)
  }
}

/** Does what is to do now: counts new sets, and adds changes to the others. Returns whether there was something. */
export async function updateRankCounts(context: Context, signal: AbortSignal): Promise<boolean> {
  const { db } = context
  let had_work = false
  await repeat(signal, async () => {
    if ((await db.all(listCandidates, { limit: 1 })).length === 0) return false
    had_work = true
    return (await relaxedTransaction(context, lookAtCandidates)) > 0
  })
  for (let after_id = 0; !signal.aborted;) {
    const sets = await db.all(listUnfinished, { after_id, limit: SETS_AT_ONCE })
    for (const set of sets) await repeat(signal, () => workOn(context, set))
    had_work ||= sets.length > 0
    after_id = sets.at(-1)?.id ?? 0
    if (sets.length < SETS_AT_ONCE) break
  }
  return had_work
}

/** Removes changes of sets that are not there any more. Returns how many. */
export const removeOrphanChanges = (tx: Transaction) =>
  tx.run(deleteOrphans, { limit: CHANGES_AT_ONCE })
