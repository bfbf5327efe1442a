import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Cluster, freePort, removeNow } from './postgres.ts'
import { makeFolder, postgresUser } from './postgres-user.ts'

const SETTINGS = { max_connections: 100, wal_keep_size: '1GB' }
const STANDBY = 'standby'

async function connect({ url }: Cluster): Promise<pg.Client> {
  const client = new pg.Client(`${url}/postgres`)
  client.on('error', () => {})
  await client.connect()
  return client
}

async function query(cluster: Cluster, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connect(cluster)
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A copy of the running primary that follows it. The primary does not wait for it yet. */
async function createStandby(primary: Cluster, folder: string, port: number): Promise<Cluster> {
  const backup = await connect(primary)
  try {
    await backup.query(`select pg_backup_start('standby', true)`)
    return await primary.copyTo(folder, port, async () => {
      const sql = 'select labelfile from pg_backup_stop(false)'
      const { rows } = await backup.query<{ labelfile: string }>(sql)
      const { hostname, port: primary_port, username, password } = new URL(primary.url)
      const conninfo = `host=${hostname} port=${primary_port} user=${username} password=${password} application_name=${STANDBY}`
      return {
        backup_label: rows[0]?.labelfile ?? '',
        'standby.signal': '',
        // Without the primary's synchronous_standby_names: once promoted, it is alone.
        'postgresql.auto.conf': `primary_conninfo = '${conninfo}'\n`,
      }
    })
  } finally {
    await backup.end()
  }
}

/** From now on, what the primary acknowledges is on the disk of the standby too. */
async function waitForStandby(primary: Cluster): Promise<void> {
  await query(primary, `alter system set synchronous_standby_names = '${STANDBY}'`)
  await query(primary, 'select pg_reload_conf()')
  const is_sync = `select from pg_stat_replication where state = 'streaming' and sync_state = 'sync'`
  for (let tries = 0; (await query(primary, is_sync)).length === 0; tries++) {
    if (tries === 600) throw new Error('the standby did not catch up')
    await sleep(100)
  }
}

/** A primary and a synchronous standby, on two ports that stay the same. */
export class PostgresPair {
  readonly #folder: string
  readonly #abandon: () => void
  #primary: Cluster
  #standby: Cluster | undefined
  #standbys = 0
  readonly #ports: readonly [number, number]

  private constructor(folder: string, primary: Cluster, ports: readonly [number, number]) {
    this.#folder = folder
    this.#primary = primary
    this.#ports = ports
    this.#abandon = () => removeNow(folder)
    process.once('exit', this.#abandon)
  }

  static async start(): Promise<PostgresPair> {
    const folder = await makeFolder('playkeep-pair-', postgresUser())
    const first = join(folder, 'first')
    await mkdir(first)
    const primary = await Cluster.create(first)
    const pair = new PostgresPair(folder, primary, [primary.port, await freePort()])
    try {
      await primary.start(SETTINGS)
      await pair.addStandby()
    } catch (error) {
      await pair.remove()
      throw error
    }
    return pair
  }

  /** Names both, in an order that stays the same. */
  get url(): string {
    const hosts = this.#ports.map((port) => `127.0.0.1:${port}`).join(',')
    const { username, password } = new URL(this.#primary.url)
    return `postgres://${username}:${password}@${hosts}/postgres?target_session_attrs=read-write`
  }

  get primary_url(): string {
    return `${this.#primary.url}/postgres`
  }

  async addStandby(): Promise<void> {
    const port = this.#ports.find((candidate) => candidate !== this.#primary.port) ?? 0
    const folder = join(this.#folder, `standby-${++this.#standbys}`)
    this.#standby = await createStandby(this.#primary, folder, port)
    await this.#standby.start(SETTINGS)
    await waitForStandby(this.#primary)
  }

  /** From now on the standby gets nothing more, and the primary does not wait for it. */
  async disconnectStandby(): Promise<void> {
    if (!this.#standby) throw new Error('there is no standby')
    await query(this.#primary, 'alter system reset synchronous_standby_names')
    await query(this.#standby, `alter system set primary_conninfo = ''`)
    for (const cluster of [this.#primary, this.#standby])
      await query(cluster, 'select pg_reload_conf()')
  }

  killPrimary(): Promise<void> {
    return this.#primary.end('SIGKILL')
  }

  async killStandby(): Promise<void> {
    await this.#standby?.end('SIGKILL')
    this.#standby = undefined
  }

  /** Resolves when the standby has become the primary. */
  async promote(): Promise<void> {
    if (!this.#standby) throw new Error('there is no standby')
    await query(this.#standby, 'select pg_promote()')
    this.#primary = this.#standby
    this.#standby = undefined
  }

  async remove(): Promise<void> {
    process.removeListener('exit', this.#abandon)
    await this.#standby?.end('SIGQUIT')
    await this.#primary.end('SIGQUIT')
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
