import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchDatabase, type DirectDatabase, openDirectly } from './engines.ts'
import { BOARD, usernameSql } from './players.ts'
import { series } from './seed.ts'

const BATCH = 100_000
const POLL_MS = 200
/** Ten million take ten minutes. */
const COUNTING_TIMEOUT_MS = 1_200_000
/** One for each order, the highest first and the lowest first. */
const SETS = 2

/** Many share a score, as where scores are small whole numbers. */
const score = (n: string) => `cast((cast(${n} as bigint) * 7919) % 100003 as double precision)`

export interface BoardSize {
  game_id: number
  /** How many players there are already, with the ids from 1 on. */
  players: number
  /** One of each player; the players who are missing are created. */
  entries: number
  /** Of the players who are missing only what ranks are counted from, which loads much faster. */
  only_ranks?: boolean
}

/** Fills a leaderboard, and notes that its ranks are to be counted. */
export async function fillBoard(
  direct: DirectDatabase,
  { game_id, players, entries, only_ranks = false }: BoardSize,
): Promise<void> {
  for (let first = 1; first <= entries; first += BATCH) {
    const last = Math.min(first + BATCH - 1, entries)
    const numbers = series('u', first, last)
    await direct.run('begin')
    if (last > players && !only_ranks)
      await direct.run(`insert into users
          (id, game_id, username, username_key, username_skeleton, last_login, created_at)
        select n, ${game_id}, ${usernameSql('n')}, ${usernameSql('n')}, ${usernameSql('n')}, 0, 0
          from ${series('u', Math.max(first, players + 1), last)}`)
    const last_stored = only_ranks ? Math.min(last, players) : last
    if (first <= last_stored)
      await direct.run(`insert into leaderboard_entries
          (id, game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
        select n, ${game_id}, n, '${BOARD}', ${score('n')}, '{}', 0
          from ${series('u', first, last_stored)}`)
    await direct.run(`insert into leaderboard_bests (user_id, leaderboard_name, game_id,
        descending_key, descending_entry_id, ascending_key, ascending_entry_id, entries)
      select n, '${BOARD}', ${game_id}, -${score('n')}, n, ${score('n')}, n, 1 from ${numbers}`)
    await direct.run('commit')
  }
  await direct.run(
    `insert into rank_candidates (kind, owner_id, name) values ('leaderboard', ${game_id}, '${BOARD}')`,
  )
}

/** Waits until a running server has counted the leaderboard. */
export async function waitForRanks({ url }: BenchDatabase): Promise<void> {
  const direct = await openDirectly(url)
  try {
    for (let waited = 0; waited < COUNTING_TIMEOUT_MS; waited += POLL_MS) {
      const [ready] = await direct.numbers('select count(*) from rank_sets where is_ready = 1')
      if (ready !== undefined && ready >= SETS) return
      await sleep(POLL_MS)
    }
    throw new Error('the ranks of the leaderboard were not counted in time')
  } finally {
    await direct.close()
  }
}
