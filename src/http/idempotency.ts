import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import {
  AlreadyAnswered,
  findStoredAnswer,
  identifyRequest,
  isObject,
  type KeyedRequest,
  NOT_STORED,
  withoutSecrets,
} from '../idempotency/keyed-requests.ts'
import { limits } from '../limits.ts'

type Fields = Record<string, unknown>

/**
 * Stored answers contain no secrets. For a repeated request, this function checks the secrets that were sent, such as a
 * password, and creates new ones for the answer, such as a token. `answer_id` is the `id` of the stored answer.
 */
export type ReissueSecrets = (
  context: Context,
  input: Fields,
  repeated: { answer_id: number; address: string },
) => Promise<Fields>

/**
 * Makes the answer to a repeated request from the current data, without writing: for a route whose answers can be too long
 * to be stored. `answer_id` is the `id` of the first answer.
 */
export type RebuildAnswer = (request: FastifyRequest, answer_id: number) => Promise<unknown>

function readKey(request: FastifyRequest): string {
  const key = request.headers['idempotency-key']
  const max = limits.idempotency_key_characters.value
  if (typeof key !== 'string' || key.length > max || !/^[\x21-\x7e]+( +[\x21-\x7e]+)*$/.test(key)) {
    const sentence = `Idempotency-Key must be 1 to ${max} printable characters.`
    throw new Refusal('invalid_input', { sentence })
  }
  return key
}

/** The player, or for a request without one the account that it names. */
function callerOf({ player, staff }: FastifyRequest, { game_id, email, username }: Fields): string {
  if (staff?.id) return `staff:${staff.id} by ${staff.kind}:${staff.credential_id}`
  if (!player) return JSON.stringify([game_id, email, username])
  const { id, service_key_id } = player
  return service_key_id === null ? `user:${id}` : `user:${id} by service key:${service_key_id}`
}

function readKeyedRequest(request: FastifyRequest): KeyedRequest {
  const { method } = request
  const { url = '', schema, config } = request.routeOptions
  // Where a route takes no fields, nothing has checked what was sent: it may be nested without end.
  const { has_own_answer = false } = config
  const known = has_own_answer ? request.body : withoutSecrets(request.body)
  const sent = schema?.body ? known : {}
  const fields = isObject(sent) ? sent : {}
  return {
    ...identifyRequest(
      { caller: callerOf(request, fields), method, url, key: readKey(request) },
      { params: request.params, fields },
    ),
    user_id: request.player?.id ?? null,
    success_status: request.route?.success_status ?? 200,
    has_own_answer,
    can_rebuild: config.rebuildAnswer !== undefined,
    isAbandoned: () => request.raw.socket.destroyed,
    has_transaction: false,
  }
}

async function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: { status: number; body: string; answer_id: number },
) {
  const { reissueSecrets, rebuildAnswer, has_own_answer } = request.routeOptions.config
  const input = isObject(request.body) ? request.body : {}
  const repeated = { answer_id: stored.answer_id, address: request.client_address }
  // First, because it may refuse the caller.
  const secrets = reissueSecrets ? await reissueSecrets(request.context, input, repeated) : {}
  const answer: unknown =
    stored.body === NOT_STORED
      ? await rebuildAnswer?.(request, stored.answer_id)
      : JSON.parse(stored.body)
  reply.code(stored.status).header('idempotency-replayed', 'true')
  if (!isObject(answer)) return answer
  const token =
    request.player && !has_own_answer ? { authentication_token: request.player.token } : {}
  return { ...answer, ...token, ...secrets }
}

/** Wraps the handler of a write, which is executed once per caller, route and key; a retry gets the first answer again. */
export function executeOnce(handler: RouteHandlerMethod): RouteHandlerMethod {
  const answerKeyed: RouteHandlerMethod = async function answerKeyed(request, reply) {
    const { context } = request
    const keyed_request = readKeyedRequest(request)
    const find = () => findStoredAnswer(context.db, keyed_request, context.now())

    const stored = await find()
    if (stored) {
      await context.db.durable()
      return replay(request, reply, stored)
    }
    request.context = { ...context, keyed_request }
    try {
      return await handler.call(this, request, reply)
    } catch (error) {
      if (!(error instanceof AlreadyAnswered)) throw error
      request.context = context
      const first = await find()
      if (!first) throw new Refusal('busy', { retry_after_seconds: 1 })
      return replay(request, reply, first)
    }
  }
  return function answer(request, reply) {
    const has_key = request.headers['idempotency-key'] !== undefined
    return (has_key ? answerKeyed : handler).call(this, request, reply)
  }
}
