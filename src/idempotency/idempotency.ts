import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import {
  type Context,
  plainTransaction,
  type Retry,
  type Transaction,
  type Work,
} from '../context.ts'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'
import {
  claimAnswer,
  deleteOldAnswers,
  findAnswer,
  type StoredAnswer,
  storeAnswer,
} from './queries.ts'

const KEPT_MS = 24 * 3_600_000

/** Fields that are never stored, not even as part of a hash, and answers' fields that are made anew. */
const SECRETS = new Set([
  'password',
  'password_confirmation',
  'current_password',
  'device_id',
  'game_token',
  'authentication_token',
  'token',
])

type Fields = Record<string, unknown>

/** Checks what the fingerprint leaves out (tokens, passwords) and makes the answer's secrets; `answer_id` is its `id`. */
export type Renew = (
  context: Context,
  input: Fields,
  repeated: { answer_id: number; address: string },
) => Promise<Fields>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const withoutSecrets = (fields: unknown): Fields =>
  isObject(fields)
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRETS.has(name)))
    : {}

const digest = (parts: unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url')

interface Answer {
  status: number
  body: string
  answer_id: number
}

interface KeyedRequest {
  request_hash: string
  fingerprint: string
  user_id: number | null
}

class AlreadyAnswered extends Error {}

/** Whoever sent it has hung up, and may have been refused on a second try by now: it must not be done after all. */
class SenderGone extends Error {}

/**
 * The request's transaction. It stays open until the route has its whole answer, which is then stored in it:
 * the write and the memory of it are on disk together or not at all.
 */
class Attempt implements Retry {
  readonly #context: Context
  readonly #request: KeyedRequest
  readonly #isGone: () => boolean
  readonly #answer = Promise.withResolvers<Answer>()
  #open: { tx: Transaction; committed: Promise<void> } | undefined

  constructor(context: Context, request: KeyedRequest, isGone: () => boolean) {
    this.#context = context
    this.#request = request
    this.#isGone = isGone
    this.#answer.promise.catch(() => {})
  }

  transaction<T>(work: Work<T>): Promise<T> {
    if (this.#open) return work(this.#open.tx)
    return new Promise((resolve, reject) => {
      const committed = plainTransaction(this.#context, async (tx) => {
        this.#open = { tx, committed }
        const { request_hash } = this.#request
        const now = tx.now()
        const claimed = await tx.first(claimAnswer, { ...this.#request, now, since: now - KEPT_MS })
        if (!claimed) throw new AlreadyAnswered()
        // From now on a second try waits for this one; before the claim it may have been refused.
        if (this.#isGone()) throw new SenderGone()
        resolve(await work(tx))
        await tx.run(storeAnswer, { request_hash, ...(await this.#answer.promise) })
      })
      committed.catch(reject)
    })
  }

  async finish(answer: Answer): Promise<void> {
    this.#answer.resolve(answer)
    await this.#open?.committed
  }

  async abandon(): Promise<void> {
    this.#answer.reject(new Error('the request failed'))
    await this.#open?.committed.catch(() => {})
  }
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  const most = limits.idempotency_key_characters.value
  if (
    typeof key !== 'string' ||
    !/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(key) ||
    key.length > most
  ) {
    const sentence = `Idempotency-Key must be 1 to ${most} printable characters.`
    throw new Refusal('invalid_input', { sentence })
  }
  return key
}

/** Who retries: the player, or for a request without one whoever it says it is. */
function callerOf({ player }: FastifyRequest, { game_id, email, username }: Fields): string {
  return player ? `user:${player.id}` : JSON.stringify([game_id, email, username])
}

async function replay(request: FastifyRequest, reply: FastifyReply, stored: StoredAnswer) {
  const answer: unknown = JSON.parse(stored.body)
  const { renew } = request.routeOptions.config
  const input = isObject(request.body) ? request.body : {}
  const secrets = renew
    ? await renew(request.context, input, { answer_id: stored.answer_id, address: request.ip })
    : {}
  reply.code(stored.status).header('idempotency-replayed', 'true')
  if (!isObject(answer)) return answer
  const token = request.player ? { authentication_token: request.player.token } : {}
  return { ...answer, ...token, ...secrets }
}

/** Wraps the handler of a route that writes: the same caller, route and key get the first answer again. */
export function answeringOnce(handler: RouteHandlerMethod): RouteHandlerMethod {
  const answerOnce: RouteHandlerMethod = async function answerOnce(request, reply) {
    const { method, url = '', schema } = request.routeOptions
    // Where a route takes no fields, nobody has looked at what was sent: it may be nested without end.
    const fields = schema?.body ? withoutSecrets(request.body) : {}
    const request_hash = digest([callerOf(request, fields), method, url, keyOf(request)])
    const fingerprint = digest([request.params, fields])
    const { context } = request

    const findStored = async () => {
      const stored = await context.db.first(findAnswer, {
        request_hash,
        since: context.now() - KEPT_MS,
      })
      if (stored && stored.fingerprint !== fingerprint) throw new Refusal('idempotency_key_reused')
      return stored
    }
    const stored = await findStored()
    if (stored) return replay(request, reply, stored)

    const keyed = {
      request_hash,
      fingerprint,
      user_id: request.player?.id ?? null,
    }
    const attempt = new Attempt(context, keyed, () => request.raw.socket.destroyed)
    request.context = { ...context, retry: attempt }
    try {
      const answer: unknown = await handler.call(this, request, reply)
      const answer_id = isObject(answer) && typeof answer.id === 'number' ? answer.id : 0
      const body = JSON.stringify(withoutSecrets(answer))
      await attempt.finish({ status: reply.statusCode, body, answer_id })
      return answer
    } catch (error) {
      await attempt.abandon()
      if (error instanceof SenderGone) throw new Refusal('busy', { retry_after_seconds: 1 })
      if (!(error instanceof AlreadyAnswered)) throw error
      request.context = context
      const first = await findStored()
      if (!first) throw new Refusal('busy', { retry_after_seconds: 1 })
      return replay(request, reply, first)
    }
  }
  return function once(request, reply) {
    const has_key = request.headers['idempotency-key'] !== undefined
    return (has_key ? answerOnce : handler).call(this, request, reply)
  }
}

export const forgetOldAnswers = (context: Context) =>
  plainTransaction(context, (tx) => tx.run(deleteOldAnswers, { since: tx.now() - KEPT_MS }))
