import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { check } from './check.ts'
import {
  type ActionKind,
  type ActionResult,
  clock,
  type History,
  readHistory,
  writeHistory,
} from './history.ts'
import { createFixture, startLoad } from './load.ts'
import { openReader, type Reader } from './reader.ts'
import { createDatabase, existingDatabase, ServerUnderTest } from './server-under-test.ts'

const MIN_RESULTS = 500
const COUNTED = ['earn', 'score', 'buy', 'revoke', 'unfriend', 'join', 'leave'] as const
/** Kinds of actions that the tests below need: the load runs until each has been done. */
const NEEDED = [...COUNTED, 'play', 'befriend', 'set_attribute'] as const

let folder: string
let server: ServerUnderTest
let reader: Reader
let history: History
let copied_at: number

const pathOf = (url: string) => url.slice('sqlite:'.length)

/** The load runs without faults, and the database is copied in the middle. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'playkeep-torture-'))
  server = await ServerUnderTest.launch(await createDatabase('sqlite'))
  const load = startLoad(server.url, await createFixture(server.url), 7)
  await load.waitForResults(MIN_RESULTS)
  copied_at = clock()
  const db = new DatabaseSync(pathOf(server.database.url), { timeout: 60_000 })
  await backup(db, join(folder, 'copy.db'))
  db.close()
  await load.waitForResults(2 * MIN_RESULTS)
  const isDone = (kind: ActionKind) =>
    load.history.results.some(({ action, outcome }) => action.kind === kind && outcome === 'done')
  while (!NEEDED.every(isDone)) await load.waitForResults(load.history.results.length + 1)
  await load.stop()
  history = load.history
  reader = await openReader({ url: server.url, database_url: server.database.url })
})

afterAll(async () => {
  await reader.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const without = (result: ActionResult): History => ({
  ...history,
  results: history.results.filter((other) => other !== result),
})

function find(
  kind: ActionKind,
  condition: (result: ActionResult) => boolean = () => true,
): ActionResult {
  const result = history.results.findLast(
    (one) => one.action.kind === kind && one.outcome === 'done' && condition(one),
  )
  if (!result) throw new Error(`no action of this kind was done: ${kind}`)
  return result
}

const isNotDeleted = ({ answer }: ActionResult) =>
  !history.results.some(
    ({ action }) => action.kind === 'delete_round' && action.round === answer.id,
  )

/** A forged history in which the action was acknowledged once more, just now. */
function withRepeated(result: ActionResult, changes: Partial<ActionResult> = {}): History {
  const times = { started_at: clock(), ended_at: clock() }
  return {
    ...history,
    results: [...history.results, { ...result, key: 'forged', ...times, ...changes }],
  }
}

test('an unchanged history has no problems, and is the same after writing and reading it [sqlite]', async () => {
  expect(await check(history, reader)).toEqual([])
  const path = join(folder, 'history.ndjson')
  await writeHistory(path, history)
  expect(await readHistory(path)).toEqual(history)
})

test('a write that was not acknowledged is found, for every kind [sqlite]', async () => {
  const isOnlyRequest = ({ answer }: ActionResult) =>
    history.results.filter((result) => result.answer.friendship_id === answer.friendship_id)
      .length === 1
  const request = find('befriend', isOnlyRequest)
  const results = [request, find('play', isNotDeleted), ...COUNTED.map((kind) => find(kind))]
  for (const result of results) {
    const { kind } = result.action
    expect([kind, await check(without(result), reader)]).not.toEqual([kind, []])
  }
})

test('an acknowledged write that is missing is found, for every kind [sqlite]', async () => {
  const forgeries: [string, History][] = COUNTED.map((kind) => [kind, withRepeated(find(kind))])
  const round = find('play').answer.id ?? 0
  const existing = find('play', isNotDeleted)
  const existing_id = existing.answer.id ?? 0
  forgeries.push(
    ['play', withRepeated(find('play'), { answer: { id: round + 100_000 } })],
    [
      'change_round',
      withRepeated(existing, { action: { kind: 'change_round', round: existing_id, score: 999 } }),
    ],
    [
      'delete_round',
      withRepeated(existing, { action: { kind: 'delete_round', round: existing_id } }),
    ],
    [
      'befriend',
      withRepeated(find('befriend'), { answer: { friendship_id: 1e6, status: 'pending' } }),
    ],
    ['set_attribute', withRepeated(find('set_attribute'))],
  )
  for (const [kind, forged] of forgeries) {
    expect([kind, await check(forged, reader)]).not.toEqual([kind, []])
  }
})

/** Statements that damage the database, each with the statement that undoes it. */
const CORRUPTIONS: [what: string, sql: string, undo: string][] = [
  [
    'credits that differ from the ledger',
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
    'a changed score of a round',
    'update game_rounds set score = score + 100',
    'update game_rounds set score = score - 100',
  ],
  [
    'a friend who is not listed',
    'update friends set user_id = -user_id',
    'update friends set user_id = -user_id',
  ],
  [
    'an answer that was not stored',
    'update answered_requests set status = -status',
    'update answered_requests set status = -status',
  ],
]

test('damage done directly to the database is found [sqlite]', async () => {
  const db = new DatabaseSync(pathOf(server.database.url), { timeout: 60_000 })
  for (const [what, sql, undo] of CORRUPTIONS) {
    db.exec(sql)
    expect([what, await check(history, reader)]).not.toEqual([what, []])
    db.exec(undo)
  }
  db.close()
  expect(await check(history, reader)).toEqual([])
})

test('rankings that are not sorted by score are found [sqlite]', async () => {
  const reversed: Reader = {
    ...reader,
    async get<T>(path: string, token: string): Promise<T> {
      const answer = await reader.get<T & { rankings?: unknown[] }>(path, token)
      answer.rankings?.reverse()
      return answer
    },
  }
  const problems = await check(history, reversed)
  expect(problems.map(({ kind }) => kind)).toContain('violation')
})

test('a copy taken under load contains everything acknowledged before it, and the checker accepts missing later writes [sqlite]', async () => {
  const url = `sqlite:${join(folder, 'copy.db')}`
  const restored = await ServerUnderTest.launch(existingDatabase(url))
  const copy = await openReader({ url: restored.url, database_url: url })
  expect(await check(history, copy, { before: copied_at })).toEqual([])
  const later = await check(history, copy)
  expect(later.map(({ kind }) => kind)).toContain('lost')
  const in_time = { started_at: copied_at - 2, ended_at: copied_at - 1 }
  const forgeries = [
    withRepeated(find('earn'), { ...in_time, action: { kind: 'earn', credits: 1e9 } }),
    withRepeated(find('score'), { ...in_time, action: { kind: 'score', score: 1e9 } }),
    withRepeated(find('play'), { ...in_time, answer: { id: 1e9 } }),
  ]
  for (const forged of forgeries) {
    const problems = await check(forged, copy, { before: copied_at })
    expect(problems.map(({ kind }) => kind)).toContain('lost')
  }
  await copy.close()
  await restored.close()
})
