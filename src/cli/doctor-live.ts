import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '../durations.ts'
import { countFailedTasks } from '../features/operations/game-tasks/rules.ts'
import { countByState, listTroubledWebhooks } from '../features/operations/webhooks/rules.ts'
import { countOverdueWork, MAX_COUNTED } from '../features/play/overdue-work/rules.ts'
import { listFailedJobs } from '../jobs/queries.ts'
import { OLD_TRANSACTION_SECONDS } from '../live/watch.ts'
import { isoTime } from '../services/times.ts'
import type { Database, OpenTransaction } from '../storage/database.ts'
import { type Finding, ok, warning } from './findings.ts'

/** After this time it is looked again for a transaction that seems old: it may only now have written something. */
const LOOK_AGAIN_MS = 2000
const MAX_NAMED = 10

const isOld = ({ age_seconds }: OpenTransaction) =>
  age_seconds === null || age_seconds >= OLD_TRANSACTION_SECONDS

function describe({ pid, database, application_name, age_seconds }: OpenTransaction): string {
  const process = pid === null ? '' : `process ${pid}, `
  const age = age_seconds === null ? '' : `, open for ${Math.round(age_seconds)} s`
  return `${process}database ${database}, ${application_name || 'no application name'}${age}`
}

/** All events wait for the oldest transaction that writes, in any database of the cluster. */
export async function checkTransactions(database: Database): Promise<Finding[]> {
  if (!database.oldestTransaction) return []
  const first = await database.oldestTransaction()
  if (first && isOld(first)) {
    await sleep(LOOK_AGAIN_MS)
    const second = await database.oldestTransaction()
    if (second?.number === first.number)
      return [
        warning(
          `transactions: one that is still open holds up all events and the counting of ranks (${describe(second)}). docs/live.md says how to end it.`,
        ),
      ]
  }
  return [ok('transactions: none holds up events')]
}

export async function checkWebhooks(database: Database): Promise<Finding> {
  const { failing = 0, paused = 0, active = 0 } = (await countByState(database)) ?? {}
  if (failing + paused === 0) return ok(`webhooks: ${active}, none fails or is paused`)
  const troubled = await listTroubledWebhooks(database, MAX_NAMED)
  const named = troubled.map(({ id, game_id }) => `${id} of game ${game_id}`).join(', ')
  const more = failing + paused > troubled.length ? ' and more' : ''
  return warning(
    `webhooks: ${failing} failing, ${paused} paused (${named}${more}). \`playkeep webhook list GAME_ID\` shows since when and why one is paused, \`playkeep webhook deliveries WEBHOOK_ID\` why one fails, and \`playkeep webhook resume WEBHOOK_ID\` continues a paused one.`,
  )
}

const formatTime = (at: number) => isoTime(at)

/** Jobs that fail are tried again within minutes: one that failed long ago is not run any more. */
export async function checkJobs(database: Database): Promise<Finding> {
  const failed = await database.all(listFailedJobs, { since: Date.now() - DAY_MS })
  if (failed.length === 0) return ok('jobs: none has failed')
  const named = failed.map(({ name, failed_at, done_at }) => {
    const worked = done_at === null ? 'it has never worked' : `last success ${formatTime(done_at)}`
    return `${name} (last failure ${formatTime(failed_at)}, ${worked})`
  })
  return warning(
    `jobs: ${named.join(', ')}. The log says why ("a job failed"). Each is tried again by itself within ten minutes.`,
  )
}

/** Nothing if all is done: most servers have no competitions. */
export async function checkOverdueWork(database: Database): Promise<Finding[]> {
  const counted = await countOverdueWork(database, Date.now())
  const { rounds = 0, seasons = 0, prizes = 0 } = counted ?? {}
  const numbers = [
    [rounds, 'multiplayer rounds to finish'],
    [seasons, 'seasons of leaderboards to end'],
    [prizes, 'prizes to pay'],
  ] as const
  const late = numbers
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${what}: ${count === MAX_COUNTED ? `${count} or more` : count}`)
  if (late.length === 0) return []
  return [
    warning(
      `overdue: ${late.join(', ')}. The server does this by itself within two minutes. If it runs, look for "a job failed" in its log.`,
    ),
  ]
}

/** Nothing if all is well: most servers have no game code. */
export async function checkGameTasks(database: Database): Promise<Finding[]> {
  const failed = await countFailedTasks(database)
  if (failed === 0) return []
  const tasks = failed === 1 ? '1 task was' : `${failed} tasks were`
  return [
    warning(
      `game code: ${tasks} given up in the last week. The page "Game code" of the dashboard shows why, and runs them again.`,
    ),
  ]
}
