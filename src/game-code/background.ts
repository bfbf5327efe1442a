import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Context, inTransaction } from '../context.ts'
import { listNames } from '../features/operations/games/rules.ts'
import {
  type ClaimedTask,
  claimTasks,
  endsProcesses,
  failTask,
  finishTask,
  keepClaim,
  returnTask,
  scheduleJobs,
} from '../features/operations/game-tasks/rules.ts'
import { limits } from '../limits.ts'
import { CodeTransaction } from './api/transaction.ts'
import { asError, type Calls, TooSlow } from './calls.ts'
import type { GameFiles } from './files.ts'
import type { GameAccess, GameTransaction } from './game.ts'
import { hookName } from './hook-names.ts'
import type { GameFile } from './load.ts'
import { Scope } from './scope.ts'

/** Finds what is due, and what other processes have left. */
const LOOK_EVERY_MS = 1000
/** Tasks at once, of this process. */
const MAX_RUNNING = 8
const KEEP_CLAIM_EVERY_MS = 5000
/** How long a stop waits for what runs. */
const STOP_AFTER_MS = 2000

export interface TaskFailure {
  hook: string
  error: Error
}

const MAX_FAILURES = 100

/** The task names code that no longer exists. */
class CodeMissing extends Error {
  constructor(task: ClaimedTask) {
    const what = task.kind === 'event' ? `handler for ${task.name}` : `job named "${task.name}"`
    super(`The game code in ${task.code} has no ${what} any more.`)
    this.name = 'CodeMissing'
  }
}

class ProcessLost extends Error {
  constructor() {
    super('The process has ended several times while this ran. Is there an endless loop?')
    this.name = 'ProcessLost'
  }
}

/** Runs what the code does after commits and by the clock. All processes on a database share the work. */
export class GameTasks {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #files: GameFiles
  readonly #calls: Calls
  readonly #running = new Map<number, Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #must_look = false
  #is_failing = false
  /** The latest. */
  #failures: TaskFailure[] = []
  /** The next runs that were added last. */
  #scheduled = ''

  constructor(context: Context, log: FastifyBaseLogger, files: GameFiles, calls: Calls) {
    this.#context = context
    this.#log = log
    this.#files = files
    this.#calls = calls
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS)
    this.#timer.unref()
    this.wake()
  }

  /** There may be something to do. */
  wake(): void {
    this.#must_look = true
    this.#looking ??= this.#lookUntilDone().finally(() => (this.#looking = undefined))
  }

  /** Runs everything that is due now, and resolves with what has failed when it has ended. */
  async runDue(): Promise<TaskFailure[]> {
    this.#failures = []
    do {
      this.wake()
      await this.#looking
      await Promise.all(this.#running.values())
    } while (this.#must_look || this.#running.size > 0)
    return this.#failures
  }

  async #lookUntilDone(): Promise<void> {
    while (this.#must_look && !this.#stopping.signal.aborted) {
      this.#must_look = false
      try {
        await this.#schedule()
        const room = MAX_RUNNING - this.#running.size
        const claimed = room > 0 ? await claimTasks(this.#context, room) : []
        for (const task of claimed) this.#begin(task)
      } catch (error) {
        // The next look follows in a second.
        if (!this.#is_failing)
          this.#log.warn({ err: error }, 'the tasks of game code could not be looked up')
        this.#is_failing = true
        return
      }
      this.#is_failing = false
    }
  }

  /** The next run of each job that a clock starts. */
  async #schedule(): Promise<void> {
    const now = new Date(this.#context.now())
    const jobs = this.#files.all.flatMap((file) =>
      [...file.jobs].flatMap(([name, { cron }]) => {
        const next = cron?.nextRun(now)
        return next ? [{ code: file.name, name, due_at: next.getTime() }] : []
      }),
    )
    const scheduled = JSON.stringify(jobs)
    if (scheduled === this.#scheduled) return
    const codes = this.#files.all.map(({ name }) => name)
    await scheduleJobs(this.#context, jobs, codes)
    this.#scheduled = scheduled
  }

  #begin(task: ClaimedTask): void {
    const running = this.#run(task).finally(() => {
      this.#running.delete(task.id)
      this.wake()
    })
    this.#running.set(task.id, running)
  }

  async #run(task: ClaimedTask): Promise<void> {
    const keeping = setInterval(() => {
      keepClaim(this.#context, task.id).catch(() => {})
    }, KEEP_CLAIM_EVERY_MS)
    try {
      await this.#runCode(task)
      await finishTask(this.#context, task.id)
    } catch (error) {
      await this.#fail(task, error).catch((problem: unknown) =>
        // Its claim expires, and it runs again.
        this.#log.warn({ task: task.id, err: problem }, 'a task of game code could not be ended'),
      )
    } finally {
      clearInterval(keeping)
    }
  }

  async #fail(task: ClaimedTask, thrown: unknown): Promise<void> {
    if (this.#stopping.signal.aborted) {
      await returnTask(this.#context, task.id)
      return
    }
    const error = asError(thrown)
    const running = { code: task.code, hook: hookOf(task), request_id: '' }
    this.#calls.report(running, error)
    this.#failures.push({ hook: running.hook, error })
    if (this.#failures.length > MAX_FAILURES) this.#failures.shift()
    // Another process may have newer code.
    const can_retry = !(error instanceof ProcessLost)
    const problem = { problem: `${error.name}: ${error.message}`, can_retry }
    if (!(await failTask(this.#context, task, problem)))
      this.#log.error({ task: task.id, ...running }, 'a task of game code was given up')
  }

  async #runCode(task: ClaimedTask): Promise<void> {
    const file = this.#files.all.find(({ name }) => name === task.code)
    const hook = task.kind === 'event' ? file?.on.get(task.name) : file?.jobs.get(task.name)?.run
    if (!file || !hook) throw new CodeMissing(task)
    if (endsProcesses(task)) throw new ProcessLost()
    const limit_ms = limits.game_code_background_seconds.value * 1000
    const too_slow = AbortSignal.timeout(limit_ms)
    const signal = AbortSignal.any([too_slow, this.#stopping.signal])
    const background = { now: new Date(this.#context.now()), signal }
    const subject = await this.#argumentsFor(task, file)
    if (!subject) return
    const figures = this.#calls.figuresOf(file.name, hookOf(task))
    const started = this.#calls.begin({ code: file.name, hook: hookOf(task) })
    try {
      const ended = new Promise<never>((_, reject) => {
        const end = () =>
          reject(too_slow.aborted ? new TooSlow(limit_ms) : new Error('the server stops'))
        if (signal.aborted) end()
        else signal.addEventListener('abort', end, { once: true })
      })
      ended.catch(() => {})
      await Promise.race([hook({ ...background, ...subject }), ended])
    } catch (error) {
      if (error instanceof TooSlow) figures.slow++
      else figures.failed++
      throw error
    } finally {
      const ms = performance.now() - started
      figures.calls++
      figures.seconds += ms / 1000
      figures.longest_ms = Math.max(figures.longest_ms, ms)
    }
  }

  /** What it is about. Undefined: the game was deleted meanwhile. */
  async #argumentsFor(task: ClaimedTask, file: GameFile): Promise<object | undefined> {
    const hook = hookOf(task)
    const games = await listNames(this.#context.db)
    const payload = JSON.parse(task.payload)
    if (task.kind === 'job') {
      const own = games.filter(({ id }) => this.#files.findKnown(id) === file)
      return {
        games: own.map((game) => this.#accessTo(game, file, hook)),
        payload: payload ?? undefined,
      }
    }
    const game = games.find(({ id }) => id === task.game_id)
    if (!game) return undefined
    const { name: type, actor_id } = task
    const player = actor_id === null ? undefined : { id: actor_id }
    const event = { id: task.id, type, at: new Date(payload.at), player, data: payload.data }
    return { game: this.#accessTo(game, file, hook), event }
  }

  #accessTo({ id, name }: { id: number; name: string }, file: GameFile, hook: string): GameAccess {
    const running = { code: file.name, hook, request_id: '' }
    const jobs = new Set(file.jobs.keys())
    return {
      id,
      name,
      transaction: <T>(work: (tx: GameTransaction) => Promise<T>) =>
        inTransaction(this.#context, async (tx) => {
          const scope = new Scope(this.#context, tx, { game_id: id, ...running })
          return this.#calls.runInTransaction(scope, () => work(new CodeTransaction(scope, jobs)))
        }),
    }
  }

  /** What runs gets a moment to end, and is run again by the next process otherwise. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const ended = async () => {
      await this.#looking
      await Promise.all(this.#running.values())
    }
    const all = ended()
    await Promise.race([all, sleep(STOP_AFTER_MS, undefined, { ref: false })])
    this.#stopping.abort()
    await all
  }
}

const hookOf = ({ kind, name }: ClaimedTask) => hookName(kind, name)
