import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { settings } from '../../src/config.ts'

/** The environment of this run without Playkeep's settings. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !Object.hasOwn(settings, name)),
)

const running = new Set<ChildProcess>()

/** Kills every program that was started here and still runs, with its child processes. */
export function killRunning(): void {
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL')
}

/** A started program, its output so far, and its exit code (null: it was killed). */
export class Program {
  readonly process: ChildProcess
  stdout = ''
  stderr = ''
  readonly ended: Promise<number | null>

  constructor(
    command: string,
    args: string[],
    options: { cwd?: string; env?: Record<string, string> } = {},
  ) {
    const env = { ...environment, ...options.env }
    this.process = spawn(command, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...(options.cwd ? { cwd: options.cwd } : {}),
    })
    this.process.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    running.add(this.process)
    this.process.once('exit', () => running.delete(this.process))
    this.ended = once(this.process, 'close').then(([code]: unknown[]) =>
      typeof code === 'number' ? code : null,
    )
  }

  kill(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal)
    return this.ended
  }

  /** Signals the child processes too, because npx does not pass signals on. */
  killGroup(signal: NodeJS.Signals): Promise<number | null> {
    if (this.process.pid) process.kill(-this.process.pid, signal)
    return this.ended
  }
}

export const MAIN = fileURLToPath(new URL('../../src/main.js', import.meta.url))

export const playkeep = (args: string[], env: Record<string, string> = {}, cwd?: string) =>
  new Program(process.execPath, [MAIN, ...args], { env, ...(cwd ? { cwd } : {}) })

/** Only a ceiling, for a slow and busy machine. */
const MAX_WAIT_MS = 120_000

export const MAX_START_MS = 60_000

/** The exit code of a program that must end by itself; one that stays is killed. */
export async function codeOf(program: Program): Promise<number | null | 'still running'> {
  const code = await Promise.race([program.ended, sleep(MAX_START_MS, 'still running' as const)])
  if (code === 'still running') await program.killGroup('SIGKILL')
  return code
}

/** Waits until the program's output matches; returns the pattern's first group. */
export function waitForOutput(program: Program, pattern: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const look = () => {
    const found = pattern.exec(program.stderr) ?? pattern.exec(program.stdout)
    if (found) resolve(found[1] ?? '')
  }
  const giveUp = () =>
    reject(new Error(`the output never matched ${pattern}: ${program.stderr}${program.stdout}`))
  const timer = setTimeout(giveUp, MAX_WAIT_MS)
  const outputs = [program.process.stdout, program.process.stderr]
  for (const output of outputs) output?.on('data', look)
  void program.ended.then(giveUp)
  look()
  return promise.finally(() => {
    clearTimeout(timer)
    for (const output of outputs) output?.off('data', look)
  })
}

/** The whole message of a start, up to its last empty line: it is written line by line. */
const STARTED =
  /API {7}(\S+)\/api\/v3\n(?: {2}.*\n)+(?:\n {2}Your first[^]*game_token.*\n)?\n(?! {2}Your)/

/** Starts a server in a process of its own, on a free port. */
export async function serve(
  env: Record<string, string>,
  cwd?: string,
): Promise<{ program: Program; url: string }> {
  const program = playkeep(['serve'], { PORT: '0', ...env }, cwd)
  return { program, url: await waitForOutput(program, STARTED) }
}
