import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { check } from './check.ts'
import { type Act, clock, type Deed, type History, readHistory, writeHistory } from './history.ts'
import { emptyStore, House, storeAt } from './server-under-test.ts'
import { gatherCast, startPlaying } from './load.ts'
import { openReader, type Reader } from './reader.ts'

const ACTS = 500
const COUNTED = ['earn', 'score', 'buy', 'revoke', 'unfriend', 'join', 'leave'] as const
/** Kinds of deeds that the tests below need: players play until each has been done. */
const NEEDED = [...COUNTED, 'play', 'befriend', 'set_attribute'] as const

// On a busy machine a dozen complete checks take long.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let folder: string
let house: House
let reader: Reader
let history: History
let copied_at: number

const pathOf = (url: string) => url.slice('sqlite:'.length)

/** Players play without any fault, and the database is copied in the middle. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playkeep-torture-'))
  house = await House.open(await emptyStore('sqlite'))
  const playing = startPlaying(house.url, await gatherCast(house.url), 7)
  await playing.reach(ACTS)
  copied_at = clock()
  const db = new DatabaseSync(pathOf(house.store.url))
  await backup(db, join(folder, 'copy.db'))
  db.close()
  await playing.reach(2 * ACTS)
  const isDone = (kind: Deed['kind']) =>
    playing.history.acts.some(({ deed, outcome }) => deed.kind === kind && outcome === 'done')
  while (!NEEDED.every(isDone)) await playing.reach(playing.history.acts.length + 1)
  await playing.stop()
  history = playing.history
  reader = await openReader({ url: house.url, database_url: house.store.url })
})

afterAll(async () => {
  await reader.close()
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

const without = (act: Act): History => ({
  ...history,
  acts: history.acts.filter((other) => other !== act),
})

function find(kind: Deed['kind'], condition: (act: Act) => boolean = () => true): Act {
  const act = history.acts.findLast(
    (one) => one.deed.kind === kind && one.outcome === 'done' && condition(one),
  )
  if (!act) throw new Error(`nobody did: ${kind}`)
  return act
}

/** Whether nobody has deleted the round. */
const isThere = ({ answer }: Act) =>
  !history.acts.some(({ deed }) => deed.kind === 'delete_round' && deed.round === answer.id)

/** A history in which the act was acknowledged once more, just now. */
function again(act: Act, changes: Partial<Act> = {}): History {
  const times = { started_at: clock(), ended_at: clock() }
  return { ...history, acts: [...history.acts, { ...act, key: 'forged', ...times, ...changes }] }
}

test('a true history has no problems, and is the same after writing and reading it [sqlite]', async () => {
  expect(await check(history, reader)).toEqual([])
  const path = join(folder, 'history.ndjson')
  await writeHistory(path, history)
  expect(await readHistory(path)).toEqual(history)
})

test('a write that was not acknowledged is found, for every kind [sqlite]', async () => {
  const isOnlyOne = ({ answer }: Act) =>
    history.acts.filter((act) => act.answer.friendship_id === answer.friendship_id).length === 1
  const asked = find('befriend', isOnlyOne)
  const acts = [asked, find('play', isThere), ...COUNTED.map((kind) => find(kind))]
  for (const act of acts) {
    expect([act.deed.kind, await check(without(act), reader)]).not.toEqual([act.deed.kind, []])
  }
})

test('an acknowledged write that is missing is found, for every kind [sqlite]', async () => {
  const forgeries: [string, History][] = COUNTED.map((kind) => [kind, again(find(kind))])
  const round = find('play').answer.id ?? 0
  const standing = find('play', isThere)
  const standing_id = standing.answer.id ?? 0
  forgeries.push(
    ['play', again(find('play'), { answer: { id: round + 100_000 } })],
    [
      'change_round',
      again(standing, { deed: { kind: 'change_round', round: standing_id, score: 999 } }),
    ],
    ['delete_round', again(standing, { deed: { kind: 'delete_round', round: standing_id } })],
    ['befriend', again(find('befriend'), { answer: { friendship_id: 1e6, status: 'pending' } })],
    ['set_attribute', again(find('set_attribute'))],
  )
  for (const [kind, forged] of forgeries) {
    expect([kind, await check(forged, reader)]).not.toEqual([kind, []])
  }
})

/** Damages to the database, each with the statement that undoes it. */
const DAMAGES: [what: string, sql: string, undo: string][] = [
  [
    'credits beside the ledger',
    'update users set credits = credits + 1',
    'update users set credits = credits - 1',
  ],
  [
    'a ledger that does not add up',
    'update credit_ledger set change = change + 1 where id = 1',
    'update credit_ledger set change = change - 1 where id = 1',
  ],
  ['a wrong score', 'update users set score = score - 1', 'update users set score = score + 1'],
  [
    'a wrong number of members',
    'update groups set member_count = member_count + 1',
    'update groups set member_count = member_count - 1',
  ],
  [
    'a changed result',
    'update game_rounds set score = score + 100',
    'update game_rounds set score = score - 100',
  ],
  [
    'a friend who is not listed',
    'update friends set user_id = -user_id',
    'update friends set user_id = -user_id',
  ],
  [
    'an answer that was not kept',
    'update answered_requests set status = -status',
    'update answered_requests set status = -status',
  ],
]

test('damage done directly to the database is found [sqlite]', async () => {
  const db = new DatabaseSync(pathOf(house.store.url), { timeout: 5000 })
  for (const [what, sql, undo] of DAMAGES) {
    db.exec(sql)
    expect([what, await check(history, reader)]).not.toEqual([what, []])
    db.exec(undo)
  }
  db.close()
  expect(await check(history, reader)).toEqual([])
})

test('rankings that are not sorted by score are found [sqlite]', async () => {
  const upsideDown: Reader = {
    ...reader,
    async get<T>(path: string, token: string): Promise<T> {
      const answer = await reader.get<T & { rankings?: unknown[] }>(path, token)
      answer.rankings?.reverse()
      return answer
    },
  }
  const problems = await check(history, upsideDown)
  expect(problems.map(({ kind }) => kind)).toContain('broken')
})

test('a copy taken under load contains everything acknowledged before it, and the checker accepts missing later writes [sqlite]', async () => {
  const url = `sqlite:${join(folder, 'copy.db')}`
  const restored = await House.open(storeAt(url))
  const copy = await openReader({ url: restored.url, database_url: url })
  expect(await check(history, copy, { before: copied_at })).toEqual([])
  const later = await check(history, copy)
  expect(later.map(({ kind }) => kind)).toContain('lost')
  const in_time = { started_at: copied_at - 2, ended_at: copied_at - 1 }
  const forgeries = [
    again(find('earn'), { ...in_time, deed: { kind: 'earn', credits: 1e9 } }),
    again(find('score'), { ...in_time, deed: { kind: 'score', score: 1e9 } }),
    again(find('play'), { ...in_time, answer: { id: 1e9 } }),
  ]
  for (const forged of forgeries) {
    const problems = await check(forged, copy, { before: copied_at })
    expect(problems.map(({ kind }) => kind)).toContain('lost')
  }
  await copy.close()
  await restored.close()
})
