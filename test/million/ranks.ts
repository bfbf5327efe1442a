import { fillBoard } from '../../bench/board.ts'
import {
  createDatabase,
  type DirectDatabase,
  type Engine,
  openDirectly,
} from '../../bench/engines.ts'
import { BOARD } from '../../bench/players.ts'
import { readConfig } from '../../src/config.ts'
import { type Context, inTransaction } from '../../src/context.ts'
import { createContext } from '../../src/create-context.ts'
import { insertBest, insertEntry } from '../../src/features/play/entry-writes/queries.ts'
import { listBehind } from '../../src/features/play/leaderboard-pages/queries.ts'
import {
  findExactRank,
  findRank,
  listAround,
} from '../../src/features/play/leaderboards/queries.ts'
import { updateRankCounts } from '../../src/features/play/rank-counts/rules.ts'
import { migrate } from '../../src/storage/migrations/migrate.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type NoParameters, statement } from '../../src/storage/statement.ts'
import type { MillionReport, Step } from './report.ts'

const GAME = 1
const PAGE = 20
const SAMPLES = 400
const WARM_UP = 100

const countReady = statement<NoParameters, { ready: number }>(
  `select count(*) as ready from rank_sets where is_ready = 1`,
)

async function seed(direct: DirectDatabase, entries: number): Promise<void> {
  await direct.run(
    `insert into games (id, name, description, token_hash, created_at) values (${GAME}, 'ranks', '', 'none', 0)`,
  )
  await fillBoard(direct, { game_id: GAME, players: 0, entries })
  await direct.tidyUp()
}

const median = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
/** Milliseconds of each call, without the first ones, which read from disk and prepare statements. */
async function timesOf(call: (index: number) => Promise<unknown>, samples = SAMPLES) {
  const times: number[] = []
  for (let index = 0; index < WARM_UP + samples; index++) {
    const started = performance.now()
    await call(index)
    if (index >= WARM_UP) times.push(performance.now() - started)
  }
  return times
}

/** What adding an entry does to the tables of leaderboards. */
const write = (context: Context, leaderboard_name: string, user_id: number, value: number) =>
  inTransaction(context, async (tx) => {
    const owner = { game_id: GAME, user_id, leaderboard_name }
    const entry = await tx.first(insertEntry, {
      ...owner,
      score: value,
      extra_attributes: '{}',
      now: 0,
    })
    await tx.first(insertBest.best, {
      ...owner,
      descending_key: -value,
      ascending_key: value,
      entry_id: entry?.id ?? 0,
      entry_bytes: 0,
    })
  })

async function measureReads(
  { db }: Context,
  entries: number,
  note: (name: string, times: number[]) => void,
) {
  const board = { game_id: GAME, leaderboard_name: BOARD }
  const anyone = () => 1 + Math.floor(Math.random() * entries)
  const rank = () =>
    db.first(findRank.descending, { ...board, user_id: anyone(), max_counted: 10_000 })
  note('rank', await timesOf(rank))
  note(
    `page of ${PAGE} at a rank`,
    await timesOf(() =>
      db.all(listBehind.descending, { ...board, skipped: anyone(), limit: PAGE }),
    ),
  )
  note(
    'rank and neighbours',
    await timesOf(async () => {
      const found = await rank()
      if (!found?.is_counted) throw new Error('the leaderboard is not counted')
      await db.all(listAround.descending, { ...board, ...found, limit: PAGE })
    }),
  )
  const exact = { ...board, asker_id: 1 }
  const counting = await timesOf((index) => {
    if (index < WARM_UP) return Promise.resolve()
    return db.first(findExactRank.descending, { ...exact, user_id: anyone() })
  }, 5)
  note('rank without counted ranges', counting)
}

/** Fills a leaderboard with this many players and measures what ranks take. */
export async function measureRanks(
  engine: Engine,
  entries: number,
  log: (text: string) => void,
): Promise<MillionReport> {
  const steps: Step[] = []
  const note = (name: string, times: number[]) => {
    log(`${name}: ${median(times).toFixed(3)} ms, least ${Math.min(...times).toFixed(3)} ms`)
    steps.push({ name, seconds: median(times) / 1000, note: `${median(times).toFixed(2)} ms` })
  }
  // Node would end while it waits for threads that do not keep it running.
  const running = setInterval(() => {}, 1000)
  const { url, remove } = await createDatabase(engine)
  const config = readConfig({ DATABASE_URL: url })
  const db = await openDatabase({ url, pool_size: 10, long_read_limit_ms: Infinity })
  try {
    await migrate(db)
    const direct = await openDirectly(url)
    await seed(direct, entries)
    log(`${entries.toLocaleString('en')} entries are stored`)
    const context = createContext(config, db)
    const started = performance.now()
    while ((await db.first(countReady, {}))?.ready !== 2)
      await updateRankCounts(context, AbortSignal.timeout(3_600_000))
    const seconds = (performance.now() - started) / 1000
    steps.push({ name: 'counting it for the first time', seconds })
    log(`counted in ${seconds.toFixed(1)} s`)
    if (engine === 'postgres') await direct.run('vacuum analyze rank_ranges')
    await measureReads(context, entries, note)
    const writers = (index: number) => 1 + ((index * 7919) % entries)
    const improve = (name: string) =>
      timesOf((index) => write(context, name, writers(index), 200_000 + index))
    note('a better score, counted leaderboard', await improve(BOARD))
    note('a first score, small leaderboard', await improve('small'))
    for (const name of ['rank_new_best', 'rank_best_to_look_at', 'rank_changed_best'])
      await direct.run(
        `drop trigger ${name} ${engine === 'postgres' ? 'on leaderboard_bests' : ''}`,
      )
    note('a better score, without triggers', await improve(BOARD))
    note('a first score, without triggers', await improve('other'))
    await direct.close()
    return { engine, players: entries, steps }
  } finally {
    await db.close()
    await remove()
    clearInterval(running)
  }
}
