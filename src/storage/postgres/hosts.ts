import pg from 'pg'
import { codeOf } from './errors.ts'

/** `postgres://user@one,two:5433/name` as one URL for each host. */
export function splitHosts(url: string): string[] {
  const [, start = '', hosts = '', end = ''] =
    /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => start + host + end) : [url]
}

const READ_ONLY = '25006'
/** Read-only, ended by an administrator or by a crash, not ready yet. */
const ELSEWHERE = new Set([READ_ONLY, '57P01', '57P02', '57P03'])

/** The server itself says that it takes no writes, or none any more: the primary may be another one by now. */
export const saysElsewhere = (error: unknown) => ELSEWHERE.has(codeOf(error))

/** Fails on a server that takes no writes: a standby, or a primary that was replaced. */
export function refuseReadOnly(read_only: unknown): void {
  if (read_only === 'on')
    throw Object.assign(new Error('PostgreSQL is read-only here'), { code: READ_ONLY })
}

/**
 * Whether a connection keeps its settings and prepared statements. Behind PgBouncer with transaction pooling it keeps no
 * settings, and prepared statements only if PgBouncer looks after them.
 */
export interface Session {
  keeps_settings: boolean
  keeps_statements: boolean
}

function sessionOf(url: string): Session {
  const pgbouncer = /[?&]pgbouncer=(\w+)/.exec(url)?.[1]
  return { keeps_settings: !pgbouncer, keeps_statements: !pgbouncer || pgbouncer === 'prepared' }
}

/** Where new connections go: to the host of the primary, as far as we know. */
export class Hosts {
  readonly #urls: string[]
  readonly session: Session
  #at = 0
  /** Connections from before this time are replaced. */
  left_at = -Infinity

  constructor(url: string) {
    this.#urls = splitHosts(url)
    this.session = sessionOf(url)
  }

  get url(): string {
    return this.#urls[this.#at] ?? ''
  }

  get count(): number {
    return this.#urls.length
  }

  /** After an error: true if the host it came from is to be left. Others may have left it already. */
  leave(error: unknown, url: string): boolean {
    // Another error that PostgreSQL reports is ours, such as a wrong password. If it reports none, it is silent.
    if (error instanceof pg.DatabaseError && !saysElsewhere(error)) return false
    if (url === this.url) {
      this.#at = (this.#at + 1) % this.count
      this.left_at = performance.now()
    }
    return true
  }
}

/** The class of connections that a pool opens: each goes to the host of that moment, and knows it. */
export const createClientClass = (hosts: Hosts) =>
  class extends pg.Client {
    readonly url = hosts.url

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: hosts.url })
    }
  }

export const urlOf = (client: pg.ClientBase) =>
  'url' in client && typeof client.url === 'string' ? client.url : ''
