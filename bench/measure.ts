import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CallSequence, type LoadReport, sendLoad, sendOne, writePlan } from './load.ts'
import { freePort, Server } from './programs.ts'
import type { Measured } from './result.ts'

export interface LoadSettings {
  repeats: number
  seconds: number
  ceiling_seconds: number
  warm_up_seconds: number
  connections: number
}

export interface Sample extends LoadReport {
  requests_per_second: number
  /** CPU time of the server per request. Null: the system does not report it. */
  cpu_us: number | null
  /** The same of the database, if it has processes of its own. */
  database_cpu_us: number | null
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2
}

/** Null if one of the values could not be measured. */
function medianOf<V>(list: V[], pick: (value: V) => number | null): number | null {
  const values = list.map(pick).filter((value) => value !== null)
  return values.length === list.length ? median(values) : null
}

/** What has processes of its own. */
interface Measurable {
  cpuSeconds(): number | undefined
}

/** Starts to count the CPU time; call the answer for the seconds used until then. Null: the system does not report it. */
export function countCpu(what: Measurable | undefined): () => number | null {
  const before = what?.cpuSeconds()
  return () => {
    const after = what?.cpuSeconds()
    return before === undefined || after === undefined ? null : after - before
  }
}

const perRequest = (seconds: number | null, requests: number) =>
  seconds === null ? null : (seconds / requests) * 1e6

const mean = (one: number, other: number) => (one + other) / 2

interface Target {
  server: Server
  database?: Measurable | undefined
  plan: string
  accepts?: boolean
  connections?: number
}

export interface Measurement {
  server: Server
  /** The database of the server. */
  database?: Measurable
  connections?: number | undefined
  /** What is sent in the warm-up and in each repeat. */
  sequences: () => CallSequence[]
  accepts?: boolean
  /** Throws if the first answers are wrong. */
  check?: (answers: string[]) => void
}

/** Measures servers under load, and compares them with the ceiling: a server that does nothing. */
export class Benchmark {
  readonly ceilings: Sample[] = []
  readonly #folder: string
  readonly #settings: LoadSettings
  readonly #ceiling: Target

  private constructor(folder: string, settings: LoadSettings, ceiling: Target) {
    this.#folder = folder
    this.#settings = settings
    this.#ceiling = ceiling
  }

  static async start(folder: string, settings: LoadSettings): Promise<Benchmark> {
    const port = await freePort()
    const script = fileURLToPath(new URL('./ceiling.ts', import.meta.url))
    const server = await Server.start({ args: [script, String(port)], port, ready: '/' })
    const plan = join(folder, 'ceiling.plan')
    await writePlan(plan, [[{ method: 'GET', path: '/', token: 'x'.repeat(43) }]])
    const benchmark = new Benchmark(folder, settings, { server, plan })
    await benchmark.#load(benchmark.#ceiling, settings.warm_up_seconds)
    await benchmark.#measureCeiling()
    return benchmark
  }

  stop = () => this.#ceiling.server.stop()

  async #load(target: Target, seconds: number): Promise<Sample> {
    const { server, plan, accepts = false, connections = this.#settings.connections } = target
    const { url, ready: opener } = server
    const [serverUsed, databaseUsed] = [countCpu(server), countCpu(target.database)]
    const report = await sendLoad({ url, plan, seconds, connections, accepts, opener })
    return {
      ...report,
      requests_per_second: report.requests / report.seconds,
      cpu_us: perRequest(serverUsed(), report.requests),
      database_cpu_us: perRequest(databaseUsed(), report.requests),
    }
  }

  async #measureCeiling(): Promise<Sample> {
    const sample = await this.#load(this.#ceiling, this.#settings.ceiling_seconds)
    this.ceilings.push(sample)
    return sample
  }

  /** Compares one repeat with the ceiling right before and right after it. */
  async #repeat(target: Target) {
    const before = this.ceilings.at(-1) ?? (await this.#measureCeiling())
    const own = await this.#load(target, this.#settings.seconds)
    const after = await this.#measureCeiling()
    const rate = mean(before.requests_per_second, after.requests_per_second)
    const cpu = mean(before.cpu_us ?? NaN, after.cpu_us ?? NaN)
    const memory_mb = target.server.memoryMb() ?? null
    return {
      ...own,
      memory_mb,
      ratio: own.requests_per_second / rate,
      cpu_ratio: own.cpu_us === null ? null : cpu / own.cpu_us,
    }
  }

  async measure({
    server,
    database,
    sequences,
    accepts = false,
    check,
    ...load
  }: Measurement): Promise<Measured> {
    const plan = join(this.#folder, 'scenario.plan')
    const connections = load.connections ?? this.#settings.connections
    const target = { server, database, plan, accepts, connections }
    const first = sequences()
    const answers: string[] = []
    for (const call of first.pop() ?? []) answers.push(await sendOne(server.url, call))
    check?.(answers)
    await writePlan(plan, first)
    const warm_up = await this.#load(target, this.#settings.warm_up_seconds)
    const repeats = []
    for (let count = 0; count < this.#settings.repeats; count++) {
      await writePlan(plan, sequences())
      repeats.push(await this.#repeat(target))
    }
    const failures = repeats.reduce((sum, repeat) => sum + repeat.failures, warm_up.failures)
    return {
      requests_per_second: median(repeats.map((repeat) => repeat.requests_per_second)),
      p50_ms: median(repeats.map(({ p50_ms }) => p50_ms)),
      p99_ms: median(repeats.map(({ p99_ms }) => p99_ms)),
      ratio: median(repeats.map(({ ratio }) => ratio)),
      cpu_us: medianOf(repeats, ({ cpu_us }) => cpu_us),
      database_cpu_us: medianOf(repeats, ({ database_cpu_us }) => database_cpu_us),
      cpu_ratio: medianOf(repeats, ({ cpu_ratio }) => cpu_ratio),
      memory_mb: medianOf(repeats, ({ memory_mb }) => memory_mb),
      failures,
    }
  }
}
