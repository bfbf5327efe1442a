import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LoadReport, send, sendOne, type Visit, writePlan } from './load.ts'
import { freePort, Server } from './programs.ts'
import type { Measured } from './result.ts'

export interface Effort {
  repeats: number
  seconds: number
  ceiling_seconds: number
  warm_up_seconds: number
  connections: number
}

export interface Sample extends LoadReport {
  requests_per_second: number
  /** Of the server's own time, per request. */
  cpu_us: number | null
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const high = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2
}

/** Null where one of them could not be measured. */
function medianOf<V>(list: V[], pick: (value: V) => number | null): number | null {
  const values = list.map(pick).filter((value) => value !== null)
  return values.length === list.length ? median(values) : null
}

const mean = (one: number, other: number) => (one + other) / 2

interface Target {
  server: Server
  plan: string
  accepts?: boolean
  connections?: number
}

export interface Load {
  server: Server
  connections?: number | undefined
  /** What is sent in one turn: the warm-up, or a repeat. */
  visits: () => Visit[]
  accepts?: boolean
  /** Throws where the first answers are not what they should be. */
  check?: (answers: string[]) => void
}

/** Loads servers and compares what they do with a server that does nothing. */
export class Gauge {
  readonly ceilings: Sample[] = []
  readonly #folder: string
  readonly #effort: Effort
  readonly #ceiling: Target

  private constructor(folder: string, effort: Effort, ceiling: Target) {
    this.#folder = folder
    this.#effort = effort
    this.#ceiling = ceiling
  }

  static async start(folder: string, effort: Effort): Promise<Gauge> {
    const port = await freePort()
    const script = fileURLToPath(new URL('./ceiling.ts', import.meta.url))
    const server = await Server.start({ args: [script, String(port)], port, ready: '/' })
    const plan = join(folder, 'ceiling.plan')
    await writePlan(plan, [[{ method: 'GET', path: '/', token: 'x'.repeat(43) }]])
    const gauge = new Gauge(folder, effort, { server, plan })
    await gauge.#load(gauge.#ceiling, effort.warm_up_seconds)
    await gauge.#measureCeiling()
    return gauge
  }

  stop = () => this.#ceiling.server.stop()

  async #load(target: Target, seconds: number): Promise<Sample> {
    const { server, plan, accepts = false, connections = this.#effort.connections } = target
    const { url, ready: opener } = server
    const before = server.cpuSeconds()
    const report = await send({ url, plan, seconds, connections, accepts, opener })
    const after = server.cpuSeconds()
    const used = before === undefined || after === undefined ? null : after - before
    return {
      ...report,
      requests_per_second: report.requests / report.seconds,
      cpu_us: used === null ? null : (used / report.requests) * 1e6,
    }
  }

  async #measureCeiling(): Promise<Sample> {
    const sample = await this.#load(this.#ceiling, this.#effort.ceiling_seconds)
    this.ceilings.push(sample)
    return sample
  }

  /** One repeat beside the ceilings before and after it. */
  async #repeat(target: Target) {
    const before = this.ceilings.at(-1) ?? (await this.#measureCeiling())
    const own = await this.#load(target, this.#effort.seconds)
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

  async measure({ server, visits, accepts = false, check, ...load }: Load): Promise<Measured> {
    const plan = join(this.#folder, 'scenario.plan')
    const connections = load.connections ?? this.#effort.connections
    const target = { server, plan, accepts, connections }
    const first = visits()
    const answers: string[] = []
    for (const call of first.pop() ?? []) answers.push(await sendOne(server.url, call))
    check?.(answers)
    await writePlan(plan, first)
    const warm_up = await this.#load(target, this.#effort.warm_up_seconds)
    const repeats = []
    for (let count = 0; count < this.#effort.repeats; count++) {
      await writePlan(plan, visits())
      repeats.push(await this.#repeat(target))
    }
    const failures = repeats.reduce((sum, repeat) => sum + repeat.failures, warm_up.failures)
    return {
      requests_per_second: median(repeats.map((repeat) => repeat.requests_per_second)),
      p50_ms: median(repeats.map(({ p50_ms }) => p50_ms)),
      p99_ms: median(repeats.map(({ p99_ms }) => p99_ms)),
      ratio: median(repeats.map(({ ratio }) => ratio)),
      cpu_us: medianOf(repeats, ({ cpu_us }) => cpu_us),
      cpu_ratio: medianOf(repeats, ({ cpu_ratio }) => cpu_ratio),
      memory_mb: medianOf(repeats, ({ memory_mb }) => memory_mb),
      failures,
    }
  }
}
