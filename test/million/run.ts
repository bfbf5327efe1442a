// npm run million: how long an operator waits with a million players.
import { parseArgs } from 'node:util'
import { type Engine, ENGINES } from '../../bench/engines.ts'
import { PostgresProblem, postgresUser } from '../support/postgres-user.ts'
import { killRunning } from '../support/servers.ts'
import { gatherTemporaryFolders } from '../support/whole-run.ts'
import { million } from './million.ts'
import { measureRanks } from './ranks.ts'
import { describeReports, type MillionReport } from './report.ts'

const HELP = `npm run million -- [options]

Fills a new database with players, then measures start, stop, the jobs of the server, backup, verify, doctor and restore,
and how long simple reads take meanwhile. A million players need 10 GB of disk space for the time of the run.

  --players 1000000          the number of players
  --rounds 2                 how many rounds each of them has played
  --engine sqlite|postgres   only this engine; both by default
  --ranks 10000,10000000     instead: fills a leaderboard with so many players, and measures ranks, pages and neighbours;
                             ten million need 15 GB of disk space for each engine
`

const { values } = parseArgs({
  options: {
    players: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '2' },
    engine: { type: 'string' },
    ranks: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const MIN_PLAYERS = 100
/** Shorter leaderboards are not counted in ranges. */
const MIN_RANKED = 6000
const seconds = () => (performance.now() / 1000).toFixed(0).padStart(4)

for (const name of ['SIGINT', 'SIGTERM']) {
  process.once(name, () => {
    killRunning()
    process.exit(1)
  })
}

async function compareRanks(sizes: number[], engines: Engine[]): Promise<void> {
  await gatherTemporaryFolders(postgresUser())
  for (const entries of sizes) {
    const reports: MillionReport[] = []
    for (const engine of engines) {
      const log = (text: string) => process.stderr.write(`${seconds()} s  ${engine}: ${text}\n`)
      reports.push(await measureRanks(engine, entries, log))
    }
    console.log(`\n${describeReports(reports)}`)
  }
}

async function main(): Promise<void> {
  const [players, rounds] = [Number(values.players), Number(values.rounds)]
  const engines = ENGINES.filter((engine) => !values.engine || engine === values.engine)
  const sizes = values.ranks?.split(',').map(Number) ?? []
  if (
    sizes.some((size) => !(size >= MIN_RANKED)) ||
    !Number.isSafeInteger(players) ||
    players < MIN_PLAYERS ||
    !(rounds >= 1) ||
    engines.length === 0
  ) {
    console.error(HELP)
    process.exitCode = 1
    return
  }
  if (sizes.length > 0) return compareRanks(sizes, engines)
  await gatherTemporaryFolders(postgresUser())
  const reports: MillionReport[] = []
  for (const engine of engines) {
    const log = (text: string) => process.stderr.write(`${seconds()} s  ${engine}: ${text}\n`)
    reports.push(await million({ engine, players, rounds, log }))
  }
  console.log(`\n${describeReports(reports)}`)
}

try {
  if (values.help) console.log(HELP)
  else await main()
} catch (error) {
  killRunning()
  if (!(error instanceof PostgresProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
