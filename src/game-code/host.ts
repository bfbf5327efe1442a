import { dirname } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { CodeDescription, CodeHook, Context, Figures, GameCode } from '../context.ts'
import type { Routes } from '../http/types.ts'
import type { Metrics } from '../services/metrics.ts'
import { GameTasks } from './background.ts'
import { asError, Calls } from './calls.ts'
import { GameFiles } from './files.ts'
import { hookName } from './hook-names.ts'
import { decoded, type GameFile } from './load.ts'
import { OperationHooks } from './operations.ts'
import type { Watchdog } from './watchdog.ts'
import { ownRoutes } from './own-routes.ts'

/** The studio's own code, in this process. */
export class GameCodeHost implements GameCode {
  readonly files: GameFiles
  readonly tasks: GameTasks
  readonly routes: Routes
  readonly wrapOperation: OperationHooks['wrap']
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #calls: Calls

  /** `limit_ms` is how long code may take within a transaction. */
  constructor(
    context: Context,
    log: FastifyBaseLogger,
    { files, limit_ms }: { files: GameFile[]; limit_ms?: number | undefined },
  ) {
    this.#context = context
    this.#log = log
    this.files = new GameFiles(context, files)
    this.#calls = new Calls(context, log, limit_ms)
    this.tasks = new GameTasks(context, log, this.files, this.#calls)
    this.routes = ownRoutes(this.files, this.#calls)
    const hooks = new OperationHooks(this.files, this.#calls)
    this.wrapOperation = (operation, handler) => hooks.wrap(operation, handler)
  }

  findHandler(game_id: number, type: string): string | undefined {
    const file = this.files.findKnown(game_id)
    return file?.on.has(type) ? file.name : undefined
  }

  wake(): void {
    this.tasks.wake()
  }

  /** Ends this process if the code does not let it go on, and keeps it alive when the code throws where nobody catches. Only for one that a supervisor replaces. */
  attach(watchdog: Watchdog): void {
    const names = this.describe().flatMap(({ code, hooks }) =>
      hooks.map(({ hook }) => `${code} ${hook}`),
    )
    watchdog.setHooks(names)
    this.#calls.onCall = (name) => watchdog.note(name)
    process.on('unhandledRejection', (reason) => this.#report(asError(reason)))
    process.on('uncaughtException', (error) => this.#survive(error))
  }

  /** What code throws where nobody catches it must not end the server. Whatever else is thrown there is a fault of the server. */
  #survive(error: Error): void {
    if (this.#fileIn(error)) return this.#report(error)
    this.#log.fatal({ err: error }, 'the process ends because of an error that nobody caught')
    process.exit(1)
  }

  #fileIn({ stack = '' }: Error) {
    return this.files.all.find(({ path }) => decoded(stack).includes(dirname(path)))
  }

  /** The stack of some errors, such as a failed `fetch`, does not say who has caused them. */
  #report(error: Error): void {
    const code = (this.#fileIn(error) ?? this.files.all[0])?.name ?? ''
    this.#calls.report({ code, hook: 'outside of a call', request_id: '' }, error)
  }

  addMetrics(metrics: Metrics): void {
    const byHook = (read: (figures: Figures) => number) => ({
      label: 'hook',
      read: () =>
        new Map(
          this.describe().flatMap(({ code, hooks }) =>
            hooks.map(({ hook, figures }) => [`${code}: ${hook}`, read(figures)] as const),
          ),
        ),
    })
    metrics.countersByLabel(
      'game_code_calls_total',
      "Calls of the game's own code",
      byHook(({ calls }) => calls),
    )
    metrics.countersByLabel(
      'game_code_seconds_total',
      "Time that the game's own code took, with its waits for the database",
      byHook(({ seconds }) => seconds),
    )
    metrics.countersByLabel(
      'game_code_refusals_total',
      "Requests that the game's own code has refused",
      byHook(({ refused }) => refused),
    )
    metrics.countersByLabel(
      'game_code_failures_total',
      "Calls in which the game's own code has thrown an error",
      byHook(({ failed }) => failed),
    )
    metrics.countersByLabel(
      'game_code_slow_total',
      "Calls that were ended because the game's own code took too long",
      byHook(({ slow }) => slow),
    )
  }

  describe(): CodeDescription[] {
    return this.files.all.map((file) => {
      const describeHook = (kind: CodeHook['kind'], name: string, next: Date | null = null) => ({
        kind,
        hook: hookName(kind, name),
        name,
        next_run_at: next?.getTime() ?? null,
        figures: this.#calls.figuresOf(file.name, hookName(kind, name)),
      })
      return {
        code: file.name,
        hooks: [
          ...[...file.before.keys()].map((name) => describeHook('before', name)),
          ...[...file.after.keys()].map((name) => describeHook('after', name)),
          ...[...file.routes.keys()].map((name) => describeHook('route', name)),
          ...[...file.on.keys()].map((name) => describeHook('event', name)),
          ...[...file.jobs].map(([name, { cron }]) =>
            describeHook('job', name, cron?.nextRun(new Date(this.#context.now())) ?? null),
          ),
        ],
      }
    })
  }
}
