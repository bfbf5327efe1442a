import pg from 'pg'
import { expect } from 'vitest'
import { inTransaction } from '../../src/context.ts'
import { listBehind } from '../../src/features/play/leaderboard-pages/queries.ts'
import {
  findRank,
  findExactRank,
  listAround,
  listBests,
  listBestsOfUser,
  listBoard,
  listOfUser,
  listOfUserOnBoard,
} from '../../src/features/play/leaderboards/queries.ts'
import { insertRankSets, updateRankCounts } from '../../src/features/play/rank-counts/rules.ts'
import { openBackupEngine } from '../../src/storage/backup/open.ts'
import { sqlFor, type SqlText, toDialect } from '../../src/storage/dialect.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type World } from '../support/world.ts'

/** As many as you like, such as ten million: `RANKED_USERS=10000000 npx vitest run test/plans/leaderboards.test.ts` */
const USERS = Number(process.env['RANKED_USERS'] ?? 100_000)
const USERS_OF_SMALL = 10_000
const LIMIT = 20
const MAX_COUNTED = 1000

/** A third share the best score, and each other score has hundreds: ties are what breaks an order. */
const seed = (game_id: number) => [
  `insert into users (game_id, username, username_key, last_login, created_at)
   with recursive counted (i) as (select 1 union all select i + 1 from counted where i < ${USERS})
   select ${game_id}, 'u' || i, 'u' || i, 0, 0 from counted`,
  `insert into leaderboard_entries
     (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
   select game_id, id, 'b', case when id % 3 = 0 then 100 else (id * 7919) % 100 end, '{}', 0
     from users where game_id = ${game_id}`,
  `insert into leaderboard_bests
     (user_id, leaderboard_name, game_id,
      descending_key, descending_entry_id, ascending_key, ascending_entry_id)
   select user_id, leaderboard_name, game_id, -score, id, score, id
     from leaderboard_entries where game_id = ${game_id}`,
  `insert into leaderboard_bests
     (user_id, leaderboard_name, game_id,
      descending_key, descending_entry_id, ascending_key, ascending_entry_id)
   select user_id, 'small', game_id,
          descending_key, descending_entry_id, ascending_key, ascending_entry_id
     from leaderboard_bests
    where game_id = ${game_id}
      and user_id < (select min(id) from users where game_id = ${game_id}) + ${USERS_OF_SMALL}`,
]

const findLast = statement<
  { game_id: number },
  { user_id: number; key: number; entry_id: number }
>(`
  select user_id, descending_key as key, descending_entry_id as entry_id from leaderboard_bests
   where game_id = :game_id and leaderboard_name = 'b'
   order by descending_key desc, descending_entry_id desc limit 1`)

async function onPostgres<T>({ context }: World, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(context.config.DATABASE_URL)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const countReady = statement<Record<string, never>, { ready: number }>(
  `select count(*) as ready from rank_sets where is_ready = 1`,
)

async function countInRanges({ context, game }: World) {
  for (const name of ['b', 'small']) {
    const list = { kind: 'leaderboard', owner_id: game.id, name } as const
    await inTransaction(context, (tx) => insertRankSets(tx, list))
  }
  // Each in both orders.
  for (let ready = 0; ready < 4; ready = (await context.db.first(countReady, {}))?.ready ?? 0)
    await updateRankCounts(context, AbortSignal.timeout(300_000))
}

async function fillBoard(world: World) {
  const { db } = world.context
  const game_id = world.game.id
  // On a connection without the time limits of requests, which a busy machine would pass.
  const connection = await openBackupEngine(world.context.config.DATABASE_URL)
  await connection.write(async ({ run }) => {
    for (const sql of seed(game_id)) await run(sql)
    // The server must not begin to count by itself.
    await run('delete from rank_candidates')
  })
  if (world.engine === 'sqlite') await db.rawTransaction(async (run) => void (await run('analyze')))
  else await onPostgres(world, (client) => client.query('vacuum analyze'))
  const last = await db.first(findLast, { game_id })
  if (!last) throw new Error('the leaderboard is empty')
  return last
}

type Parameters = Record<string, string | number | null>

const literal = (value: string | number | null | undefined) =>
  typeof value === 'string' ? `'${value}'` : String(value ?? null)

/** The engine's own words on how it finds the rows; PostgreSQL's say also how many they were. */
async function explain(world: World, sql: SqlText, parameters: Parameters): Promise<string> {
  if (world.engine === 'sqlite') {
    const plan = statement<Parameters, { detail: string }>(
      `explain query plan ${sqlFor('sqlite', sql)}`,
    )
    const steps = await world.context.db.all(plan, parameters)
    return steps.map(({ detail }) => detail).join('\n')
  }
  return onPostgres(world, async (client) => {
    const { text, names } = toDialect('postgres', sql)
    const values = names.map((name) => literal(parameters[name])).join(', ')
    // As on the server's connections: one plan for all parameters.
    await client.query('set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1')
    await client.query(`prepare planned as ${text}`)
    const { rows } = await client.query(`explain (analyze) execute planned (${values})`)
    return rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  })
}

/** How many tables and indexes SQLite opens. It copies a common table expression for each name that refers to it. */
async function cursorsOf({ context }: World, sql: SqlText, parameters: Parameters) {
  const program = statement<Parameters, { opcode: string; p1: number }>(
    `explain ${sqlFor('sqlite', sql)}`,
  )
  const steps = await context.db.all(program, parameters)
  return Math.max(...steps.filter(({ opcode }) => opcode.startsWith('Open')).map(({ p1 }) => p1))
}

/** Rows that PostgreSQL sorted, the most in any step. */
const mostSorted = (plan: string) =>
  Math.max(
    0,
    ...[...plan.matchAll(/Sort {2}\(.*rows=(\d+)\.?\d* loops/g)].map(([, rows]) => Number(rows)),
  )

/** Rows that PostgreSQL read from indexes, the most in any step. */
const mostRead = (plan: string) =>
  Math.max(
    0,
    ...[...plan.matchAll(/Index.*actual.*rows=(\d+)\.?\d* loops/g)].map(([, rows]) => Number(rows)),
  )

/** Rows that PostgreSQL read from indexes, in all steps. */
const allRead = (plan: string) =>
  [...plan.matchAll(/Index.*actual.*rows=(\d+\.?\d*) loops=(\d+)/g)].reduce(
    (sum, [, rows, loops]) => sum + Number(rows) * Number(loops),
    0,
  )

/** What a list may do besides: nothing, sort its answer, or sort those of equal score in it. */
type Sorting = 'none' | 'answer' | 'equals'

const sorts: Record<Sorting, RegExp> = {
  none: /(?!)/,
  answer: /USE TEMP B-TREE FOR ORDER BY/,
  equals: /USE TEMP B-TREE FOR LAST TERM OF ORDER BY/,
}

type Pair = Record<'descending' | 'ascending', { sql: SqlText }>

const expected: [name: string, pair: Pair, highest: RegExp, lowest: RegExp, sorting: Sorting][] = [
  ['board', listBoard, /entries_highest/, /entries_lowest/, 'none'],
  ['bests', listBests, /bests_highest/, /bests_lowest/, 'none'],
  ['rank', findRank, /(COVERING|Only).*bests_highest/, /(COVERING|Only).*bests_lowest/, 'none'],
  [
    'rank far down',
    findExactRank,
    /(COVERING|Only).*bests_highest/,
    /(COVERING|Only).*bests_lowest/,
    'none',
  ],
  [
    'around',
    listAround,
    /(COVERING|Only).*bests_highest/,
    /(COVERING|Only).*bests_lowest/,
    'answer',
  ],
  ['of a user', listOfUser, /entries_of_user\b/, /entries_of_user\b/, 'equals'],
  ['of a user on a board', listOfUserOnBoard, /of_user_by_name/, /of_user_by_name/, 'equals'],
  ['bests of a user', listBestsOfUser, /bests_(1|pkey)/, /bests_(1|pkey)/, 'answer'],
]

onEachEngine('every list of a large leaderboard comes in the order of an index', async (world) => {
  const last = await fillBoard(world)
  const board = { game_id: world.game.id, leaderboard_name: 'b' }
  const counting = { max_counted: MAX_COUNTED, asker_id: last.user_id }
  const parameters = { ...board, limit: LIMIT, offset: 0, hidden_names: '', ...counting, ...last }
  for (const [name, pair, highest, lowest, sorting] of expected) {
    for (const [order, index] of [
      ['descending', highest],
      ['ascending', lowest],
    ] as const) {
      const plan = await explain(world, pair[order].sql, parameters)
      expect(plan, `${name}, ${order}`).toMatch(index)
      expect(plan, `${name}, ${order}`).not.toMatch(
        /Seq Scan(?! on rank_)|SCAN (entry|best|better|equal|users|leaderboard)/,
      )
      expect(plan.replace(sorts[sorting], ''), `${name}, ${order}`).not.toMatch(/TEMP B-TREE/)
      expect(mostSorted(plan), `${name}, ${order}`).toBeLessThanOrEqual(LIMIT * 2)
    }
  }
  const { db } = world.context
  const counted = await db.first(findRank.descending, parameters)
  expect(counted?.rank).toBeGreaterThan(MAX_COUNTED)
  expect(counted?.rank).toBeLessThanOrEqual(2 * MAX_COUNTED + 1)
  if (world.engine === 'postgres')
    expect(mostRead(await explain(world, findRank.descending.sql, parameters))).toBe(MAX_COUNTED)
  // Among more than these, it would take longer than a read may.
  if (USERS <= 1_000_000)
    expect((await db.first(findExactRank.descending, parameters))?.rank).toBe(USERS)

  await countInRanges(world)
  if (world.engine === 'postgres')
    await onPostgres(world, (client) => client.query('vacuum analyze'))
  expect((await db.first(findRank.descending, parameters))?.rank).toBe(USERS)
  const page = { ...parameters, skipped: USERS / 2 }
  for (const order of ['descending', 'ascending'] as const) {
    for (const { sql } of [findRank[order], listBehind[order]]) {
      const plan = await explain(world, sql, page)
      expect(plan).toMatch(order === 'descending' ? /bests_highest/ : /bests_lowest/)
      expect(plan).not.toMatch(/Seq Scan(?! on rank_)|SCAN (entry|best|users|rank_|leaderboard)/)
      if (world.engine === 'postgres') expect(mostRead(plan)).toBeLessThan(300)
      else expect(await cursorsOf(world, sql, page)).toBeLessThan(300)
    }
    expect(await db.all(listBehind[order], page)).toHaveLength(LIMIT)
  }

  if (world.engine === 'sqlite') return
  // The ranges are the same on both engines, but only PostgreSQL says how many rows it reads.
  for (const order of ['descending', 'ascending'] as const) {
    const readOf = async (leaderboard_name: string, users: number) => {
      const read = { rank: 0, page: 0, neighbours: 0 }
      for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
        const skipped = Math.floor(users * share)
        const place = { ...parameters, leaderboard_name, skipped }
        const [first] = await db.all(listBehind[order], place)
        if (!first) throw new Error('the page is empty')
        const one = { ...place, user_id: first.game_user_id, key: first.key, entry_id: first.id }
        read.rank += allRead(await explain(world, findRank[order].sql, one))
        read.page += allRead(await explain(world, listBehind[order].sql, place))
        read.neighbours += allRead(await explain(world, listAround[order].sql, one))
      }
      return read
    }
    const [small, large] = [await readOf('small', USERS_OF_SMALL), await readOf('b', USERS)]
    for (const what of ['rank', 'page', 'neighbours'] as const)
      expect(large[what], `${what}, ${order}`).toBeLessThanOrEqual(small[what] * 1.5)
  }
})
