import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Engine } from '../../src/storage/dialect.ts'
import { freePort, startPostgres } from '../support/postgres.ts'
import { MAIN, Program } from '../support/servers.ts'
import { SYSTEM_KEY } from './load.ts'

/** A database whose failures can be caused on purpose; what an engine does not support does nothing. */
interface Store {
  url: string
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  /** Terminates the server's connections and returns their number. */
  cut(): Promise<number>
  remove(): Promise<void>
}

interface OwnStore extends Store {
  /** The URL of a second, empty database, which is removed with this one. */
  another(): Promise<string>
}

async function sqliteStore(): Promise<OwnStore> {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-torture-'))
  return {
    ...storeAt(`sqlite:${join(folder, 'playkeep.db')}`),
    another: async () => `sqlite:${join(folder, 'another.db')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function postgresStore(): Promise<OwnStore> {
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
  const cut = () =>
    query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'playkeep'`,
    )
  const another = async () => {
    await query('create database another')
    return `${url}/another`
  }
  return { url: `${url}/postgres`, restart, cut, another, remove: stop }
}

export const emptyStore = (engine: Engine): Promise<OwnStore> =>
  engine === 'sqlite' ? sqliteStore() : postgresStore()

/** A database that exists already, such as a restored backup; its creator removes it. */
export const storeAt = (url: string): Store => ({
  url,
  restart: async () => {},
  cut: async () => 0,
  remove: async () => {},
})

const READY_MOST_TRIES = 1200

/** A server process and its database; the port stays the same when the server is started again. */
export class House {
  readonly store: Store
  readonly url: string
  /** The output of servers that ended by themselves. */
  readonly crashes: string[] = []
  readonly #fault: string | undefined
  #program: Program | undefined

  private constructor(store: Store, port: number, fault: string | undefined) {
    this.store = store
    this.url = `http://127.0.0.1:${port}`
    this.#fault = fault
  }

  static async open(store: Store, fault?: string): Promise<House> {
    const house = new House(store, await freePort(), fault)
    try {
      await house.start()
    } catch (error) {
      await house.close()
      throw error
    }
    return house
  }

  async start(): Promise<void> {
    const hook = this.#fault && new URL(`./faults/${this.#fault}.ts`, import.meta.url).href
    const args = [...(hook ? ['--import', hook] : []), MAIN, 'serve']
    const { port } = new URL(this.url)
    const env = { PORT: port, DATABASE_URL: this.store.url, SYSTEM_KEY, RATE_LIMIT: 'off' }
    const program = new Program(process.execPath, args, { env: { ...env, LOG_LEVEL: 'error' } })
    this.#program = program
    void program.ended.then(() => this.#note(program))
    for (let tries = 0; tries < READY_MOST_TRIES && this.#program === program; tries++) {
      if ((await fetch(`${this.url}/ready`).catch(() => undefined))?.ok) return
      await sleep(25)
    }
    throw new Error(`the server did not get ready: ${program.stderr}${program.stdout}`)
  }

  get is_running(): boolean {
    return this.#program !== undefined
  }

  #note(program: Program): void {
    if (program !== this.#program) return
    this.crashes.push(`${program.stderr}${program.stdout}`)
    this.#program = undefined
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const program = this.#program
    this.#program = undefined
    await program?.kill(signal)
  }

  async close(): Promise<void> {
    await this.kill()
    await this.store.remove()
  }
}
