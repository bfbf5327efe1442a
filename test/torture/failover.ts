import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadCounters } from './client.ts'
import type { Problem } from './comparison.ts'
import { clock, type History } from './history.ts'
import { createFixture, type Load, startLoad } from './load.ts'
import { existingDatabase, ServerUnderTest } from './server-under-test.ts'
import { checkServer } from './torture.ts'

/** A PostgreSQL primary and its standby. */
export interface Pair {
  /** Names both. */
  url: string
  primary_url: string
  killPrimary(): Promise<void>
  /** Resolves when the standby has become the primary. */
  promote(): Promise<void>
  /** Resolves when the new primary has a standby for which it waits. */
  addStandby(): Promise<void>
  remove(): Promise<void>
}

export interface FailoverOptions {
  /** Removed at the end. */
  pair: Pair
  seed: number
  failovers: number
  /** Called before the primary is killed; the load goes on for a while. */
  prepare?: () => Promise<void>
  log?: (text: string) => void
  /** Ends the run early. */
  signal?: AbortSignal
}

export interface Failover {
  /** From the last write that was acknowledged by the old primary to the first one by the new one. */
  without_writes_ms: number
  /** From the end of the promotion to the first write. */
  after_promotion_ms: number
}

export interface FailoverReport {
  failovers: Failover[]
  load_counters: LoadCounters
  problems: Problem[]
  history: History
}

const RESULTS_BETWEEN = 500
/** As if someone had noticed by then that the primary is gone. */
const NOTICED_AFTER_MS = 1000
const MAX_WAIT_MS = 120_000

/** When writes were acknowledged, without those that were only repeated. */
const writeTimes = ({ results }: History) =>
  results
    .filter(({ outcome, replayed }) => outcome === 'done' && !replayed)
    .map(({ ended_at }) => ended_at)

async function failOver(pair: Pair, { history }: Load, signal: AbortSignal) {
  await pair.killPrimary()
  await sleep(NOTICED_AFTER_MS, undefined, { signal })
  const last_write = Math.max(...writeTimes(history))
  await pair.promote()
  const promoted_at = clock()
  for (;;) {
    const first_write = writeTimes(history).find((time) => time > last_write)
    if (first_write !== undefined) {
      return {
        without_writes_ms: first_write - last_write,
        after_promotion_ms: Math.max(0, first_write - promoted_at),
      }
    }
    if (clock() - promoted_at > MAX_WAIT_MS) throw new Error('no write was acknowledged any more')
    await sleep(20, undefined, { signal })
  }
}

/** Kills the primary under load and promotes its synchronous standby, again and again. The server is never restarted. */
export async function tortureFailover(options: FailoverOptions): Promise<FailoverReport> {
  const { pair, seed, prepare, log = () => {}, signal = new AbortController().signal } = options
  const failovers: Failover[] = []
  try {
    const server = await ServerUnderTest.launch(existingDatabase(pair.url))
    try {
      const load = startLoad(server.url, await createFixture(server.url), seed)
      const { history } = load
      const waitForLoad = () => load.waitForResults(history.results.length + RESULTS_BETWEEN)
      try {
        while (failovers.length < options.failovers) {
          if (failovers.length > 0) await pair.addStandby()
          await waitForLoad()
          if (prepare) {
            await prepare()
            await waitForLoad()
          }
          const failover = await failOver(pair, load, signal)
          failovers.push(failover)
          log(formatFailover(failover, failovers.length))
          await waitForLoad()
        }
      } finally {
        await load.stop()
      }
      log(`checking the results of ${history.results.length} actions`)
      const problems = await checkServer(server, history, pair.primary_url)
      return { failovers, load_counters: load.counters, problems, history }
    } finally {
      await server.close()
    }
  } finally {
    await pair.remove()
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export const formatFailover = (
  { without_writes_ms, after_promotion_ms }: Failover,
  number: number,
) =>
  `failover ${number}: ${seconds(without_writes_ms)} without writes, of which ${seconds(after_promotion_ms)} after the promotion`
