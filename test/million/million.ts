import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '../../src/durations.ts'
import {
  createDatabase,
  type DirectDatabase,
  type Engine,
  openDirectly,
} from '../../bench/engines.ts'
import { freePort } from '../support/postgres.ts'
import { playkeep, type Program } from '../support/servers.ts'
import { Reads } from './reads.ts'
import type { MillionReport, Step } from './report.ts'
import { seedPlayers } from './seed.ts'

export interface MillionOptions {
  engine: Engine
  players: number
  /** Of each player. */
  rounds: number
  log: (text: string) => void
}

const SYSTEM_NAME = 'million'
const SYSTEM_TOKEN = 'only-for-this-measurement-0123456789'
const MAX_WAIT_MS = 30 * 60_000
const POLL_MS = 20
const YEAR_MS = 364 * 24 * HOUR_MS
const MAX_RUNS = 20
/** How long a job runs before the server is stopped. */
const INTO_THE_JOB_MS = 1000

type JobName = 'clean_up' | 'ledger_check' | 'statistics'

class Measurement {
  readonly steps: Step[] = []
  readonly #options: MillionOptions
  readonly #folder: string
  readonly #url: string

  constructor(options: MillionOptions, folder: string, url: string) {
    this.#options = options
    this.#folder = folder
    this.#url = url
  }

  async #measure(name: string, work: () => Promise<Omit<Step, 'name' | 'seconds'> | void>) {
    const began = performance.now()
    const more = await work()
    const step = { name, seconds: (performance.now() - began) / 1000, ...more }
    this.steps.push(step)
    this.#options.log(`${name}: ${step.seconds.toFixed(2)} s`)
  }

  async #direct<T>(work: (direct: DirectDatabase) => Promise<T>): Promise<T> {
    const direct = await openDirectly(this.#url)
    try {
      return await work(direct)
    } finally {
      await direct.close()
    }
  }

  /** The named jobs are due when a server starts, all others in an hour. */
  #makeDue(names: JobName[]): Promise<void> {
    return this.#direct(async (direct) => {
      await direct.run('delete from jobs')
      for (const name of ['clean_up', 'ledger_check', 'statistics'] as const) {
        if (names.includes(name)) continue
        await direct.run(
          `insert into jobs (name, due_at) values ('${name}', ${Date.now() + HOUR_MS})`,
        )
      }
    })
  }

  async #waitForJob(name: JobName, column: 'due_at' | 'done_at'): Promise<void> {
    await this.#direct(async (direct) => {
      const sql = `select count(*) from jobs where name = '${name}' and ${column} is not null`
      for (let waited = 0; waited < MAX_WAIT_MS; waited += POLL_MS) {
        if ((await direct.numbers(sql))[0] === 1) return
        await sleep(POLL_MS)
      }
      throw new Error(`the job ${name} did not end`)
    })
  }

  async #start(): Promise<{ program: Program; url: string }> {
    const PORT = String(await freePort())
    const env = {
      PORT,
      DATABASE_URL: this.#url,
      SYSTEM_KEY: `${SYSTEM_NAME}:${SYSTEM_TOKEN}`,
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    }
    const program = playkeep(['serve'], env, this.#folder)
    const url = `http://127.0.0.1:${PORT}`
    for (
      let waited = 0;
      waited < MAX_WAIT_MS && program.process.exitCode === null;
      waited += POLL_MS
    ) {
      const answer = await fetch(`${url}/ready`).catch(() => undefined)
      if (answer?.status === 200) return { program, url }
      await sleep(POLL_MS)
    }
    throw new Error(`the server did not become ready: ${program.stderr}`)
  }

  async #stop(program: Program): Promise<void> {
    const code = await program.kill('SIGTERM')
    if (code !== 0) throw new Error(`the server ended with ${code}: ${program.stderr}`)
  }

  async #command(args: string[], env: Record<string, string> = {}): Promise<void> {
    const program = playkeep(args, { DATABASE_URL: this.#url, ...env }, this.#folder)
    const code = await program.ended
    if (code !== 0) throw new Error(`playkeep ${args[0]} ended with ${code}: ${program.stderr}`)
  }

  async #whileReading(
    url: string,
    work: () => Promise<void>,
  ): Promise<{ longest_read_ms: number }> {
    const reads = new Reads(url, this.#options.players)
    try {
      await work()
    } catch (error) {
      await reads.stop().catch(() => {})
      throw error
    }
    return { longest_read_ms: await reads.stop() }
  }

  async #seed(): Promise<void> {
    await this.#command(['migrate'])
    await this.#command(['create-game', 'A million'])
    const { players, rounds, log } = this.#options
    await this.#direct((direct) =>
      seedPlayers(direct, { count: players, rounds }, (done) =>
        log(`${done.toLocaleString('en')} players are stored`),
      ),
    )
  }

  async #startAndStop(): Promise<void> {
    await this.#makeDue([])
    let program: Program | undefined
    await this.#measure('start, until `/ready` answers 200', async () => {
      program = (await this.#start()).program
    })
    await this.#measure('stop at rest', async () => {
      if (program) await this.#stop(program)
    })
    await this.#makeDue(['ledger_check'])
    const busy = await this.#start()
    await this.#waitForJob('ledger_check', 'due_at')
    await sleep(INTO_THE_JOB_MS)
    await this.#measure('stop during the ledger check', () => this.#stop(busy.program))
  }

  async #runJob(
    name: JobName,
    title: string,
    then: (url: string) => Promise<void> = async () => {},
  ): Promise<void> {
    await this.#makeDue([name])
    const { program, url } = await this.#start()
    await this.#measure(title, () =>
      this.#whileReading(url, () => this.#waitForJob(name, 'done_at')),
    )
    await then(url)
    await this.#stop(program)
  }

  async #cleanUp(): Promise<void> {
    const { players } = this.#options
    await this.#runJob('clean_up', `housekeeping, ${players.toLocaleString('en')} expired answers`)
    const sql = 'select count(*) from answered_requests'
    const [left = 0] = await this.#direct((direct) => direct.numbers(sql))
    const step = this.steps.at(-1)
    if (step && left > 0) step.note = `${left.toLocaleString('en')} are left for the next run`
  }

  async #runCommands(): Promise<void> {
    await this.#makeDue([])
    const { program, url } = await this.#start()
    const file = join(this.#folder, 'backup.ndjson.gz')
    await this.#measure('`playkeep backup`', async () => {
      const reads = await this.#whileReading(url, () => this.#command(['backup', file]))
      const { size } = await stat(file)
      return { ...reads, note: `${(size / 2 ** 20).toFixed(0)} MiB` }
    })
    for (const command of ['verify', 'doctor']) {
      await this.#measure(`\`playkeep ${command}\``, () =>
        this.#whileReading(url, () => this.#command([command])),
      )
    }
    await this.#stop(program)
    const empty = await createDatabase(this.#options.engine)
    try {
      await this.#measure('`playkeep restore`', () =>
        this.#command(['restore', file], { DATABASE_URL: empty.url }),
      )
    } finally {
      await empty.remove()
    }
  }

  /** A run ends after a minute, and the next one goes on. */
  async #countStatistics(): Promise<void> {
    const left_to_count = `select coalesce(max(id), 0) - (select counted_id from statistics_progress
      where source = 'game_rounds') from game_rounds`
    for (let run = 1; run <= MAX_RUNS; run++) {
      await this.#runJob('statistics', `statistics, run ${run} of at most a minute`)
      const [left = 0] = await this.#direct((direct) => direct.numbers(left_to_count))
      if (left <= 0) break
    }
    await this.#makeDue([])
    const { program, url } = await this.#start()
    const year_ago = new Date(Date.now() - YEAR_MS).toISOString().slice(0, 10)
    await this.#request(url, 'overview of the last month in the dashboard', '')
    await this.#request(url, 'overview of the last year', `?from=${year_ago}`)
    await this.#stop(program)
  }

  async #request(url: string, title: string, query: string): Promise<void> {
    const headers = { 'service-key-name': SYSTEM_NAME, 'service-key-token': SYSTEM_TOKEN }
    await this.#measure(title, async () => {
      const path = `/admin/api/games/1/statistics/overview${query}`
      const answer = await fetch(url + path, { headers })
      if (answer.status !== 200) throw new Error(await answer.text())
      await answer.arrayBuffer()
    })
  }

  async run(): Promise<void> {
    await this.#seed()
    await this.#startAndStop()
    await this.#countStatistics()
    await this.#runJob('ledger_check', 'ledger check')
    // Before the housekeeping, so that the backup contains the answers too.
    await this.#runCommands()
    await this.#cleanUp()
  }
}

/** Measures what an operator waits for, on a new database with many players. */
export async function million(options: MillionOptions): Promise<MillionReport> {
  const database = await createDatabase(options.engine)
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-million-'))
  try {
    const measurement = new Measurement(options, folder, database.url)
    await measurement.run()
    return { engine: options.engine, players: options.players, steps: measurement.steps }
  } finally {
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  }
}
