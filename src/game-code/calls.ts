import { inspect } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import type { Context, Figures } from '../context.ts'
import { Refusal } from '../errors.ts'
import { recordCodeError } from '../features/operations/game-code/rules.ts'
import { limits } from '../limits.ts'
import type { Scope } from './scope.ts'

/** What runs, for the log and the dashboard. */
export interface Running {
  code: string
  /** Such as `after store.purchase`. */
  hook: string
  /** Of `nameOf(code, hook)`, where it is known: making it takes as long as a short hook. */
  full_name?: string
  request_id: string
}

/** As the watchdog and the figures know it. */
export const nameOf = (code: string, hook: string) => `${code} ${hook}`

/** The code took longer than it may. */
export class TooSlow extends Error {
  constructor(limit_ms: number) {
    super(`It took longer than ${limit_ms} ms.`)
    this.name = 'TooSlow'
  }
}

/** Code that always fails would otherwise write as much as the players do. */
const WRITE_EVERY_MS = 1000

const REFUSAL_CODE = /^[a-z][a-z0-9_]{0,63}$/

/** What code calls to end a request. */
export function refuse(given: unknown, { code }: { code?: unknown } = {}): never {
  const max = limits.game_code_refusal_characters.value
  if (typeof given !== 'string' || given === '') throw new TypeError('refuse needs a sentence.')
  const sentence = given.slice(0, max)
  if (code === undefined) throw new Refusal('refused_by_game', { sentence })
  if (typeof code !== 'string' || !REFUSAL_CODE.test(code))
    throw new TypeError(
      'The code of a refusal must be 1 to 64 small letters, digits and _, beginning with a letter.',
    )
  throw new Refusal('refused_by_game', { sentence, headers: { 'x-game-refusal': code } })
}

/** For a sentence about a wrong value. */
export const kindOf = (value: unknown) =>
  Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value

/** An error for whatever was thrown. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const shown = inspect(thrown, { depth: 1 }).slice(0, 200)
  return new Error(`It threw something that is no error: ${shown}`)
}

export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

async function limitTime(running: PromiseLike<unknown>, limit_ms: number): Promise<unknown> {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TooSlow(limit_ms)), limit_ms)
  try {
    return await Promise.race([running, over])
  } finally {
    clearTimeout(timer)
  }
}

/** Calls the code, measures it, and turns what it throws into an answer. */
export class Calls {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  /** How long code may take within a transaction. */
  readonly #limit_ms: number
  readonly #figures = new Map<string, Figures>()
  /** When an error of this hook was last written. */
  readonly #written_at = new Map<string, number>()
  /** Told before each call, with the names of the code and of the hook. */
  onCall: ((hook: string) => void) | undefined

  constructor(
    context: Context,
    log: FastifyBaseLogger,
    limit_ms: number = limits.game_code_transaction_ms.value,
  ) {
    this.#context = context
    this.#log = log
    this.#limit_ms = limit_ms
  }

  /** By the names of the code and of the hook. */
  figuresOf(code: string, hook: string): Figures {
    return this.#figuresNamed(nameOf(code, hook))
  }

  #figuresNamed(full_name: string): Figures {
    const known = this.#figures.get(full_name)
    if (known) return known
    const figures = { calls: 0, refused: 0, failed: 0, slow: 0, seconds: 0, longest_ms: 0 }
    this.#figures.set(full_name, figures)
    return figures
  }

  /** A synchronous hook needs no timer. */
  callBefore(running: Running, work: () => unknown): unknown {
    const started = this.begin(running)
    try {
      const result = work()
      if (isPromise(result)) return this.#finishBefore(running, result, started)
      this.#count(running, started)
      return result
    } catch (error) {
      throw this.#explain(running, error, started)
    }
  }

  async #finishBefore(running: Running, result: PromiseLike<unknown>, started: number) {
    try {
      const value = await limitTime(result, limits.game_code_before_ms.value)
      this.#count(running, started)
      return value
    } catch (error) {
      throw this.#explain(running, error, started)
    }
  }

  /** Within a transaction, which is undone if the code throws or takes too long. */
  async callInTransaction(running: Running, scope: Scope, work: () => unknown): Promise<unknown> {
    const started = this.begin(running)
    const limit_ms = this.#limit_ms
    try {
      const result = await limitTime(this.#runAndFinish(scope, work), limit_ms)
      if (performance.now() - started > limit_ms) throw new TooSlow(limit_ms)
      this.#count(running, started)
      return result
    } catch (error) {
      scope.close()
      if (scope.isFromServer(error) && !(error instanceof Refusal)) throw error
      throw this.#explain(running, error, started)
    }
  }

  /** The same for work in the background, which catches what it throws: its errors stay what they are. */
  async runInTransaction<T>(scope: Scope, work: () => Promise<T>): Promise<T> {
    const limit_ms = this.#limit_ms
    let result: { value: T } | undefined
    const run = async () => {
      result = { value: await work() }
      await scope.settle()
    }
    try {
      await limitTime(run(), limit_ms)
    } catch (error) {
      scope.close()
      throw error
    }
    if (!result) throw new Error('the work has no result')
    return result.value
  }

  async #runAndFinish(scope: Scope, work: () => unknown): Promise<unknown> {
    const result = await work()
    await scope.settle()
    return result
  }

  /** Returns when it began, on the clock of `performance.now()`. */
  begin({ code, hook, full_name = nameOf(code, hook) }: Omit<Running, 'request_id'>): number {
    this.onCall?.(full_name)
    return performance.now()
  }

  #count({ code, hook, full_name = nameOf(code, hook) }: Running, started: number): Figures {
    const figures = this.#figuresNamed(full_name)
    const ms = performance.now() - started
    figures.calls++
    figures.seconds += ms / 1000
    if (ms > figures.longest_ms) figures.longest_ms = ms
    return figures
  }

  /** A refusal is an answer. Everything else is a mistake in the code, which its developer must see. */
  #explain(running: Running, thrown: unknown, started: number): Refusal {
    const figures = this.#count(running, started)
    if (thrown instanceof Refusal) {
      figures.refused++
      return thrown
    }
    const error = asError(thrown)
    const is_slow = error instanceof TooSlow
    if (is_slow) figures.slow++
    else figures.failed++
    this.report(running, error)
    return is_slow
      ? new Refusal('game_code_slow', { retry_after_seconds: 1 })
      : new Refusal('game_code_failed')
  }

  /** To the log, and to the dashboard: at most one per hook and second. */
  report({ code, hook, request_id }: Running, error: Error): void {
    const running = { code, hook, request_id }
    this.#log.error({ ...running, err: error }, 'game code has failed')
    const full_name = nameOf(code, hook)
    const now = performance.now()
    if (now - (this.#written_at.get(full_name) ?? -Infinity) < WRITE_EVERY_MS) return
    this.#written_at.set(full_name, now)
    recordCodeError(this.#context, running, error).catch((problem: unknown) =>
      this.#log.warn({ err: problem }, 'an error of game code could not be stored'),
    )
  }
}
