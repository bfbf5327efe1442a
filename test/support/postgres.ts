import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolder, PostgresProblem, postgresUser, reachablePrograms } from './postgres-user.ts'

const run = promisify(execFile)

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * Below the ports that systems give to clients: while a server is down, a client that tries to connect could be given
 * its port, and would then talk to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
}

/** Synchronous, since a process that exits waits for nothing. Ends each PostgreSQL that runs in the folder first. */
export function removeNow(folder: string): void {
  if (!existsSync(folder)) return
  for (const path of globSync('{data,*/data}/postmaster.pid', { cwd: folder })) {
    try {
      process.kill(Number(readFileSync(join(folder, path), 'utf8').split('\n')[0]), 'SIGQUIT')
    } catch {
      // It has just ended by itself.
    }
  }
  // Processes that are about to end may still write or delete something, at which the removal stops halfway.
  for (let tries = 0; existsSync(folder) && tries < 100; tries++) {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

const PASSWORD = 'playkeep'
const LOG_SHOWN = 4000
// The same on every machine, whichever languages it has.
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin']
const env = { ...process.env, LC_ALL: 'C' }

const didNotStart = (log: string) => new PostgresProblem(`PostgreSQL did not start:\n${log.trim()}`)

/** A PostgreSQL whose folder is ready; each `start` is a new process. */
export class Cluster {
  readonly port: number
  readonly #folder: string
  readonly #programs: string
  readonly #identity: { uid?: number; gid?: number }
  #process: ChildProcess | undefined

  private constructor(folder: string, port: number, programs: string, identity: object) {
    this.#folder = folder
    this.port = port
    this.#programs = programs
    this.#identity = identity
  }

  static async create(folder: string): Promise<Cluster> {
    const user = postgresUser()
    const programs = await reachablePrograms(folder, user)
    const data = join(folder, 'data')
    const password_file = join(folder, 'password')
    await mkdir(data)
    if (user) await chown(data, user.uid, user.gid)
    await writeFile(password_file, `${PASSWORD}\n`)
    if (user) await chown(password_file, user.uid, user.gid)
    const identity = user ? { uid: user.uid, gid: user.gid } : {}
    const auth = ['--username=postgres', '--auth=password', `--pwfile=${password_file}`]
    const flags = [`--pgdata=${data}`, ...auth, ...LOCALE, '--builtin-locale=C.UTF-8']
    await run(join(programs, 'initdb'), flags, { ...identity, cwd: folder, env }).catch(
      ({ message, stdout }: { message: string; stdout?: string }) => {
        throw didNotStart(`${stdout ?? ''}${message}`.slice(-LOG_SHOWN))
      },
    )
    return new Cluster(folder, await freePort(), programs, identity)
  }

  start(settings: object): Promise<void> {
    // No socket: the path of a temporary folder may be too long for one, and all clients connect by TCP.
    const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const args = ['-D', join(this.#folder, 'data'), '-p', String(this.port), ...flags]
    const child = spawn(join(this.#programs, 'postgres'), args, {
      ...this.#identity,
      cwd: this.#folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.#process = child
    let log = ''
    return new Promise((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-LOG_SHOWN)
        if (/ready to accept (read-only )?connections/.test(log)) resolve()
      })
      child.once('error', ({ message }) => reject(didNotStart(message)))
      child.once('close', () => reject(didNotStart(log)))
    })
  }

  /** Of the process that starts all others of this PostgreSQL. Undefined: it does not run. */
  get pid(): number | undefined {
    return this.#process?.pid
  }

  get url(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.port}`
  }

  /** Copies everything but its log while it runs, and adds the files that `finish` returns. */
  async copyTo(
    folder: string,
    port: number,
    finish: () => Promise<Record<string, string>>,
  ): Promise<Cluster> {
    const [from, to] = [join(this.#folder, 'data'), join(folder, 'data')]
    const { uid, gid } = this.#identity
    const own = async (path: string) => {
      if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
    }
    await mkdir(folder)
    await own(folder)
    const options = { ...this.#identity, cwd: folder, env }
    await run('mkdir', ['-m', '700', to, join(to, 'pg_wal')], options)
    const names = (await readdir(from)).filter((name) => !/^(pg_wal|postmaster\..*)$/.test(name))
    const sources = names.map((name) => join(from, name))
    await run('cp', ['-RPp', ...sources, to], options).catch(({ stderr }: { stderr: string }) => {
      // PostgreSQL deletes temporary files at any time.
      if (/^(?!.*No such file or directory$).+$/m.test(stderr)) throw new Error(stderr)
    })
    for (const [name, text] of Object.entries(await finish())) {
      await writeFile(join(to, name), text)
      await own(join(to, name))
    }
    return new Cluster(folder, port, this.#programs, this.#identity)
  }

  /**
   * SIGINT lets it finish what it writes; SIGQUIT is its crash, after which it recovers from its log. After SIGKILL its
   * processes end by themselves.
   */
  async end(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

/** A real PostgreSQL in a temporary folder: in the first of the `places` that can have one, if any are given. */
export async function startPostgres(
  settings: object = { max_connections: 300 },
  places: string[] = [],
) {
  const folder = await makeFolder('playkeep-postgres-', postgresUser(), places)
  const abandon = () => removeNow(folder)
  process.once('exit', abandon)
  const remove = async () => {
    process.removeListener('exit', abandon)
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    const cluster = await Cluster.create(folder)
    await cluster.start(settings)
    return {
      url: cluster.url,
      pid: () => cluster.pid,
      async restart(signal: 'SIGINT' | 'SIGQUIT') {
        await cluster.end(signal)
        await cluster.start(settings)
      },
      async stop() {
        await cluster.end('SIGINT')
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}
