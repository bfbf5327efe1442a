import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Engine } from '../../src/storage/dialect.ts'
import { freePort, startPostgres } from '../support/postgres.ts'
import { MAIN, Program } from '../support/servers.ts'
import { SYSTEM_KEY } from './load.ts'

/** A database in which faults can be injected; a fault that the engine does not support does nothing. */
interface TestDatabase {
  url: string
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Terminates the server's connections and returns their number. */
  dropConnections(): Promise<number>
  remove(): Promise<void>
}

interface TemporaryDatabase extends TestDatabase {
  /** Returns the URL of a second, empty database, which is removed with this one. */
  createSecond(): Promise<string>
}

async function createSqlite(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-torture-'))
  return {
    ...existingDatabase(`sqlite:${join(folder, 'playkeep.db')}`),
    createSecond: async () => `sqlite:${join(folder, 'second.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createPostgres(): Promise<TemporaryDatabase> {
  const { url, restart, stop } = await startPostgres()
  const query = async (sql: string) => {
    const client = new pg.Client(`${url}/postgres`)
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query(sql)).rowCount ?? 0
    } finally {
      await client.end()
    }
  }
  const dropConnections = () =>
    query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'playkeep'`,
    )
  const createSecond = async () => {
    await query('create database second')
    return `${url}/second`
  }
  return { url: `${url}/postgres`, restart, dropConnections, createSecond, remove: stop }
}

export const createDatabase = (engine: Engine): Promise<TemporaryDatabase> =>
  engine === 'sqlite' ? createSqlite() : createPostgres()

/** A database such as a restored backup, which is not removed when its server is closed. */
export const existingDatabase = (url: string): TestDatabase => ({
  url,
  restart: async () => {},
  dropConnections: async () => 0,
  remove: async () => {},
})

const MAX_READY_CHECKS = 1200

interface LaunchOptions {
  planted_fault?: string | undefined
  /** How many processes share the port. */
  workers?: number | undefined
}

/** A server process and its database. The port stays the same after a restart. */
export class ServerUnderTest {
  readonly database: TestDatabase
  readonly url: string
  /** The output of each server process that exited without being killed by the test. */
  readonly crashes: string[] = []
  readonly #options: LaunchOptions
  #program: Program | undefined

  private constructor(database: TestDatabase, port: number, options: LaunchOptions) {
    this.database = database
    this.url = `http://127.0.0.1:${port}`
    this.#options = options
  }

  static async launch(
    database: TestDatabase,
    options: LaunchOptions = {},
  ): Promise<ServerUnderTest> {
    const server = new ServerUnderTest(database, await freePort(), options)
    try {
      await server.start()
    } catch (error) {
      await server.close()
      throw error
    }
    return server
  }

  /** Starts a process and waits until it is ready. A previous process must have ended. */
  async start(): Promise<void> {
    const { planted_fault, workers = 1 } = this.#options
    const patch = planted_fault && new URL(`./faults/${planted_fault}.ts`, import.meta.url).href
    const args = [...(patch ? ['--import', patch] : []), MAIN, 'serve']
    const { port } = new URL(this.url)
    const env = {
      PORT: port,
      DATABASE_URL: this.database.url,
      WORKERS: String(workers),
      SYSTEM_KEY,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
    }
    const program = new Program(process.execPath, args, { env })
    this.#program = program
    void program.ended.then(() => this.#recordExit(program))
    for (let checks = 0; checks < MAX_READY_CHECKS && this.#program === program; checks++) {
      if ((await fetch(`${this.url}/ready`).catch(() => undefined))?.ok) return
      await sleep(25)
    }
    throw new Error(`the server did not become ready: ${program.stderr}${program.stdout}`)
  }

  get is_running(): boolean {
    return this.#program !== undefined
  }

  #recordExit(program: Program): void {
    if (program !== this.#program) return
    this.crashes.push(`${program.stderr}${program.stdout}`)
    this.#program = undefined
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const program = this.#program
    this.#program = undefined
    await program?.kill(signal)
  }

  /** Kills the server, and removes its database if it is temporary. */
  async close(): Promise<void> {
    await this.kill()
    await this.database.remove()
  }
}
