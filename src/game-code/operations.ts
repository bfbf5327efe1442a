import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { type Context, type GameCall, separateTransaction, type Transaction } from '../context.ts'
import { findStoreItem } from '../features/economy/store/rules.ts'
import { findGameOfReset } from '../features/players/password-resets/rules.ts'
import { isObject, withoutSecrets } from '../idempotency/keyed-requests.ts'
import { CodeTransaction } from './api/transaction.ts'
import { type Calls, isPromise, kindOf, nameOf, refuse, type Running } from './calls.ts'
import type { Hook } from './check-definition.ts'
import type { GameFiles } from './files.ts'
import type { Player } from './game.ts'
import { hookName } from './hook-names.ts'
import type { GameFile } from './load.ts'
import { Scope } from './scope.ts'

type Fields = Record<string, unknown>

/** What every function gets that runs for a request. */
export class RequestCall {
  readonly game: { readonly id: number }
  readonly player: Player | undefined
  readonly caller: 'player' | 'server' | 'anyone'
  readonly refuse = refuse
  readonly #at: number

  constructor({ player, context }: FastifyRequest, game_id: number) {
    this.game = { id: game_id }
    this.player = player ? { id: player.id } : undefined
    if (player) this.caller = player.session_id === null ? 'server' : 'player'
    else this.caller = 'anyone'
    this.#at = context.now()
  }

  get now(): Date {
    return new Date(this.#at)
  }
}

class BeforeCall extends RequestCall {
  input: Fields

  constructor(request: FastifyRequest, game_id: number, input: Fields) {
    super(request, game_id)
    this.input = input
  }
}

/** What was sent, wherever it was. */
function inputOf({ params, body }: FastifyRequest): Fields {
  return { ...(isObject(params) ? params : {}), ...(isObject(body) ? body : {}) }
}

/** False if the code may have changed something, such as a value within a list. */
function isUntouched(before: Fields, changed: Fields): boolean {
  const names = Object.keys(before)
  return (
    Object.keys(changed).length === names.length &&
    names.every((name) => changed[name] === before[name] && typeof before[name] !== 'object')
  )
}

/** What the code has made of the input becomes the body. What is in the address stays as it is. */
function useInput(request: FastifyRequest, before: Fields, changed: unknown): void {
  if (!isObject(changed))
    throw new TypeError(`It must return nothing or the input, and returned ${kindOf(changed)}.`)
  if (isUntouched(before, changed)) return
  const params = isObject(request.params) ? request.params : {}
  const body = { ...changed }
  for (const name of Object.keys(params)) {
    if (body[name] !== before[name])
      throw new TypeError(`It must not change ${name}, which is in the address.`)
    delete body[name]
  }
  const validate = request.getValidationFunction('body')
  if (!validate) return
  const result: unknown = validate(body)
  if (isObject(result) && result['error'] instanceof Error) {
    const { message } = result['error']
    throw new TypeError(`The input that it has made is not valid: ${message}`)
  }
  request.body = isObject(result) && 'value' in result ? result['value'] : body
}

interface AfterHookParts {
  request: FastifyRequest
  context: Context
  calls: Calls
  file: GameFile
  hook: Hook
  operation: string
  running: Running
  game_id: number
  input: Fields
  /** Throws if the answer cannot be sent. */
  checkAnswer: (answer: Fields) => void
}

/** The code that follows an operation, in its transaction. */
class AfterHook implements GameCall {
  readonly #following: AfterHookParts
  has_run = false

  constructor(following: AfterHookParts) {
    this.#following = following
  }

  async runAfter<T>(tx: Transaction, answer: T): Promise<T> {
    this.has_run = true
    const { checkAnswer } = this.#following
    const { request, context, calls, file, hook, operation, running, game_id, input } =
      this.#following
    const player_id = request.player?.id
    const scope = new Scope(context, tx, { game_id, player_id, ...running })
    const code_tx = new CodeTransaction(scope, new Set(file.jobs.keys()))
    const call = Object.assign(new RequestCall(request, game_id), {
      input,
      answer: withoutSecrets(answer),
      tx: code_tx,
      ...(await findItem(tx, operation, { game_id, input })),
      ...newPlayer(request, answer),
    })
    const result = await calls.callInTransaction(running, scope, async () => {
      const returned = await hook(call)
      if (returned !== undefined && !isObject(returned))
        throw new TypeError(
          `It must return nothing or fields of the answer, and returned ${kindOf(returned)}.`,
        )
      if (isObject(returned) && isObject(answer)) checkAnswer({ ...answer, ...returned })
      return returned
    })
    return isObject(result) && isObject(answer) ? { ...answer, ...result } : answer
  }
}

/** The player whom a sign-up or sign-in has found. */
function newPlayer({ player }: FastifyRequest, answer: unknown): { player?: Player } {
  if (player || !isObject(answer) || typeof answer['id'] !== 'number') return {}
  return { player: { id: answer['id'] } }
}

async function findItem(
  tx: Transaction,
  operation: string,
  { game_id, input }: { game_id: number; input: Fields },
): Promise<Fields> {
  if (operation !== 'store.purchase' && operation !== 'store.refund') return {}
  return { item: await findStoreItem(tx, { id: Number(input['store_item_id']), game_id }) }
}

/** Of the player, or of the game that the request names. Undefined: it names none. */
function gameOf(
  request: FastifyRequest,
  operation: string,
): number | Promise<number | undefined> | undefined {
  if (request.player) return request.player.game_id
  const { game_id, id, token } = inputOf(request)
  if (operation === 'passwords.reset')
    return findGameOfReset(request.context, typeof token === 'string' ? token : '')
  const named = operation === 'passwords.forgot' ? id : game_id
  return typeof named === 'number' ? named : undefined
}

const DONE = Symbol('done')

/** Puts the code before and after the operations of the API. */
export class OperationHooks {
  readonly #files: GameFiles
  readonly #calls: Calls
  readonly #names = new WeakMap<GameFile, Map<string, Omit<Running, 'request_id'>>>()

  constructor(files: GameFiles, calls: Calls) {
    this.#files = files
    this.#calls = calls
  }

  /** The handler of an operation that no code cares for stays as it is. */
  wrap(operation: string, handler: RouteHandlerMethod): RouteHandlerMethod {
    const is_wanted = this.#files.all.some(
      ({ before, after }) => before.has(operation) || after.has(operation),
    )
    if (!is_wanted) return handler
    const run = this.#run.bind(this)
    const runBeforeAlone = this.#runBeforeAlone.bind(this)
    return function answer(request, reply) {
      const go_on = handler.bind(this, request, reply)
      const before = runBeforeAlone(operation, request)
      if (before === DONE) return go_on()
      if (before) return before.then(go_on)
      return run(operation, request, reply).then((following) => runAfter(request, following, go_on))
    }
  }

  /**
   * For most requests: it is known which code is theirs, and nothing follows. Then nothing has to wait, unless the code does.
   * Undefined: it is not like that, and nothing was run.
   */
  #runBeforeAlone(
    operation: string,
    request: FastifyRequest,
  ): typeof DONE | PromiseLike<unknown> | undefined {
    if (!request.player) return undefined
    const { game_id } = request.player
    const file = this.#files.find(game_id)
    if (!file || file instanceof Promise || file.after.has(operation)) return undefined
    const hook = file.before.get(operation)
    if (!hook) return DONE
    const result = this.#runBefore(request, { file, operation, game_id, hook })
    return isPromise(result) ? result : DONE
  }

  /** Runs what comes before. Returns what follows. */
  async #run(
    operation: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<AfterHook | undefined> {
    const found = gameOf(request, operation)
    const game_id = typeof found === 'object' ? await found : found
    if (game_id === undefined) return undefined
    const known = this.#files.find(game_id)
    const file = known instanceof Promise ? await known : known
    if (!file) return undefined
    const before = file.before.get(operation)
    if (before) await this.#runBefore(request, { file, operation, game_id, hook: before })
    const after = file.after.get(operation)
    if (!after) return undefined
    const { context } = request
    const following = new AfterHook({
      request,
      context,
      calls: this.#calls,
      file,
      hook: after,
      operation,
      running: { code: file.name, hook: hookName('after', operation), request_id: request.id },
      game_id,
      input: inputOf(request),
      checkAnswer(answer) {
        const status = String(request.route?.success_status ?? 200)
        try {
          reply.serializeInput(answer, status)
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error)
          throw new TypeError(`The answer that it has made is not valid: ${reason}`, {
            cause: error,
          })
        }
      },
    })
    request.context = { ...context, game_call: following }
    return following
  }

  /** Of the code before an operation. */
  #namesOf(file: GameFile, operation: string) {
    const known = this.#names.get(file)?.get(operation)
    if (known) return known
    const [code, hook] = [file.name, hookName('before', operation)]
    const names = { code, hook, full_name: nameOf(code, hook) }
    const of_file = this.#names.get(file) ?? new Map<string, typeof names>()
    this.#names.set(file, of_file.set(operation, names))
    return names
  }

  #runBefore(
    request: FastifyRequest,
    {
      file,
      operation,
      game_id,
      hook,
    }: { file: GameFile; operation: string; game_id: number; hook: Hook },
  ): unknown {
    const running = { ...this.#namesOf(file, operation), request_id: request.id }
    const input = inputOf(request)
    const call = new BeforeCall(request, game_id, { ...input })
    return this.#calls.callBefore(running, () => {
      const returned = hook(call)
      if (isPromise(returned))
        return returned.then((value) => useInput(request, input, value ?? call.input))
      return useInput(request, input, returned ?? call.input)
    })
  }
}

async function runAfter(
  request: FastifyRequest,
  following: AfterHook | undefined,
  go_on: () => unknown,
): Promise<unknown> {
  const value = await go_on()
  return following && !following.has_run
    ? runAfterInNewTransaction(request, following, value)
    : value
}

/** An operation that only starts work for later, such as sending a mail, has no transaction for the code to be part of. */
const runAfterInNewTransaction = (
  request: FastifyRequest,
  following: AfterHook,
  answer: unknown,
) => {
  const { game_call: _call, ...context } = request.context
  return separateTransaction(context, (tx) => following.runAfter(tx, answer))
}
