import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startPostgres } from './engines.ts'
import { type Call, sendOne } from './load.ts'
import { Benchmark } from './measure.ts'
import { BLOCK, PASSWORD, PER_PLAYER, tokenOf, usernameOf } from './players.ts'
import { type Options, summarizeCeiling } from './playkeep.ts'
import { freePort, Server } from './programs.ts'
import type { Run, ScenarioResult } from './result.ts'
import { samplePlayers } from './scenarios.ts'

const INSTALL_TIMEOUT_MS = 5 * 60_000

/** Starts Parse Server as its guide says, with a middleware that renames our headers to the ones it reads. */
const PROGRAM = `
import express from 'express'
import { ParseServer } from 'parse-server'
const [url, port] = process.argv.slice(2)
const serverURL = 'http://127.0.0.1:' + port + '/parse'
const parse = new ParseServer({ databaseURI: url, appId: 'bench', masterKey: 'bench-master-key', serverURL,
  allowClientClassCreation: true, encodeParseObjectInCloudFunction: true, enableInsecureAuthAdapters: false,
  silent: true, logLevel: 'error', logsFolder: null })
await parse.start()
const app = express()
app.use((request, _response, next) => {
  request.headers['x-parse-application-id'] = 'bench'
  const token = request.headers['authentication-token']
  if (token) request.headers['x-parse-session-token'] = token
  next()
})
app.use('/parse', parse.app)
app.listen(Number(port), '127.0.0.1')
`

async function install(folder: string): Promise<string> {
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}')
  await writeFile(join(folder, 'main.js'), PROGRAM)
  const args = ['install', '--no-audit', '--no-fund', '--loglevel', 'error']
  const options = { cwd: folder, timeout: INSTALL_TIMEOUT_MS }
  await promisify(execFile)('npm', [...args, 'parse-server', 'express'], options)
  const about = await readFile(join(folder, 'node_modules/parse-server/package.json'), 'utf8')
  return /"version": "([^"]+)"/.exec(about)?.[1] ?? ''
}

const round = (user_id: string) => ({
  user_id,
  game_type: 'race',
  score: 7,
  start_time: '2026-01-02T03:04:05Z',
})

const user = (id: number) => `user${id}`

/** The first object of each class creates its table. The other rows are copies of it, with the index that they need. */
async function seed(server: Server, database_url: string): Promise<void> {
  const first = { username: 'first', password: PASSWORD, email: 'first@example.com', score: 0 }
  await sendOne(server.url, { method: 'POST', path: '/parse/users', body: first })
  const attribute = { user_id: 'first', key: 'attribute-1', value: 'value 1 of player-1' }
  const objects = { Attribute: attribute, GameRound: round('first') }
  for (const [name, body] of Object.entries(objects)) {
    await sendOne(server.url, { method: 'POST', path: `/parse/classes/${name}`, body })
  }
  const client = new pg.Client(database_url)
  await client.connect()
  await client.query(`
    insert into "_User" ("objectId", "createdAt", "updatedAt", username, email, score, _hashed_password, _rperm, _wperm)
    select 'user' || n, "createdAt", "updatedAt", 'player-' || n, 'player-' || n || '@example.com', 0,
           _hashed_password, array['*', 'user' || n], array['user' || n]
      from "_User" cross join generate_series(1, ${BLOCK}) as n where username = 'first';
    insert into "_Session" ("objectId", "createdAt", "updatedAt", "user", "sessionToken", "expiresAt")
    select 'session' || n, now(), now(), 'user' || n, 'bench-' || lpad(n::text, 37, '0'), now() + interval '1 year'
      from generate_series(1, ${BLOCK}) as n;
    create index on "_Session" ("sessionToken");
    insert into "Attribute" ("objectId", "createdAt", "updatedAt", user_id, key, value)
    select 'a' || n || '-' || k, now(), now(), 'user' || n, 'attribute-' || k, 'value ' || k || ' of player-' || n
      from generate_series(1, ${BLOCK}) as n cross join generate_series(1, ${PER_PLAYER.attributes}) as k;
    create index on "Attribute" (user_id);
    insert into "GameRound" ("objectId", "createdAt", "updatedAt", user_id, game_type, score, start_time)
    select 'r' || n || '-' || k, now(), now(), 'user' || n, 'race', k, '2026-01-02T03:04:05Z'
      from generate_series(1, ${BLOCK}) as n cross join generate_series(1, ${PER_PLAYER.rounds}) as k;
    create index on "GameRound" (user_id, "createdAt")`)
  await client.query('vacuum analyze')
  await client.end()
}

const ofUser = (id: number) => encodeURIComponent(JSON.stringify({ user_id: user(id) }))

const calls: Record<string, (id: number) => Call> = {
  attributes: (id) => ({ method: 'GET', path: `/parse/classes/Attribute?where=${ofUser(id)}` }),
  profile: (id) => ({ method: 'GET', path: `/parse/users/${user(id)}` }),
  rounds: (id) => ({
    method: 'GET',
    path: `/parse/classes/GameRound?where=${ofUser(id)}&order=-createdAt&limit=${PER_PLAYER.rounds}`,
  }),
  add_score: (id) => ({
    method: 'PUT',
    path: `/parse/users/${user(id)}`,
    body: { score: { __op: 'Increment', amount: 1 } },
  }),
  create_round: (id) => ({
    method: 'POST',
    path: '/parse/classes/GameRound',
    body: round(user(id)),
  }),
  sign_in: (id) => ({
    method: 'POST',
    path: '/parse/login',
    body: { username: usernameOf(id), password: PASSWORD },
  }),
}

async function measureCalls(server: Server, benchmark: Benchmark, options: Options) {
  const results: ScenarioResult[] = []
  for (const [name, call] of Object.entries(calls)) {
    if (options.only.length > 0 && !options.only.includes(name)) continue
    const withToken = (id: number) =>
      name === 'sign_in' ? call(id) : { ...call(id), token: tokenOf(id) }
    const sequences = () => samplePlayers(BLOCK).map((id) => [withToken(id)])
    const measured = await benchmark.measure({ server, sequences })
    const { method, path } = call(1)
    const route = `${method} ${decodeURIComponent(path)}`
    results.push({ name, route, target: null, measured })
    options.logProgress(`Parse Server: ${name}: ${Math.round(measured.requests_per_second)}/s`)
  }
  return results
}

/** Measures the closest calls of Parse Server, on the same PostgreSQL and with as many rows. */
export async function measurePeers(options: Options): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-bench-peers-'))
  options.logProgress('installing Parse Server into a temporary folder')
  const version = await install(folder)
  const postgres = await startPostgres()
  const cleanups: (() => Promise<unknown>)[] = [
    () => rm(folder, { recursive: true, force: true }),
    () => postgres.stop(),
  ]
  try {
    const url = await postgres.createDatabase('parse')
    const port = await freePort()
    const args = [join(folder, 'main.js'), url, String(port)]
    const server = await Server.start({ args, cwd: folder, port, ready: '/parse/health' })
    cleanups.push(() => server.stop())
    const began = performance.now()
    await seed(server, url)
    const seeding_seconds = (performance.now() - began) / 1000
    const idle_mb = server.memoryMb() ?? null
    const benchmark = await Benchmark.start(options.folder, options.settings)
    cleanups.push(benchmark.stop)
    const scenarios = await measureCalls(server, benchmark, options)
    return {
      title: `Parse Server ${version} on postgres`,
      users: BLOCK,
      seeding_seconds,
      ready_ms: server.ready_ms,
      idle_mb,
      ceiling: summarizeCeiling(benchmark),
      wrong_ledgers: null,
      scenarios,
    }
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp()
  }
}
