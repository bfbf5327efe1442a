import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_TIMEOUT_MS = 20_000
const TICKS_PER_SECOND = 100

const isInstalled = (command: string) => !spawnSync(command, ['--version']).error

/** Servers run on one core and the load generator on another, if the machine allows it. */
export const is_pinned = isInstalled('taskset') && cpus().length > 1
export const SERVER_CORE = 0
export const LOAD_CORE = 1

export const load_generator = isInstalled('wrk') ? 'wrk' : 'autocannon'

export function pinToCore(core: number, command: string, args: string[]): [string, string[]] {
  return is_pinned ? ['taskset', ['-c', String(core), command, ...args]] : [command, args]
}

/** The environment of this process without variables that would configure a server. */
export function environment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  return { PATH, HOME, TMPDIR, ...settings }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/**
 * User and system time so far, of all threads of a process and of the processes that it has started, also of those that
 * have ended. Undefined: the system does not report it.
 */
export function cpuSecondsOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain spaces. Fields 14 to 17: user and system time, and both of children that have ended.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const own =
      fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
    return children.reduce((sum, child) => sum + (cpuSecondsOf(Number(child)) ?? 0), own)
  } catch {
    return undefined
  }
}

/** Only some users may set these. */
const REAL_TIME = ['chrt', '--rr', '1']
const HIGHEST_PRIORITY = ['nice', '-n', '-20']

function works([command = '', ...args]: string[]): boolean {
  const { status, stderr } = spawnSync(command, [...args, 'true'])
  return status === 0 && stderr.length === 0
}

const COMMANDS = {
  high: [REAL_TIME, HIGHEST_PRIORITY].find(works) ?? [],
  normal: [],
  // Linux takes the core from it at once. A program of the lowest priority keeps it for some milliseconds.
  idle: isInstalled('chrt') ? ['chrt', '-i', '0'] : ['nice', '-n', '19'],
}

const heapSettings = (semi_space_mb: number) => [
  '--single-threaded-gc',
  `--max-semi-space-size=${semi_space_mb}`,
]

/**
 * On one core, V8's threads for garbage would take turns with what is measured. Rare collections cost least, but each stops the
 * program for longer, so the one that measures collects often.
 */
const HEAPS = { high: heapSettings(2), normal: heapSettings(64), idle: heapSettings(64) }

/**
 * Linux may share a core equally between sessions, whatever the priorities of their processes are. This gives the smallest share
 * to the session that a process leads.
 */
function yieldToOtherSessions({ pid }: ChildProcess): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, '19')
  } catch {
    // Not on this system, or not allowed.
  }
}

/**
 * Starts a program that sends load when a message tells it to, on another core than the servers. Where two of them share this
 * core, the one that measures needs `high` and the other `idle`: otherwise it measures its own wait for the core.
 */
export function startLoad(
  script: string,
  priority: 'high' | 'normal' | 'idle' = 'normal',
): ChildProcess {
  const heap = is_pinned ? HEAPS[priority] : []
  const [first, ...rest] = [...COMMANDS[priority], process.execPath, ...heap, script]
  const [command, args] = pinToCore(LOAD_CORE, first, rest)
  // In a session of its own, so Ctrl+C does not reach it: it exits when its channel to this process is closed.
  const program = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  if (priority === 'idle') yieldToOtherSessions(program)
  return program
}

export async function nextMessage<T>(program: ChildProcess): Promise<T> {
  const waiting = new AbortController()
  const ended = once(program, 'exit', waiting).then(() => {
    throw new Error('the load generator ended early')
  })
  try {
    const [message] = await Promise.race([once(program, 'message', waiting), ended])
    return message
  } finally {
    waiting.abort()
  }
}

interface ServerOptions {
  /** The script and its arguments. */
  args: string[]
  env?: Record<string, string>
  cwd?: string
  port: number
  /** The path that answers 200 once the server is ready. */
  ready: string
}

/** A server in a separate process, on the core for servers. */
export class Server {
  readonly url: string
  readonly ready: string
  readonly #process: ChildProcess
  ready_ms = 0
  #stderr = ''

  private constructor({ args, env = {}, cwd, port, ready }: ServerOptions) {
    this.ready = ready
    this.url = `http://127.0.0.1:${port}`
    const [command, rest] = pinToCore(SERVER_CORE, process.execPath, args)
    const options = { env: environment(env), ...(cwd ? { cwd } : {}) }
    this.#process = spawn(command, rest, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#process.stderr?.on('data', (text: Buffer) => (this.#stderr += text.toString()))
  }

  static async start(options: ServerOptions): Promise<Server> {
    const began = performance.now()
    const server = new Server(options)
    while (performance.now() - began < READY_TIMEOUT_MS && server.#process.exitCode === null) {
      const answer = await fetch(server.url + server.ready).catch(() => undefined)
      if (answer?.ok) {
        server.ready_ms = performance.now() - began
        return server
      }
      await sleep(10)
    }
    await server.stop()
    throw new Error(`${options.args.join(' ')} did not become ready: ${server.#stderr}`)
  }

  /** As `cpuSecondsOf`. */
  cpuSeconds(): number | undefined {
    return this.#process.pid === undefined ? undefined : cpuSecondsOf(this.#process.pid)
  }

  memoryMb(): number | undefined {
    try {
      const text = readFileSync(`/proc/${this.#process.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024
    } catch {
      return undefined
    }
  }

  /** As a crash would. */
  async kill(): Promise<void> {
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    const kill_timer = setTimeout(() => this.#process.kill('SIGKILL'), 15_000)
    await ended
    clearTimeout(kill_timer)
  }
}
