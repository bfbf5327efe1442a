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
    this.process.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()))
    this.process.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()))
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

export const MAX_START_MS = 15_000

/** The exit code of a program that must end by itself; one that stays is killed. */
export async function codeOf(program: Program): Promise<number | null | 'still running'> {
  const code = await Promise.race([program.ended, sleep(MAX_START_MS, 'still running' as const)])
  if (code === 'still running') await program.killGroup('SIGKILL')
  return code
}

/** Waits until the program's output matches; returns the pattern's first group. */
export async function waitForOutput(program: Program, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const found = pattern.exec(program.stderr) ?? pattern.exec(program.stdout)
    if (found) return found[1] ?? ''
    if (program.process.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`the output never matched ${pattern}: ${program.stderr}${program.stdout}`)
}

/** Starts a server in a process of its own, on a free port. */
export async function serve(
  env: Record<string, string>,
  cwd?: string,
): Promise<{ program: Program; url: string }> {
  const program = playkeep(['serve'], { PORT: '0', ...env }, cwd)
  const url = (await waitForOutput(program, /API {7}(\S+)\/api\/v3/)).trim()
  return { program, url }
}
