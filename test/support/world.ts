import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { createLog } from '../../src/services/log.ts'
import { type RunningServer, startServer } from '../../src/start.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { statement } from '../../src/storage/statement.ts'
import type { Engine } from '../../src/storage/dialect.ts'
import { checkAnswer } from './contract.ts'
import { encodeBody, exchange, type HeaderFields, type RequestOptions } from './exchange.ts'
import { MIGRATED, MIGRATED_SQLITE, POSTGRES_URLS } from './postgres-user.ts'

export const SYSTEM_KEY = 'tests:only-for-the-tests-0123456789'
const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')

/** `body` is the parsed JSON, or undefined where the answer is plain text. */
export interface Reply {
  status: number
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any
}

async function sendRequest(method: string, url: string, options: RequestOptions): Promise<Reply> {
  const { body, type } = await encodeBody(options)
  const headers = { ...(type ? { 'content-type': type } : {}), ...options.headers }
  const answer = await exchange(method, url, { headers, ...(body === undefined ? {} : { body }) })
  checkAnswer({ method, url, ...answer })
  const is_json = answer.headers.get('content-type')?.startsWith('application/json')
  return { ...answer, body: is_json ? JSON.parse(answer.text) : undefined }
}

/** For many requests that wait for each other: on a busy machine some are refused with 503, and are sent again. */
export async function sendUntilServed(send: () => Promise<Reply>): Promise<Reply> {
  const reply = await send()
  return reply.status === 503 ? sendUntilServed(send) : reply
}

/**
 * Sends requests to a server: without credentials, as a player or with the system key. A path is relative to `/api/v3`,
 * or to the server's root if it starts with `//`.
 */
const databases = new Map<string, Database>()

const countUnreadable = statement<Record<string, never>, { count: number }>(
  (sql) =>
    `select count(*) as count from events where transaction_id >= ${sql.oldestOpenTransaction}`,
)

/** PostgreSQL's readers of the log wait for open transactions, also for those of other tests. */
async function readableLog(url: string): Promise<void> {
  const db = databases.get(url)
  if (!db) return
  while ((await db.first(countUnreadable, {}))?.count !== 0) await sleep(5)
}

export class Client {
  readonly base: string
  readonly headers: HeaderFields

  constructor(base: string, headers: HeaderFields = {}) {
    this.base = base
    this.headers = headers
  }

  async send(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    if (/^\/events(\?|$)/.test(path) && !path.includes('wait=')) await readableLog(this.base)
    const url = path.startsWith('//') ? this.base + path.slice(1) : `${this.base}/api/v3${path}`
    return sendRequest(method, url, {
      ...options,
      headers: { ...this.headers, ...options.headers },
    })
  }

  get = (path: string, headers: HeaderFields = {}) => this.send('GET', path, { headers })
  post = (path: string, json: unknown = {}, headers: HeaderFields = {}) =>
    this.send('POST', path, { json, headers })
  put = (path: string, json: unknown = {}, headers: HeaderFields = {}) =>
    this.send('PUT', path, { json, headers })
  patch = (path: string, json: unknown = {}, headers: HeaderFields = {}) =>
    this.send('PATCH', path, { json, headers })
  delete = (path: string, headers: HeaderFields = {}) => this.send('DELETE', path, { headers })
}

export class Player extends Client {
  readonly id: number
  readonly token: string
  readonly username: string
  readonly email: string

  constructor(
    base: string,
    user: { id: number; username: string; display_email: string; authentication_token: string },
  ) {
    super(base, { 'authentication-token': user.authentication_token })
    this.id = user.id
    this.token = user.authentication_token
    this.username = user.username
    this.email = user.display_email
  }

  /** The path of one of the player's own routes, e.g. `/users/7/add_score`. */
  at = (path: string) => `/users/${this.id}/${path}`

  /** The player's user object as the server shows it now. */
  async profile(): Promise<{ credits: number; score: number; username: string }> {
    return (await this.get(`/users/${this.id}`)).body
  }
}

interface TestServer {
  server: RunningServer
  log: string[]
  close(): Promise<void>
}

let names = 0
/** A name that is used nowhere else in this test run. */
export const unique = (word: string) => `${word}-${process.pid}-${names++}`

/** Of this worker. Its number can be higher than there are workers at once. */
export function postgresUrl(): string | undefined {
  const urls = process.env[POSTGRES_URLS]?.split(' ') ?? []
  return urls[Number(process.env['VITEST_POOL_ID']) % urls.length]
}

export async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client(`${postgresUrl()}/postgres`)
  await client.connect()
  await client.query(sql)
  await client.end()
}

interface TestDatabase {
  url: string
  remove(): Promise<void>
}

/** Copying its files is quicker than what PostgreSQL does by default. */
async function copyDatabase(template: string): Promise<TestDatabase> {
  const name = unique('playkeep').replaceAll('-', '_')
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  return {
    url: `${postgresUrl()}/${name}`,
    remove: () => asAdmin(`drop database ${name} with (force)`),
  }
}

/** A new, empty database; `remove` deletes it. */
export async function emptyDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'playkeep-test-'))
    return {
      url: `sqlite:${join(folder, 'playkeep.db')}`,
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  }
  return copyDatabase('template0')
}

/** One with all tables. */
async function migratedDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'postgres') return copyDatabase(MIGRATED)
  const database = await emptyDatabase('sqlite')
  await copyFile(process.env[MIGRATED_SQLITE] ?? '', database.url.slice('sqlite:'.length))
  return database
}

/** Hashing a password as slowly as for real players would take a tenth of the time of all tests. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** What a test can change about its server besides settings: shorter timeouts, extra routes, older metrics. */
type ServerOptions = Parameters<typeof startServer>[3]

async function startTestServer(
  engine: Engine,
  settings: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  const database = await migratedDatabase(engine)
  const log: string[] = []
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    SYSTEM_KEY,
    RATE_LIMIT: 'off',
    ...settings,
  })
  const db = await openDatabase({ url: config.DATABASE_URL, pool_size: config.DATABASE_POOL })
  const server = await startServer(
    config,
    db,
    createLog(config, { write: (line) => void log.push(line) }),
    { metrics_max_age_ms: 0, password_cost: CHEAP, ...options },
  )
  databases.set(server.url, db)
  return {
    server,
    log,
    async close() {
      databases.delete(server.url)
      await server.stop()
      await database.remove()
    },
  }
}

/** A game of its own for one test, on a running server. */
export class World {
  readonly engine: Engine
  readonly server: RunningServer
  readonly log: string[]
  readonly visitor: Client
  readonly system: Client
  readonly game: { id: number; token: string; name: string; description: string }

  constructor(engine: Engine, { server, log }: TestServer, game: World['game']) {
    this.engine = engine
    this.server = server
    this.log = log
    this.game = game
    this.visitor = new Client(server.url)
    this.system = systemClient(server)
  }

  get context(): Context {
    return this.server.context
  }

  /** What sign-up and other public routes ask of a game's client. */
  get credentials() {
    return { game_id: this.game.id, game_token: this.game.token }
  }

  async player(
    user: { username?: string; email?: string; credits?: number } = {},
  ): Promise<Player> {
    const username = user.username ?? unique('player')
    const email = user.email ?? `${username}@example.com`
    const reply = await this.system.post('/test_suite/create_user', {
      game_id: this.game.id,
      username,
      email,
    })
    if (reply.status !== 201) throw new Error(`the player was not created: ${reply.text}`)
    const player = new Player(this.server.url, reply.body)
    if (user.credits) await player.post(player.at('set_credits'), { credits: user.credits })
    return player
  }

  async item(
    item: { name?: string; cost?: number } = {},
  ): Promise<{ id: number; name: string; cost: number }> {
    const values = { game_id: this.game.id, name: unique('item'), cost: 10, ...item }
    const reply = await this.system.post('/test_suite/create_store_item', values)
    if (reply.status !== 201) throw new Error(`the item was not created: ${reply.text}`)
    return reply.body
  }

  players(count: number): Promise<Player[]> {
    return Promise.all(Array.from({ length: count }, () => this.player()))
  }

  /** A second game on the same server. */
  async otherGame(): Promise<World> {
    return new World(
      this.engine,
      { server: this.server, log: this.log, close: async () => {} },
      await createGame(this.server),
    )
  }
}

const systemClient = (server: Pick<RunningServer, 'url'>) =>
  new Client(server.url, { 'service-key-name': SYSTEM_NAME, 'service-key-token': SYSTEM_TOKEN })

export async function createGame(server: Pick<RunningServer, 'url'>): Promise<World['game']> {
  const reply = await systemClient(server).post('/test_suite/create_game')
  if (reply.status !== 201) throw new Error(`the game was not created: ${reply.text}`)
  return reply.body
}

/** A world on a server and database of its own, for tests with other settings or that look at the whole database. */
export async function openWorld(
  engine: Engine,
  settings: Record<string, string> = {},
  options: ServerOptions = {},
) {
  const test_server = await startTestServer(engine, settings, options)
  const world = new World(engine, test_server, await createGame(test_server.server))
  return { world, close: () => test_server.close() }
}

/** The servers that all tests of a file share, one per engine. */
const testServers = new Map<Engine, Promise<TestServer>>()

function testServerFor(engine: Engine): Promise<TestServer> {
  const test_server = testServers.get(engine) ?? startTestServer(engine)
  testServers.set(engine, test_server)
  return test_server
}

async function closeTestServers(): Promise<void> {
  const open = [...testServers.values()]
  testServers.clear()
  await Promise.all(open.map(async (test_server) => (await test_server).close()))
}

export const ENGINES: Engine[] = ['sqlite', 'postgres']

/** Runs the test once per engine, over real HTTP on a real database, with a new game each time. */
export function onEachEngine(title: string, run: (world: World) => Promise<void>): void {
  afterAll(closeTestServers)
  for (const engine of ENGINES) {
    test(`${title} [${engine}]`, async () => {
      const test_server = await testServerFor(engine)
      await run(new World(engine, test_server, await createGame(test_server.server)))
    })
  }
}
