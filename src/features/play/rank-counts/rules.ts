import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, relaxedTransaction, type Transaction } from '../../../context.ts'
import { idRows } from '../../../storage/statement.ts'
import {
  countEntries,
  deleteCandidates,
  deleteChanges,
  deleteOrphans,
  deletePart,
  deleteSet,
  findNeighbours,
  findOwn,
  findPart,
  HIGHEST,
  insertCandidate,
  insertParts,
  insertSets,
  type Kind,
  type Level,
  LEVELS,
  listCandidates,
  listChanges,
  listParts,
  listUnfinished,
  lockSet,
  LOWEST,
  type PartRow,
  type SetRow,
  sumEntries,
  surveys,
  updateCounted,
  updateParts,
  updateSince,
} from './queries.ts'

/** Entries in a range, and parts in a group, when they are made. They are split at twice as many, and joined at a quarter. */
const SIZES = { range_entries: 256, group_parts: 16 }
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
  sizes = SIZES,
): Promise<void> {
  await tx.run(insertSets, { ...list, ...sizes, ...LOWEST })
}

/** Of lists that have new entries, those that have become long are counted from now on. Returns how many it looked at. */
async function lookAtCandidates(tx: Transaction): Promise<number> {
  const candidates = await tx.all(listCandidates, { limit: CANDIDATES_AT_ONCE })
  const lists = Map.groupBy(candidates, (one) => `${one.kind} ${one.owner_id} ${one.name}`)
  const limit = RANGES_TO_BEGIN * SIZES.range_entries
  for (const [first] of lists.values()) {
    if (!first) continue
    const { kind, owner_id, name } = first
    const counted = await tx.first(countEntries[kind], { owner_id, name, key: LOWEST.key, limit })
    if (counted?.entries === limit) await insertRankSets(tx, { kind, owner_id, name })
  }
  if (candidates.length > 0)
    await tx.run(deleteCandidates, { seen: idRows(candidates.map(({ id }) => id)) })
  return candidates.length
}

interface Stretch {
  from: { key: number; id: number }
  to: { key: number; id: number }
}

/** Counts the entries of a stretch of the list, or of its beginning if it is long, and which changes are in these counts. */
async function surveyStretch(tx: Transaction, set: SetRow, { from, to }: Stretch) {
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
    /** Where the stretch ends that was counted. */
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

async function forgetChanges(tx: Transaction, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.run(deleteChanges, { folded: idRows(ids) })
}

const add = (tx: Transaction, changes: { id: number; change: number }[]) =>
  tx.all(updateParts, { changed: JSON.stringify(changes) })

type NewPart = Pick<PartRow, 'lower_key' | 'lower_id' | 'entries'>

const sumOf = (parts: NewPart[]) => parts.reduce((sum, { entries }) => sum + entries, 0)

/** One part of the level above for each `size` of them. */
function groupsOf(parts: NewPart[], size: number): NewPart[] {
  const groups: NewPart[] = []
  for (let index = 0; index < parts.length; index += size) {
    const own = parts.slice(index, index + size)
    const { lower_key = 0, lower_id = 0 } = own[0] ?? {}
    groups.push({ lower_key, lower_id, entries: sumOf(own) })
  }
  return groups
}

/** The parts of a group, one level below it. */
async function listOwnParts(tx: Transaction, set: SetRow, group: PartRow): Promise<PartRow[]> {
  const set_id = set.id
  const near = await tx.first(findNeighbours, { set_id, ...group })
  const to = { to_key: near?.next_key ?? HIGHEST.key, to_id: near?.next_id ?? HIGHEST.id }
  return tx.all(listParts, { set_id, ...group, ...to, level: group.level - 1 })
}

/** Adds to the part of each level, from this one on, in which a position lies. */
async function addFrom(
  tx: Transaction,
  set: SetRow,
  { lower_key, lower_id, level }: Pick<PartRow, 'lower_key' | 'lower_id' | 'level'>,
  change: number,
): Promise<void> {
  const ids: number[] = []
  for (const above of LEVELS.slice(level)) {
    const own = await tx.first(findOwn, { set_id: set.id, level: above, lower_key, lower_id })
    if (own) ids.push(own.id)
  }
  await add(
    tx,
    ids.map((id) => ({ id, change })),
  )
}

/** Adds parts behind all others: the last group is filled first, then there are new ones. */
async function append(tx: Transaction, set: SetRow, level: Level, parts: NewPart[]): Promise<void> {
  const set_id = set.id
  const above = LEVELS[level + 1]
  if (above !== undefined) {
    const lower = { lower_key: HIGHEST.key, lower_id: HIGHEST.id }
    const last = await tx.first(findOwn, { set_id, level: above, ...lower })
    const size = last ? (await listOwnParts(tx, set, last)).length : set.group_parts
    const room = Math.max(0, set.group_parts - size)
    if (last && room > 0) await addFrom(tx, set, last, sumOf(parts.slice(0, room)))
    const groups = groupsOf(parts.slice(room), set.group_parts)
    if (groups.length > 0) await append(tx, set, above, groups)
  }
  await tx.run(insertParts, { set_id, level, added: JSON.stringify(parts) })
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
  const survey = await surveyStretch(tx, set, { from, to: HIGHEST })
  await append(tx, set, 0, survey.ranges)
  await forgetChanges(tx, survey.change_ids)
  const { key, id: entry_id } = survey.end
  await tx.run(updateCounted, { id, key, entry_id, ready: Number(survey.is_complete) })
}

/** The counts do not fit the entries, as after a change by hand without triggers: the list is counted anew. */
class WrongCount extends Error {}

async function splitRange(tx: Transaction, set: SetRow, range: PartRow): Promise<void> {
  const { lower_key: key, lower_id: id } = range
  const near = await tx.first(findNeighbours, { set_id: set.id, ...range })
  const to = { key: near?.next_key ?? HIGHEST.key, id: near?.next_id ?? HIGHEST.id }
  const survey = await surveyStretch(tx, set, { from: { key, id }, to })
  const rest = range.entries + survey.change - survey.entries
  if (survey.is_complete && rest !== 0) throw new WrongCount()
  const [first, ...added] = survey.ranges
  if (!survey.is_complete)
    added.push({ lower_key: survey.end.key, lower_id: survey.end.id, entries: rest })
  await add(tx, [{ id: range.id, change: (first?.entries ?? 0) - range.entries }])
  if (survey.change !== 0) await addFrom(tx, set, { ...range, level: 1 }, survey.change)
  await tx.run(insertParts, { set_id: set.id, level: 0, added: JSON.stringify(added) })
  await forgetChanges(tx, survey.change_ids)
}

/** Some of its parts become groups of their own. */
async function splitGroup(tx: Transaction, set: SetRow, group: PartRow, parts: PartRow[]) {
  const count = Math.max(2, Math.floor(parts.length / set.group_parts))
  const [first, ...added] = groupsOf(parts, Math.ceil(parts.length / count))
  await add(tx, [{ id: group.id, change: (first?.entries ?? 0) - group.entries }])
  const { id: set_id } = set
  await tx.run(insertParts, { set_id, level: group.level, added: JSON.stringify(added) })
}

/** Its entries are added to those of the part before it. The first one of a group stays. */
async function join(tx: Transaction, set: SetRow, part: PartRow): Promise<void> {
  const near = await tx.first(findNeighbours, { set_id: set.id, ...part })
  if (!near?.previous_id || near.begins_group) return
  await tx.run(deletePart, { id: part.id })
  await add(tx, [{ id: near.previous_id, change: part.entries }])
}

const isTooLarge = (size: number, { level }: PartRow, set: SetRow) =>
  size > 2 * (level === 0 ? set.range_entries : set.group_parts)
const isTooSmall = (size: number, { level }: PartRow, set: SetRow) =>
  size <= (level === 0 ? set.range_entries / 4 : Math.max(1, set.group_parts / 4))

/** Splits or joins a part that may have got too many or too few. It may have been joined to another one meanwhile. */
async function balance(tx: Transaction, set: SetRow, id: number): Promise<void> {
  const part = await tx.first(findPart, { id })
  if (!part) return
  const parts = part.level === 0 ? [] : await listOwnParts(tx, set, part)
  const size = part.level === 0 ? part.entries : parts.length
  if (isTooSmall(size, part, set)) await join(tx, set, part)
  else if (isTooLarge(size, part, set))
    await (part.level === 0 ? splitRange(tx, set, part) : splitGroup(tx, set, part, parts))
}

/** Adds changes to the counts of their parts. Readers see all of it or nothing. Returns how many. */
async function foldChanges(tx: Transaction, set: SetRow): Promise<number> {
  const changes = await tx.all(listChanges, { set_id: set.id, limit: CHANGES_AT_ONCE })
  const sums = new Map<number, number>()
  const groups = new Map<number, number>()
  for (const change of changes) {
    for (const level of LEVELS) {
      const id = change[`own_${level}`]
      sums.set(id, (sums.get(id) ?? 0) + change.change)
      const above = LEVELS[level + 1]
      if (above !== undefined) groups.set(id, change[`own_${above}`])
    }
  }
  const changed = await add(
    tx,
    [...sums].map(([id, change]) => ({ id, change })),
  )
  await forgetChanges(
    tx,
    changes.map(({ id }) => id),
  )
  let unbalanced = changed
    .filter((part) => part.level === 0)
    .filter(
      (range) => isTooLarge(range.entries, range, set) || isTooSmall(range.entries, range, set),
    )
    .map(({ id }) => id)
  while (unbalanced.length > 0) {
    for (const id of unbalanced) await balance(tx, set, id)
    unbalanced = [...new Set(unbalanced.flatMap((id) => groups.get(id) ?? []))]
  }
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
