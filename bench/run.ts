// npm run bench: measures Playkeep, compares it with a bare HTTP server, and prints the results.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { cpus, release, tmpdir, totalmem, type } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PostgresProblem } from '../test/support/postgres-user.ts'
import { ENGINES } from './engines.ts'
import { compareCheckouts } from './against.ts'
import { measureHook } from './hook-cost.ts'
import { describeLive, measureLive } from './live.ts'
import {
  describeMatchmaking,
  describeStep,
  measureMatchmaking,
  measureStep,
} from './matchmaking.ts'
import { measureMix } from './mix.ts'
import { describeMix, type MixResult } from './mix-result.ts'
import { measurePeers } from './peers.ts'
import { type Options, measurePlaykeep } from './playkeep.ts'
import { profileScenarios } from './profile.ts'
import type { ProfileResult } from './profile-result.ts'
import { is_pinned, load_generator } from './programs.ts'
import { readResult, type Result, type Run } from './result.ts'
import { scenarios } from './scenarios.ts'
import { compareTable, runTable, settingsTable } from './table.ts'

const RESULTS = new URL('./results/', import.meta.url)

const HELP = `npm run bench -- [options]

  --engine sqlite|postgres   only this engine
  --scenario NAME            only this scenario; may be repeated: ${scenarios.map(({ name }) => name).join(', ')}
  --quick                    each scenario once, about a minute per engine
  --limits on|off            whether the server's rate limits are on; on by default, as in production
  --entries N                how many entries the leaderboard of the scenario \`rank\` has (1,000,000)
  --compare FILE             also print what changed since that result
  --scale                    measure again with up to 100 times the rows, as many as load in ten minutes
  --live                     instead: sockets with events, as many as --sockets says (10,000), their memory, and the time
                             until an event arrives; for more sockets than files may be open, raise \`ulimit -n\`
  --mix                      instead: players with think time who do what players do, and how many of them get their answers
                             with a p99 below 100 ms; --players says how many there are at most (20,000)
  --matchmaking              instead: tickets of matchmaking, --rate per second (1,000) for --seconds (60), how long they
                             wait, how far apart ratings are, and whether one is lost or in two matches; with --kill the
                             server is killed and started again in between
  --against FOLDER           instead: load this checkout and the one in FOLDER at the same time, and print the ratios;
                             --pairs says how often (10)
  --game-code FOLDER         instead: load this checkout with and without the game code of FOLDER at the same time
  --limits-cost              instead: load this checkout with and without rate limits at the same time
  --hook-cost FOLDER         instead: what the game code of FOLDER adds to one add_score, in CPU time; both servers are in
                             one process, so this is more exact than --game-code
  --profile                  instead: what the server spends its time on in each scenario; --save saves it as
                             results/profile.json
  --peers                    also measure Parse Server on PostgreSQL; installs it into a temporary folder
  --save                     save the result as results/latest.json, with --scale as results/scale-ENGINE.json, or with
                             --mix as results/mix-ENGINE.json; docs/performance.md and docs/scaling.md are generated from
                             these
`

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    scenario: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    limits: { type: 'string', default: 'on' },
    entries: { type: 'string' },
    compare: { type: 'string' },
    scale: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    sockets: { type: 'string', default: '10000' },
    mix: { type: 'boolean', default: false },
    players: { type: 'string', default: '20000' },
    matchmaking: { type: 'boolean', default: false },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    kill: { type: 'boolean', default: false },
    against: { type: 'string' },
    pairs: { type: 'string', default: '10' },
    'game-code': { type: 'string' },
    'limits-cost': { type: 'boolean', default: false },
    'hook-cost': { type: 'string' },
    profile: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

const settings = values.quick
  ? { repeats: 1, seconds: 1, ceiling_seconds: 1, warm_up_seconds: 2, connections: 64 }
  : { repeats: 3, seconds: 4, ceiling_seconds: 2, warm_up_seconds: 8, connections: 64 }

async function describeMachine(): Promise<Result['machine']> {
  const model = cpus()[0]?.model
  return {
    cpu: model && model !== 'unknown' ? model : process.arch,
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split('-')[0]}`,
    node: process.versions.node,
    load_generator,
    pinned: is_pinned,
  }
}

async function packageVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return /"version": "([^"]+)"/.exec(text)?.[1] ?? ''
}

async function measureAll(options: Options): Promise<Run[]> {
  const engines = ENGINES.filter((engine) => !values.engine || engine === values.engine)
  const runs: Run[] = []
  for (const engine of engines) {
    runs.push(...(await measurePlaykeep(engine, options)))
  }
  if (values.peers) runs.push(await measurePeers(options))
  return runs
}

const seconds = () => (performance.now() / 1000).toFixed(0).padStart(4)
const logProgress = (text: string) => process.stderr.write(`${seconds()} s  ${text}\n`)

const toText = (result: Result) => `${JSON.stringify(result, null, 2)}\n`

async function saveResult(result: Result): Promise<void> {
  if (!values.scale) return writeFile(new URL('latest.json', RESULTS), toText(result))
  for (const engine of ENGINES) {
    const runs = result.runs.filter(
      ({ title }) => title === engine || title === `${engine} at scale`,
    )
    const file = new URL(`scale-${engine}.json`, RESULTS)
    if (runs.length > 0) await writeFile(file, toText({ ...result, runs }))
  }
}

async function runLive(folder: string): Promise<void> {
  for (const engine of ENGINES.filter((one) => !values.engine || one === values.engine)) {
    const options = { sockets: Number(values.sockets), folder, logProgress }
    console.log(describeLive(await measureLive(engine, options)))
  }
}

async function runMatchmaking(folder: string): Promise<void> {
  console.log(describeStep(measureStep()))
  const { kill } = values
  const [rate, run_seconds] = [Number(values.rate), Number(values.seconds)]
  for (const engine of ENGINES.filter((one) => !values.engine || one === values.engine)) {
    const options = { rate, seconds: run_seconds, kill, folder, logProgress }
    console.log(describeMatchmaking(await measureMatchmaking(engine, options)))
  }
}

async function runMix(folder: string): Promise<void> {
  const exactness = values.quick
    ? { seconds: 4, warm_up_seconds: 2, precision: 0.2 }
    : { seconds: 10, warm_up_seconds: 3, precision: 0.05 }
  const size = { users: Number(values.players), first: 1000, max_minutes: 5 }
  for (const engine of ENGINES.filter((one) => !values.engine || one === values.engine)) {
    const measured = await measureMix(engine, { ...exactness, ...size, folder, logProgress })
    const [version, machine] = [await packageVersion(), await describeMachine()]
    const date = new Date().toISOString()
    const machine_of_mix = { ...machine, load_generator: 'bench/mix-players.ts' }
    const result: MixResult = { date, version, machine: machine_of_mix, ...measured }
    console.log(describeMix(result))
    const file = new URL(`mix-${engine}.json`, RESULTS)
    if (values.save) await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
  }
}

async function runProfile(folder: string): Promise<void> {
  const profiles: ProfileResult['profiles'] = []
  const options = { only: values.scenario, folder, log: logProgress }
  for (const engine of ENGINES.filter((one) => !values.engine || one === values.engine))
    profiles.push(...(await profileScenarios(engine, options)))
  const result: ProfileResult = { date: new Date().toISOString(), profiles }
  const file = new URL('profile.json', RESULTS)
  if (values.save) await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
}

async function runAgainst(temporary: string): Promise<void> {
  const { against: folder, 'game-code': game_code, 'limits-cost': others_are_unlimited } = values
  for (const engine of ENGINES.filter((one) => !values.engine || one === values.engine)) {
    const pairs = Number(values.pairs)
    const only = values.scenario
    const compared = { folder, game_code, others_are_unlimited }
    const options = { ...compared, pairs, only, temporary, logProgress }
    console.log(await compareCheckouts(engine, options))
  }
}

async function main(): Promise<void> {
  const before = values.compare ? readResult(await readFile(values.compare, 'utf8')) : undefined
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-bench-'))
  try {
    if (values.live) {
      await runLive(folder)
      return
    }
    if (values['hook-cost']) {
      console.log(await measureHook(resolve(values['hook-cost']), folder))
      return
    }
    if (values.mix) {
      await runMix(folder)
      return
    }
    if (values.matchmaking) {
      await runMatchmaking(folder)
      return
    }
    if (values.profile) {
      await runProfile(folder)
      return
    }
    if (values.against || values['game-code'] || values['limits-cost']) {
      await runAgainst(folder)
      return
    }
    const limits = values.limits === 'off' ? 'off' : 'on'
    const scale = values.scale ? 100 : 1
    const costs = !values.quick && values.scenario.length === 0
    const runs = await measureAll({
      settings,
      folder,
      only: values.scenario,
      scale,
      limits,
      board_entries: Number(values.entries ?? (values.quick ? 100_000 : 1_000_000)),
      costs,
      logProgress,
    })
    const date = new Date().toISOString()
    const result: Result = {
      date,
      version: await packageVersion(),
      machine: await describeMachine(),
      settings: {
        connections: settings.connections,
        seconds: settings.seconds,
        repeats: settings.repeats,
        limits,
      },
      runs,
    }
    await mkdir(RESULTS, { recursive: true })
    const name = `${date.slice(0, 19).replaceAll(':', '-')}.json`
    await writeFile(new URL(name, RESULTS), toText(result))
    if (values.save) await saveResult(result)
    console.log(`\n${runs.map(runTable).join('\n')}`)
    const other_settings = settingsTable(result)
    if (other_settings) console.log(`${other_settings}\n`)
    if (before) console.log(`${compareTable(before, result)}\n`)
    console.log(`bench/results/${name}`)
    const failed = runs.flatMap(({ scenarios: list }) =>
      list.filter(({ measured }) => measured && measured.failures > 0),
    )
    if (failed.length > 0 || runs.some(({ wrong_ledgers }) => wrong_ledgers)) process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// `process.exit` runs the hooks that remove PostgreSQL and its folder; a signal alone would not.
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => process.exit(1))

try {
  if (values.help) console.log(HELP)
  else await main()
} catch (error) {
  if (!(error instanceof PostgresProblem)) throw error
  console.error(error.message)
  process.exitCode = 1
}
