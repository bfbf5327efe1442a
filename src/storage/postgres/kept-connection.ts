import type pg from 'pg'
import type { SilenceWatch } from './silence-watch.ts'

interface Source {
  acquire: () => Promise<pg.PoolClient>
  watch: SilenceWatch
}

/** A connection that is opened when it is first needed and then kept. One that is lost, old or given up is replaced. */
export class KeptConnection {
  readonly #source: Source
  #client: pg.PoolClient | undefined
  #connecting: Promise<pg.PoolClient> | undefined
  onNew: (client: pg.PoolClient) => void = () => {}
  onDropped: () => void = () => {}

  constructor(source: Source) {
    this.#source = source
  }

  get(): pg.PoolClient | Promise<pg.PoolClient> {
    return this.#client ?? (this.#connecting ??= this.#connect())
  }

  isCurrent(client: pg.PoolClient): boolean {
    return this.#client === client
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const { acquire, watch } = this.#source
      const client = await acquire()
      client.once('error', () => this.drop(client))
      watch.whenOld(client, () => this.drop(client))
      this.onNew(client)
      return (this.#client = client)
    } finally {
      this.#connecting = undefined
    }
  }

  /** The next one who needs it opens a new one. This one is closed when what was sent on it is answered. */
  drop(client: pg.PoolClient): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.onDropped()
    client.release(true)
  }

  async close(): Promise<void> {
    await this.#connecting?.catch(() => {})
    const client = this.#client
    // A connection that the server cuts from now on is no longer ours to release.
    this.#client = undefined
    client?.release()
  }
}
