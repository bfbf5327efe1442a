import type pg from 'pg'
import type { Database } from '../database.ts'
import { connectionOptions } from './connection-options.ts'
import type { Hosts } from './hosts.ts'

const CHANNEL = 'playkeep_events'
const RECONNECT_MS = 1000
const SEND_EVERY_MS = 5

/** Sends signals, of which those that come soon after each other are one: each makes all processes look. */
export function createSignal(send: (sql: string) => Promise<unknown>): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      send(`select pg_notify('${CHANNEL}', '')`).catch(() => {})
    }, SEND_EVERY_MS)
  }
}

type OnConnection = NonNullable<Parameters<Database['listen']>[1]>

/**
 * A connection that listens. While it is away nothing is heard, so whoever listens also looks from time to time. Signals are
 * not sent in the transactions that have something to tell: PostgreSQL lets those commit one after the other.
 */
class Listening {
  readonly #hosts: Hosts
  readonly #onSignal: () => void
  readonly #onConnection: OnConnection
  #client: pg.Client | undefined
  #reconnect: NodeJS.Timeout | undefined
  #is_closed = false
  is_connected = false

  constructor(hosts: Hosts, onSignal: () => void, onConnection: OnConnection) {
    this.#hosts = hosts
    this.#onSignal = onSignal
    this.#onConnection = onConnection
    void this.#connect()
  }

  async #connect(): Promise<void> {
    const { Client, ...options } = connectionOptions(this.#hosts)
    const client = new Client(options)
    let cause: unknown
    client.on('error', (error) => (cause = error))
    client.once('end', () => this.#lose(client, cause))
    client.on('notification', () => this.#onSignal())
    this.#client = client
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      this.is_connected = this.#client === client
      this.#onConnection('connected')
      // What happened before was not heard.
      this.#onSignal()
    } catch (error) {
      client.end().catch(() => {})
      this.#lose(client, error)
    }
  }

  #lose(client: pg.Client, cause: unknown): void {
    if (this.#is_closed || this.#client !== client) return
    this.#client = undefined
    this.is_connected = false
    this.#onConnection('lost', cause)
    this.#reconnect = setTimeout(() => void this.#connect(), RECONNECT_MS)
    this.#reconnect.unref()
  }

  close(): void {
    this.#is_closed = true
    clearTimeout(this.#reconnect)
    this.#client?.end().catch(() => {})
  }
}

/** Those of one process that listen. */
export class Listeners {
  readonly #hosts: Hosts
  readonly #open = new Set<Listening>()
  /** As it was reported. One who comes during an outage does not report it again. */
  #is_lost = false

  constructor(hosts: Hosts) {
    this.#hosts = hosts
  }

  /** Undefined: nobody listens. */
  get connected(): 0 | 1 | undefined {
    if (this.#open.size === 0) return undefined
    return [...this.#open].every(({ is_connected }) => is_connected) ? 1 : 0
  }

  listen: Database['listen'] = (onSignal, onConnection = () => {}) => {
    const listening = new Listening(this.#hosts, onSignal, (state, cause) => {
      if ((state === 'lost') === this.#is_lost) return
      this.#is_lost = state === 'lost'
      onConnection(state, cause)
    })
    this.#open.add(listening)
    return () => {
      this.#open.delete(listening)
      listening.close()
    }
  }
}
