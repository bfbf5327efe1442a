import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, type Engine } from '../../bench/engines.ts'
import type { PacedResult } from '../../bench/paced.ts'
import { nextMessage, pinToCore, SERVER_CORE, startLoad } from '../../bench/programs.ts'
import { MAIN, Program, waitForOutput } from '../support/servers.ts'
import { createFixture, type Fixture, SYSTEM_KEY } from './fixture.ts'
import type { HonestOrders } from './honest.ts'
import type { HostileOrders, HostileResult } from './hostile.ts'
import { slopePerMinute, type SoakReport, summarize } from './report.ts'

export interface SoakOptions {
  engine: Engine
  seed: number
  /** How long the attack lasts. The honest players are alone for a quarter of that before. */
  minutes: number
  /** The number of honest players, and of hostile ones. */
  players: number
  /** The names of the attacks to play. Empty: all. */
  only?: string[]
  log?: (text: string) => void
  signal?: AbortSignal
}

const ALONE_SHARE = 0.25
const MAX_WARM_UP_SECONDS = 15
const SAMPLE_MS = 1000
const PROGRESS_SAMPLES = 10

/** Starts one of the load generators. */
function startPlayers(name: 'honest' | 'hostile', orders: HonestOrders | HostileOrders) {
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const players = startLoad(script, name === 'honest' ? 'high' : 'idle')
  players.send(orders)
  return players
}

/** Also returns the players, some of whom have a new token. */
async function playHonestly(orders: HonestOrders, signal: AbortSignal | undefined) {
  const players = startPlayers('honest', orders)
  const abort = () => players.kill()
  signal?.addEventListener('abort', abort)
  try {
    const { result, honest } = await nextMessage<{
      result: PacedResult
      honest: Fixture['honest']
    }>(players)
    return { phase: summarize(result), honest }
  } finally {
    signal?.removeEventListener('abort', abort)
    players.kill()
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** The size of the database with its write-ahead log. */
async function databaseMb(url: string): Promise<number> {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    return (sizeOf(path) + sizeOf(`${path}-wal`)) / 2 ** 20
  }
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) + (select sum(size) from pg_ls_waldir()) as bytes',
  )
  await client.end()
  return Number(rows[0]?.bytes ?? 0) / 2 ** 20
}

class SoakServer {
  readonly program: Program
  readonly database_url: string
  readonly samples: { at_ms: number; value: number }[] = []
  url = ''

  private constructor(database_url: string, folder: string) {
    this.database_url = database_url
    const preload = new URL('./turns.ts', import.meta.url).href
    const args = ['--import', preload, MAIN, 'serve']
    const [command, rest] = pinToCore(SERVER_CORE, process.execPath, args)
    const env = {
      PORT: '0',
      DATABASE_URL: database_url,
      SYSTEM_KEY,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'silent',
      MAIL_OUTBOX: join(folder, 'outbox'),
    }
    this.program = new Program(command, rest, { env, cwd: folder })
  }

  static async start(database_url: string, folder: string): Promise<SoakServer> {
    const server = new SoakServer(database_url, folder)
    server.url = (await waitForOutput(server.program, /API {7}(\S+)\/api\/v3/)).trim()
    return server
  }

  get has_ended(): boolean {
    const { exitCode, signalCode } = this.program.process
    return exitCode !== null || signalCode !== null
  }

  get blocks_ms(): number[] {
    return [...this.program.stderr.matchAll(/^blocked (\d+)$/gm)].map(([, ms]) => Number(ms))
  }

  /** Zero on systems without /proc. */
  memoryMb(): number {
    try {
      const text = readFileSync(`/proc/${this.program.process.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024)
    } catch {
      return 0
    }
  }

  /** Reads the memory every second, and says how it is going. */
  watch(log: (text: string) => void): { stop(): void } {
    const timer = setInterval(() => {
      this.samples.push({ at_ms: performance.now(), value: this.memoryMb() })
      if (this.samples.length % PROGRESS_SAMPLES === 0)
        log(
          `attacked: ${this.samples.at(-1)?.value} MB of memory, ${this.blocks_ms.length} long turns of the event loop`,
        )
    }, SAMPLE_MS)
    return { stop: () => clearInterval(timer) }
  }
}

async function runPhases(server: SoakServer, options: SoakOptions): Promise<SoakReport> {
  const { engine, seed, minutes, players, only = [], signal, log = () => {} } = options
  log(`creating ${2 * players} players`)
  const fixture = await createFixture(server.url, players)
  const seconds = minutes * 60
  const warm_up_seconds = Math.min(MAX_WARM_UP_SECONDS, seconds / 10)
  log('honest players alone')
  const orders = { fixture, seed, seconds: seconds * ALONE_SHARE, warm_up_seconds }
  const { phase: alone, honest } = await playHonestly(orders, signal)
  log(`alone: p50 ${alone.all.p50_ms} ms, p99 ${alone.all.p99_ms} ms; now the attack`)

  const before = await databaseMb(server.database_url)
  const attacked_fixture = { ...fixture, honest }
  const attacked_orders = { fixture: attacked_fixture, seed: seed + 1, seconds, warm_up_seconds }
  const playing = playHonestly(attacked_orders, signal)
  await Promise.race([playing, sleep(warm_up_seconds * 1000)])
  const hostile = startPlayers('hostile', { fixture: attacked_fixture, seed, only })
  const watch = server.watch(log)
  try {
    const middle = sleep(seconds * 500).then(() => databaseMb(server.database_url))
    const { phase: attacked } = await playing
    const crash = server.has_ended ? server.program.stderr.slice(-2000) : ''
    const reported = nextMessage<HostileResult>(hostile)
    hostile.send('stop')
    const attacks = await reported
    const memory = server.samples.map(({ value }) => value)
    return {
      date: new Date().toISOString(),
      engine,
      seed,
      minutes,
      players,
      alone,
      attacked,
      attacks,
      memory_max_mb: Math.max(0, ...memory),
      memory_mb_per_minute: slopePerMinute(server.samples.slice(memory.length / 2)),
      database_mb: { before, middle: await middle, after: await databaseMb(server.database_url) },
      blocks_ms: server.blocks_ms,
      crash,
    }
  } finally {
    watch.stop()
    hostile.kill()
  }
}

/** Honest players alone, then together with hostile ones, on a server of their own. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const database = await createDatabase(options.engine)
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-soak-'))
  let server: SoakServer | undefined
  try {
    server = await SoakServer.start(database.url, folder)
    return await runPhases(server, options)
  } finally {
    await server?.program.kill('SIGKILL')
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
