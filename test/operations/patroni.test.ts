import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../support/postgres.ts'
import { makeFolder, postgresUser } from '../support/postgres-user.ts'
import { Program } from '../support/servers.ts'
import { type Pair, tortureFailover } from '../torture/failover.ts'

const PAGE = fileURLToPath(new URL('../../docs/high-availability.md', import.meta.url))
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin').find((folder) =>
  existsSync(join(folder, 'pg_rewind')),
)
const is_installed =
  PROGRAMS !== undefined &&
  spawnSync('patroni', ['--version']).status === 0 &&
  spawnSync('etcd', ['--version']).status === 0
if (!is_installed)
  console.warn(
    'Skipped: Patroni, etcd or PostgreSQL is not installed (Debian: apt-get install patroni etcd-server postgresql).',
  )

const MAX_WAITS = 900

interface Member {
  name: string
  role: string
  state: string
}

type Ports = Record<string, { postgres: number; rest: number }>

/** A program as the user of PostgreSQL. */
function startAsUser(folder: string, command: string, args: string[]): Program {
  const user = postgresUser()
  if (!user) return new Program(command, args, { cwd: folder })
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups']
  return new Program('setpriv', [...ids, command, ...args], { cwd: folder })
}

/** Two PostgreSQL that Patroni looks after, with the configuration of the docs. */
class PatroniPair implements Pair {
  readonly #folder: string
  readonly #ports: Ports
  readonly #etcd: Program
  readonly #running = new Map<string, Program>()
  #primary = 'one'

  private constructor(folder: string, ports: Ports, etcd: Program) {
    this.#folder = folder
    this.#ports = ports
    this.#etcd = etcd
  }

  static async start(): Promise<PatroniPair> {
    const user = postgresUser()
    const folder = await makeFolder('playkeep-patroni-', user)
    if (user) await chown(folder, user.uid, user.gid)
    const [client, peer] = [await freePort(), await freePort()]
    const at = `http://127.0.0.1:${client}`
    const urls = [`--listen-client-urls=${at}`, `--advertise-client-urls=${at}`]
    const args = ['--data-dir=etcd', ...urls, `--listen-peer-urls=http://127.0.0.1:${peer}`]
    const etcd = startAsUser(folder, 'etcd', args)
    const ports = {
      one: { postgres: await freePort(), rest: await freePort() },
      two: { postgres: await freePort(), rest: await freePort() },
    }
    const pair = new PatroniPair(folder, ports, etcd)
    try {
      for (const name of ['one', 'two']) await pair.#configure(name, client)
      pair.#run('one')
      await pair.#waitFor(({ role, state }) => role === 'leader' && state === 'running')
      await pair.addStandby()
    } catch (error) {
      await pair.remove()
      throw error
    }
    return pair
  }

  async #configure(name: string, etcd: number): Promise<void> {
    const { postgres, rest } = this.#portsOf(name)
    const config = /```yaml\n(scope: playkeep\n[^]*?)```/.exec(await readFile(PAGE, 'utf8'))?.[1]
    expect(config).toBeDefined()
    const adapted = (config ?? '')
      .replace('name: one', `name: ${name}`)
      .replace(/hosts: .*/, `hosts: 127.0.0.1:${etcd}`)
      .replaceAll('10.0.0.21:8008', `127.0.0.1:${rest}`)
      .replaceAll('10.0.0.21:5432', `127.0.0.1:${postgres}`)
      .replaceAll('10.0.0.0/24', '127.0.0.1/32')
      .replace(/data_dir: .*/, `data_dir: ${join(this.#folder, name, 'data')}`)
      .replace(/bin_dir: .*/, `bin_dir: ${PROGRAMS}`)
    expect(adapted).not.toContain('10.0.0')
    const user = postgresUser()
    await mkdir(join(this.#folder, name))
    if (user) await chown(join(this.#folder, name), user.uid, user.gid)
    const here = `  pgpass: ${join(this.#folder, name, 'pgpass')}\n  parameters: { unix_socket_directories: '' }\n`
    await writeFile(join(this.#folder, `${name}.yml`), adapted + here)
  }

  #portsOf(name: string) {
    const ports = this.#ports[name]
    if (!ports) throw new Error(`there is no ${name}`)
    return ports
  }

  #run(name: string): void {
    this.#running.set(name, startAsUser(this.#folder, 'patroni', [`${name}.yml`]))
  }

  /** What one of them knows about both. Empty: nobody answers. */
  async #members(): Promise<Member[]> {
    for (const { rest } of Object.values(this.#ports)) {
      try {
        const signal = AbortSignal.timeout(2000)
        const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal })
        const { members }: { members: Member[] } = await answer.json()
        return members
      } catch {
        // It is down.
      }
    }
    return []
  }

  async #waitFor(condition: (member: Member) => boolean): Promise<void> {
    for (let waits = 0; !(await this.#members()).some(condition); waits++) {
      if (waits === MAX_WAITS) {
        const logs = [...this.#running.values()].map(({ stderr }) => stderr.slice(-2000))
        throw new Error(`Patroni did not get there:\n${logs.join('\n\n')}`)
      }
      await sleep(200)
    }
  }

  #waitForStandby = () =>
    this.#waitFor(({ role, state }) => role === 'sync_standby' && /running|streaming/.test(state))

  get url(): string {
    const { one, two } = this.#ports
    const hosts = `127.0.0.1:${one?.postgres},127.0.0.1:${two?.postgres}`
    return `postgres://postgres:change-me-1@${hosts}/postgres?target_session_attrs=read-write`
  }

  get primary_url(): string {
    const { postgres } = this.#portsOf(this.#primary)
    return `postgres://postgres:change-me-1@127.0.0.1:${postgres}/postgres`
  }

  #killPostgres(name: string): void {
    const file = join(this.#folder, name, 'data', 'postmaster.pid')
    if (existsSync(file)) process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL')
  }

  /** As when its machine dies: Patroni and PostgreSQL, which share their output. */
  async #kill(name: string): Promise<void> {
    const ended = this.#running.get(name)?.kill('SIGKILL')
    this.#killPostgres(name)
    this.#running.delete(name)
    await ended
  }

  killPrimary = () => this.#kill(this.#primary)

  async promote(): Promise<void> {
    const old = this.#primary
    await this.#waitFor(
      ({ name, role, state }) => role === 'leader' && name !== old && state === 'running',
    )
    this.#primary = old === 'one' ? 'two' : 'one'
  }

  async addStandby(): Promise<void> {
    this.#run(this.#primary === 'one' ? 'two' : 'one')
    await this.#waitForStandby()
  }

  async remove(): Promise<void> {
    for (const name of this.#running.keys()) await this.#kill(name)
    await this.#etcd.kill('SIGKILL')
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

test.skipIf(!is_installed)(
  'when Patroni replaces a primary that was killed, nothing is lost or done twice, and the same server goes on [postgres]',
  async () => {
    const pair = await PatroniPair.start()
    const log = (text: string) => console.info(text)
    const { failovers, problems } = await tortureFailover({ pair, seed: 7, failovers: 1, log })
    expect(problems).toEqual([])
    expect(failovers[0]?.after_promotion_ms).toBeLessThan(60_000)
  },
)
