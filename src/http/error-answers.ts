import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, type RefusalCode, refusals } from '../errors.ts'
import { diskFull } from '../context.ts'
import { OutageLog } from './outage-log.ts'
import type { RecentErrors } from './recent-errors.ts'
import { isLargeBody } from './overload/paced-bodies.ts'
import { DatabaseFault, DatabaseUnavailable, DiskFull, ReadTooSlow } from '../storage/database.ts'

// An import would also load Node's `fetch`, whose memory a server does not need.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const fromFastify: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_NOT_FOUND: 'unknown_route',
  FST_ERR_MAX_PARAM_LENGTH: 'unknown_route',
  FST_ERR_BAD_URL: 'bad_address',
}

export function asRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DiskFull) return diskFull()
  if (error instanceof DatabaseFault) {
    const sentence = `${error.message}.`
    return new Refusal('database_unavailable', { retry_after_seconds: 5, sentence })
  }
  if (error instanceof DatabaseUnavailable) {
    return new Refusal('database_unavailable', { retry_after_seconds: 1 })
  }
  if (error instanceof ReadTooSlow) return new Refusal('read_too_slow', { retry_after_seconds: 5 })
  const known = 'code' in error ? fromFastify[error.code] : undefined
  if (known) return new Refusal(known)
  const is_clients_fault = 'statusCode' in error && error.statusCode && error.statusCode < 500
  return new Refusal(is_clients_fault ? 'bad_request' : 'internal')
}

const PROBLEM = 'application/problem+json'

/** Only for this type: some clients accept `application/json` and read text. */
const wantsProblem = ({ headers }: FastifyRequest) => headers.accept?.includes(PROBLEM) === true

/** As RFC 9457 has it. */
const describeProblem = (refusal: Refusal, status: number, request_id: string) => {
  const { code, message, fields, headers } = refusal
  const game_refusal = headers?.['x-game-refusal']
  return JSON.stringify({
    type: `urn:playkeep:error:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: message,
    code,
    request_id,
    ...(fields.length > 0 ? { fields } : {}),
    ...(game_refusal === undefined ? {} : { game_refusal }),
  })
}

/** The client has closed the connection before the first bytes of a stream. */
const isGone = (error: Error, { raw }: FastifyRequest) =>
  'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed

/** The one place where something thrown becomes a status, a sentence and headers. */
export const answerErrors = (log: FastifyBaseLogger, recent_errors: RecentErrors) => {
  const faults = new OutageLog(log, 'error')
  const outages = new OutageLog(log, 'warn')
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error)
    const aboutError = { request_id: request.id, err: error }
    const status =
      request.routeOptions?.schema?.statuses?.[refusal.code] ?? refusals[refusal.code][0]
    if (status >= 500 && !isGone(error, request))
      recent_errors.add({
        at: request.context?.now() ?? Date.now(),
        request_id: request.id,
        method: request.method,
        route: request.route?.url ?? '',
        status,
        code: refusal.code,
        message: error.message,
      })
    if (error instanceof DiskFull) request.context.disk.reportFull()
    if (refusal.code === 'internal' && !isGone(error, request))
      log.error(aboutError, 'a request failed')
    if (refusal.code === 'database_unavailable')
      (error instanceof DatabaseFault ? faults : outages).add(request.id, error)
    if (refusal.code === 'read_too_slow') log.warn(aboutError, 'a long read was given up')
    if (refusal.retry_after_seconds !== undefined) {
      reply.header('retry-after', Math.max(1, Math.ceil(refusal.retry_after_seconds)))
    }
    if (refusal.headers) reply.headers(refusal.headers)
    // Node would read a large body as fast as it comes, to reach the next request.
    if (isLargeBody(request.raw) && !request.raw.readableDidRead)
      reply.header('connection', 'close')
    const [type, body] = wantsProblem(request)
      ? [PROBLEM, describeProblem(refusal, status, request.id)]
      : ['text/plain', refusal.message]
    return reply
      .code(status)
      .header('content-type', `${type}; charset=utf-8`)
      .header('x-error-code', refusal.code)
      .serializer((text) => String(text))
      .send(body)
  }
}

/** The answer to a connection that does not speak HTTP, or sends its request too slowly. */
export function rawAnswer(code: RefusalCode): string {
  const [status, sentence] = refusals[code]
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: text/plain; charset=utf-8',
    `x-error-code: ${code}`,
    `x-request-id: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(sentence)}`,
    'connection: close',
    '',
    sentence,
  ].join('\r\n')
}
