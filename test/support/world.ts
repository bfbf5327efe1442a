import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, inject, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { createLog } from '../../src/services/log.ts'
import { type RunningServer, startServer } from '../../src/start.ts'
import { openDatabase } from '../../src/storage/open.ts'
import type { Engine } from '../../src/storage/dialect.ts'

const SYSTEM_KEY = 'tests:only-for-the-tests-0123456789'
const [SYSTEM_NAME = '', SYSTEM_TOKEN = ''] = SYSTEM_KEY.split(':')

/** An answer. `body` is what the JSON says, or undefined where the answer is plain text. */
export interface Reply {
  status: number
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any
}

type Headers_ = Record<string, string>

interface Sent {
  json?: unknown
  form?: Record<string, string>
  multipart?: Record<string, string>
  /** Sent as it is. */
  raw?: string
  headers?: Headers_
}

function encode({ json, form, multipart, raw }: Sent): { body?: BodyInit; type?: string } {
  if (raw !== undefined) return { body: raw }
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  if (form) return { body: new URLSearchParams(form) }
  if (!multipart) return {}
  const data = new FormData()
  for (const [name, value] of Object.entries(multipart)) data.set(name, value)
  return { body: data }
}

async function call(method: string, url: string, sent: Sent): Promise<Reply> {
  const { body, type } = encode(sent)
  const headers = { ...(type ? { 'content-type': type } : {}), ...sent.headers }
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const text = await response.text()
  const is_json = response.headers.get('content-type')?.startsWith('application/json')
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: is_json ? JSON.parse(text) : undefined,
  }
}

/** Someone who talks to the server: the plain visitor, a player or the system. */
export class Client {
  readonly base: string
  readonly headers: Headers_

  constructor(base: string, headers: Headers_ = {}) {
    this.base = base
    this.headers = headers
  }

  send(method: string, path: string, sent: Sent = {}): Promise<Reply> {
    const url = path.startsWith('//') ? this.base + path.slice(1) : `${this.base}/api/v3${path}`
    return call(method, url, { ...sent, headers: { ...this.headers, ...sent.headers } })
  }

  get = (path: string, headers: Headers_ = {}) => this.send('GET', path, { headers })
  post = (path: string, json: unknown = {}, headers: Headers_ = {}) =>
    this.send('POST', path, { json, headers })
  put = (path: string, json: unknown = {}, headers: Headers_ = {}) =>
    this.send('PUT', path, { json, headers })
  patch = (path: string, json: unknown = {}, headers: Headers_ = {}) =>
    this.send('PATCH', path, { json, headers })
  delete = (path: string, headers: Headers_ = {}) => this.send('DELETE', path, { headers })
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

  /** The path of something of this player's own. */
  at = (path: string) => `/users/${this.id}/${path}`

  /** What the server says of this player now. */
  async own(): Promise<{ credits: number; score: number; username: string }> {
    return (await this.get(`/users/${this.id}`)).body
  }
}

interface House {
  server: RunningServer
  log: string[]
  close(): Promise<void>
}

let names = 0
/** A name that no other test uses. */
export const unique = (word: string) => `${word}-${process.pid}-${(names++).toString(36)}`

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client(`${inject('postgres_url')}/postgres`)
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** An empty database of one engine, and how to get rid of it. */
export async function emptyDatabase(
  engine: Engine,
): Promise<{ url: string; remove(): Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'playkeep-test-'))
    return {
      url: `sqlite:${join(folder, 'playkeep.db')}`,
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  }
  const name = unique('playkeep').replaceAll('-', '_')
  await asAdmin(`create database ${name}`)
  return {
    url: `${inject('postgres_url')}/${name}`,
    remove: () => asAdmin(`drop database ${name} with (force)`),
  }
}

/** What a test may put into its server besides settings: less patience with the slow, and faulty routes. */
type More = Parameters<typeof startServer>[3]

async function openHouse(
  engine: Engine,
  settings: Record<string, string> = {},
  more: More = {},
): Promise<House> {
  const database = await emptyDatabase(engine)
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
    more,
  )
  return {
    server,
    log,
    async close() {
      await server.stop()
      await database.remove()
    },
  }
}

/** One test's own game on a running server. */
export class World {
  readonly engine: Engine
  readonly server: RunningServer
  readonly log: string[]
  readonly visitor: Client
  readonly system: Client
  readonly game: { id: number; token: string; name: string; description: string }

  constructor(engine: Engine, house: House, game: World['game']) {
    this.engine = engine
    this.server = house.server
    this.log = house.log
    this.game = game
    this.visitor = new Client(house.server.url)
    this.system = systemOf(house.server)
  }

  get context(): Context {
    return this.server.context
  }

  get door() {
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
    if (reply.status !== 201) throw new Error(`no player: ${reply.text}`)
    const player = new Player(this.server.url, reply.body)
    if (user.credits) await player.post(player.at('set_credits'), { credits: user.credits })
    return player
  }

  async item(
    item: { name?: string; cost?: number } = {},
  ): Promise<{ id: number; name: string; cost: number }> {
    const values = { game_id: this.game.id, name: unique('item'), cost: 10, ...item }
    const reply = await this.system.post('/test_suite/create_store_item', values)
    if (reply.status !== 201) throw new Error(`no item: ${reply.text}`)
    return reply.body
  }

  players(count: number): Promise<Player[]> {
    return Promise.all(Array.from({ length: count }, () => this.player()))
  }

  /** Another game on the same server. */
  async elsewhere(): Promise<World> {
    return new World(
      this.engine,
      { server: this.server, log: this.log, close: async () => {} },
      await newGame(this.server),
    )
  }
}

const systemOf = (server: RunningServer) =>
  new Client(server.url, { 'service-key-name': SYSTEM_NAME, 'service-key-token': SYSTEM_TOKEN })

async function newGame(server: RunningServer): Promise<World['game']> {
  const reply = await systemOf(server).post('/test_suite/create_game')
  if (reply.status !== 201) throw new Error(`no game: ${reply.text}`)
  return reply.body
}

export async function openWorld(
  engine: Engine,
  settings: Record<string, string> = {},
  more: More = {},
) {
  const house = await openHouse(engine, settings, more)
  const world = new World(engine, house, await newGame(house.server))
  return { world, close: () => house.close() }
}

const houses = new Map<Engine, Promise<House>>()

function houseOf(engine: Engine): Promise<House> {
  const house = houses.get(engine) ?? openHouse(engine)
  houses.set(engine, house)
  return house
}

async function closeHouses(): Promise<void> {
  const open = [...houses.values()]
  houses.clear()
  await Promise.all(open.map(async (house) => (await house).close()))
}

export const ENGINES: Engine[] = ['sqlite', 'postgres']

/** The same promise, kept by both engines, each with a real database behind a real server. */
export function onEachEngine(title: string, prove: (world: World) => Promise<void>): void {
  afterAll(closeHouses)
  for (const engine of ENGINES) {
    test(`${title} [${engine}]`, async () => {
      const house = await houseOf(engine)
      await prove(new World(engine, house, await newGame(house.server)))
    })
  }
}
