import { AsyncLocalStorage, createHook } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PerformanceObserver } from 'node:perf_hooks'
import { stealMs } from './steal-time.ts'

/** The longest that one request may keep the event loop from all others. */
const MAX_BLOCK_MS = 250

/** A request that blocked the event loop. */
export interface Block {
  request: string
  /** What counts, without garbage collection, which all requests share. A busy machine or host makes `wall_ms` longer, but not this. */
  cpu_ms: number
  wall_ms: number
  /** The other requests in progress. On SQLite, a transaction may be executed on behalf of one of them. */
  others: string[]
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** What one request has done in one turn of the event loop. */
interface Work {
  name: string
  turn: number
  cpu_us: number
  wall_ms: number
  began_at_ms: number
}

const current = new AsyncLocalStorage<Work>()

const newWork = (name: string): Work => ({
  name,
  turn: 0,
  cpu_us: 0,
  wall_ms: 0,
  began_at_ms: 0,
})

/** Tests number their requests with the header `x-input`, to know which one it was. */
function nameOf({ method = '', url = '', headers }: IncomingMessage): string {
  const input = headers['x-input']
  return `${method} ${url.split('?')[0]}${input === undefined ? '' : ` (input ${String(input)})`}`
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

const MAX_COLLECTIONS = 1000

/** How many milliseconds garbage was collected since a time, up to the beginning of this turn of the event loop. */
function watchCollections(): (from_ms: number) => number {
  const collections: { startTime: number; duration: number }[] = []
  const note = (found: typeof collections) => {
    collections.push(...found)
    collections.splice(0, collections.length - MAX_COLLECTIONS)
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  return (from_ms) => {
    note(observer.takeRecords())
    return collections
      .filter(({ startTime }) => startTime >= from_ms)
      .reduce((total, { duration }) => total + duration, 0)
  }
}

const STEAL_CHECK_MS = 100

/** Returns the steal time since shortly before this turn of the event loop began. */
function watchSteal(): () => number {
  let before = stealMs()
  let now = before
  setInterval(() => {
    before = now
    now = stealMs()
  }, STEAL_CHECK_MS).unref()
  return () => stealMs() - before
}

/** Keeps the event loop busy for so much CPU time that the watchdog must notice, whatever else the machine or its host does. */
export function burn(milliseconds: number): void {
  const usedMs = () => cpuUs() / 1000 - stealMs()
  const end = usedMs() + milliseconds
  while (usedMs() < end);
}

/** Calls `onTurn` once per turn of the event loop. What it schedules does not keep an idle event loop busy. */
function onEachTurn(onTurn: () => void): void {
  const run = () => {
    onTurn()
    setImmediate(run).unref()
  }
  setImmediate(run).unref()
}

interface WatchOptions {
  onBlock: (block: Block) => void
  /** Where the server has a process to itself, work outside of requests counts too, from the first request on. */
  own_process: boolean
}

/** Measures how much CPU time of this thread each request uses per turn of the event loop. */
export function watchRequests({ onBlock, own_process }: WatchOptions): void {
  const in_progress = new Set<Work>()
  let outside: Work | undefined
  subscribe('http.server.request.start', (message) => {
    if (own_process) outside ??= newWork('outside of requests')
    const { request, response } = message as Exchange
    const work = newWork(nameOf(request))
    in_progress.add(work)
    response.once('close', () => in_progress.delete(work))
    current.enterWith(work)
    // What comes after the last byte of a body runs in the context of the connection.
    request.prependListener('end', () => current.enterWith(work))
  })

  const blocks = new Map<Work, string[]>()
  const collectionMs = watchCollections()
  const stealInTurn = watchSteal()
  let turn = 1
  const report = ({ name: request, cpu_us, wall_ms, began_at_ms }: Work, others: string[]) => {
    const cpu_ms = Math.round(cpu_us / 1000 - collectionMs(began_at_ms) - stealInTurn())
    if (cpu_ms > MAX_BLOCK_MS) onBlock({ request, cpu_ms, wall_ms: Math.round(wall_ms), others })
  }
  onEachTurn(() => {
    for (const [work, others] of blocks) report(work, others)
    blocks.clear()
    turn++
  })

  const begun: { id: number; cpu_us: number; at_ms: number }[] = []
  createHook({
    before(id) {
      begun.push({ id, cpu_us: cpuUs(), at_ms: performance.now() })
    },
    after(id) {
      let start = begun.pop()
      // A callback that threw has no end.
      while (start && start.id !== id) start = begun.pop()
      const work = current.getStore() ?? outside
      if (!start || !work) return
      if (work.turn !== turn)
        Object.assign(work, { turn, cpu_us: 0, wall_ms: 0, began_at_ms: start.at_ms })
      work.cpu_us += cpuUs() - start.cpu_us
      work.wall_ms += performance.now() - start.at_ms
      if (work.cpu_us <= MAX_BLOCK_MS * 1000 || blocks.has(work)) return
      const others = [...in_progress].filter((other) => other !== work)
      blocks.set(
        work,
        others.map(({ name }) => name),
      )
    },
  }).enable()
}

/** Measures the CPU time of each turn without steal time, whoever used it. It costs less than `watchRequests`. */
export function watchTurns(onBlock: (cpu_ms: number) => void): void {
  let before_us: number | undefined
  const stealInTurn = watchSteal()
  const start = () => {
    before_us = cpuUs()
    unsubscribe('http.server.request.start', start)
  }
  subscribe('http.server.request.start', start)
  onEachTurn(() => {
    if (before_us === undefined) return
    const used_ms = (cpuUs() - before_us) / 1000
    before_us += used_ms * 1000
    if (used_ms <= MAX_BLOCK_MS) return
    const cpu_ms = used_ms - stealInTurn()
    if (cpu_ms > MAX_BLOCK_MS) onBlock(Math.round(cpu_ms))
  })
}
