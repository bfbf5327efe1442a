// What tests of game code import as 'playkeep/game/testing'.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from './config.ts'
import { startServer } from './start.ts'
import { openDatabase } from './storage/open.ts'

/** An answer of the server. */
export interface Answer {
  status: number
  /** The parsed JSON, or undefined where the server has refused. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any
  /** The sentence of a refusal; empty if there is none. */
  sentence: string
  /** The code of a refusal, such as `refused_by_game`; empty if there is none. */
  code: string
  /** What the code itself calls its refusal; empty if it has not. */
  game_refusal: string
}

type Fields = Record<string, unknown>

interface Time {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

const toMs = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Time) =>
  (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000

/** The clock of the server, which stands still until it is moved. */
class TestClock {
  #at: number

  constructor(at: Date) {
    this.#at = at.getTime()
  }

  get now(): Date {
    return new Date(this.#at)
  }

  set(at: Date): void {
    this.#at = at.getTime()
  }

  advance(time: Time): void {
    this.#at += toMs(time)
  }
}

class Caller {
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor(url: string, headers: Record<string, string>) {
    this.#url = url
    this.#headers = headers
  }

  /** The path is the one of the API reference, without `/api/v3`. */
  async send(
    method: string,
    path: string,
    fields?: Fields,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(this.#url + path, {
      method,
      headers: { ...this.#headers, 'content-type': 'application/json', ...headers },
      ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
    })
    const text = await response.text()
    const is_json = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      body: is_json ? JSON.parse(text) : undefined,
      sentence: is_json ? '' : text,
      code: response.headers.get('x-error-code') ?? '',
      game_refusal: response.headers.get('x-game-refusal') ?? '',
    }
  }

  get = (path: string) => this.send('GET', path)
  post = (path: string, fields: Fields = {}) => this.send('POST', path, fields)
  put = (path: string, fields: Fields = {}) => this.send('PUT', path, fields)
  delete = (path: string, fields: Fields = {}) => this.send('DELETE', path, fields)
}

/** A player who acts over HTTP, as in a real game. */
export class TestPlayer extends Caller {
  readonly id: number
  readonly username: string
  /** For `POST /sessions`. */
  readonly password = 'password'

  constructor(url: string, user: { id: number; username: string; authentication_token: string }) {
    super(url, { 'authentication-token': user.authentication_token })
    this.id = user.id
    this.username = user.username
  }

  /** The path of one of the player's own routes: `at('add_score')` is `/users/7/add_score`. */
  at = (path: string) => `/users/${this.id}/${path}`

  /** Name, credits and score as they are now. */
  async profile(): Promise<{ id: number; username: string; credits: number; score: number }> {
    return (await this.get(`/users/${this.id}?with_full_data=false`)).body
  }
}

export interface TestGame {
  id: number
  /** With which clients of the game sign up. */
  token: string
  /** Of the server, with `/api/v3`. */
  url: string
  clock: TestClock
  /** A new player of the game, without a sign-up: to test that, send `POST /users` with `id` and `token`. */
  player(username?: string): Promise<TestPlayer>
  /** A new item in the store. */
  item(item: { name: string; cost: number }): Promise<{ id: number; name: string; cost: number }>
  /** Runs what is due by the clock: handlers of events, jobs, and what was enqueued. Resolves with what has failed. */
  runTasks(): Promise<{ hook: string; error: Error }[]>
  close(): Promise<void>
}

/** Fast, because nobody steals the passwords of a test. */
const PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * A server with the code of this folder, on an empty database. Its clock begins now, unless `now` says otherwise. What the
 * code throws is printed; `log_level` of `silent` hides it.
 */
export async function testGame(
  folder: string,
  { now = new Date(), log_level = 'error' }: { now?: Date; log_level?: string } = {},
): Promise<TestGame> {
  const data = await mkdtemp(join(tmpdir(), 'playkeep-test-game-'))
  const [key_name, key_token] = ['test', randomBytes(16).toString('hex')]
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: `sqlite:${join(data, 'playkeep.db')}`,
    SYSTEM_KEY: `${key_name}:${key_token}`,
    RATE_LIMIT: 'off',
    LOG_LEVEL: log_level,
    GAME_CODE: folder,
  })
  const log = pino({ level: config.LOG_LEVEL }, pino.destination({ dest: 2, sync: true }))
  const db = await openDatabase({ url: config.DATABASE_URL, pool_size: config.DATABASE_POOL })
  const clock = new TestClock(now)
  const server = await startServer(config, db, log, {
    password_cost: PASSWORD_COST,
    now: () => clock.now.getTime(),
    // A test must not fail because the machine is busy.
    game_code_limit_ms: 5000,
  })
  const url = `${server.url}/api/v3`
  const system = new Caller(url, { 'service-key-name': key_name, 'service-key-token': key_token })
  const create = async (path: string, fields: Fields) => {
    const { status, body, sentence } = await system.post(path, fields)
    if (status >= 300) throw new Error(`${path}: ${status} ${sentence}`)
    return body
  }
  const game: { id: number; token: string } = await create('/test_suite/create_game', {})
  let names = 0
  return {
    id: game.id,
    token: game.token,
    url,
    clock,
    async player(username = `player${++names}`) {
      const email = `${username}@example.com`
      const user = await create('/test_suite/create_user', { game_id: game.id, username, email })
      return new TestPlayer(url, user)
    },
    item: (item) => create('/test_suite/create_store_item', { game_id: game.id, ...item }),
    runTasks: () => server.runGameTasks(),
    async close() {
      await server.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}
