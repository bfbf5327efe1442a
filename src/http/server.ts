import { randomBytes } from 'node:crypto'
import fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
  type RouteOptions,
} from 'fastify'
import type { TSchema } from 'typebox'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { Refusal, type RefusalCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { admitCaller, type Doorkeeper } from './authentication.ts'
import { Capacity } from './overload/capacity.ts'
import { answerErrors, rawAnswer } from './errors.ts'
import { answeringOnce } from '../idempotency/idempotency.ts'
import { mergeInput, readEveryEncoding, readOldAddress } from './input/encodings.ts'
import { createListener, isAlwaysOpen, patience, type Patience } from './overload/listener.ts'
import type { RequestMeter } from '../features/players/activity/metering.ts'
import type { App } from './types.ts'
import { compileShape } from './input/validation.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const PLAIN_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
/** Only browsers say where a request comes from, and only they ask whether they may read the answer. */
const BROWSER_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-error-code, x-request-id, retry-after, idempotency-replayed',
}
const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-allow-headers':
    'content-type, authorization, authentication-token, authentication_token, service-key-name, service-key-token, current-user-id, idempotency-key, x-http-method-override',
  'access-control-max-age': '86400',
}

const CONNECTION_TROUBLE: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'address_too_long',
}

/** Ids of requests: one random word per process and a running number. */
function requestIds(): () => string {
  const process_word = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${process_word}-${(++count).toString(36)}`
}

/** What the server is doing as a whole. */
export interface ServerState {
  stopping: boolean
  /** Requests whose answer is not made yet. */
  active: number
  /** When the last request came or was answered, on the clock of `performance.now()`. */
  last_active_at: number
  capacity: Capacity
  /** Users whose credits are not the sum of the ledger. Undefined: nobody has looked yet. */
  ledger_wrong_users: number | undefined
  /** When the last scheduled backup of any process was done. Undefined: none yet, or none is wanted. */
  backup_done_at: number | undefined
  /** Scheduled backups of this process that failed. */
  backup_failures: number
}

export const freshState = ({ MAX_REQUESTS }: Config): ServerState => ({
  stopping: false,
  active: 0,
  last_active_at: 0,
  capacity: new Capacity(MAX_REQUESTS),
  ledger_wrong_users: undefined,
  backup_done_at: undefined,
  backup_failures: 0,
})

export interface Door {
  context: Context
  log: FastifyBaseLogger
  doorkeeper: Doorkeeper
  meter: RequestMeter
  state: ServerState
  /** Other than usual, for tests of those who are slow. */
  patience?: Patience
}

/** Milliseconds since it came. */
export const elapsed = (request: FastifyRequest) => performance.now() - request.came_at

function logAnswer(log: FastifyBaseLogger, request: FastifyRequest, reply: FastifyReply): void {
  const about = {
    request_id: request.id,
    method: request.method,
    route: request.route?.url ?? null,
    status: reply.statusCode,
    ms: Math.round(elapsed(request) * 1000) / 1000,
    game_id: request.player?.game_id ?? null,
  }
  log.info(about, 'answered')
}

/** A server with everything that every request goes through, and no feature yet. */
export function openDoor(parts: Door): App {
  const { context, log, doorkeeper, meter, state } = parts
  const { capacity } = state
  const newId = requestIds()
  const logs_requests = ['info', 'debug', 'trace'].includes(log.level)
  const answerError = answerErrors(log)
  const app: App = fastify({
    // A logger of its own for each request costs more than the lines it may never write: ours name their request.
    logger: false,
    genReqId: newId,
    bodyLimit: limits.body_bytes.value,
    serverFactory: (answer) =>
      createListener(answer, {
        capacity,
        patience: parts.patience ?? patience,
        most_connections: context.config.MAX_CONNECTIONS,
        headers: { ...PLAIN_HEADERS, ...BROWSER_HEADERS },
        newId,
      }),
    trustProxy: (_address, hop) => hop < context.config.TRUST_PROXY,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 16_384,
    },
    rewriteUrl: readOldAddress,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler(error, socket) {
      if (socket.writable)
        socket.end(rawAnswer(CONNECTION_TROUBLE[error.code ?? ''] ?? 'bad_request'))
      else socket.destroy()
    },
  })
  app.decorate('route_names', new Set<string>())
  app.decorateRequest('context')
  app.decorateRequest('player', null)
  app.decorateRequest('route', null)
  app.decorateRequest('has_place', false)
  app.decorateRequest('came_at', 0)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new Refusal('unknown_route')
  })
  app.setValidatorCompiler<TSchema>(({ schema }) => {
    const clean = compileShape(schema)
    return (value) => {
      try {
        return { value: clean(value) }
      } catch (error) {
        return { error: error instanceof Error ? error : new Error(String(error)) }
      }
    }
  })
  readEveryEncoding(app)

  app.addHook('onRoute', (route) => {
    const method = [route.method].flat()[0] ?? 'GET'
    const { caller = 'player', changes = method !== 'GET', trust } = route.schema ?? {}
    const name = `${method} ${route.url.replace('/api/v3', '')}`
    const is_probe = isAlwaysOpen(route.url)
    const facts = { url: route.url, caller, name, changes, trust, is_probe }
    app.route_names.add(name)
    const rememberRoute: onRequestHookHandler = (request, _reply, done) => {
      request.route = facts
      done()
    }
    route.onRequest = [rememberRoute, ...[route.onRequest ?? []].flat()]
    const writes = [route.method].flat().some((verb) => verb !== 'GET')
    if (writes && route.schema && !route.config?.repeatable)
      route.handler = answeringOnce(route.handler)
  })

  app.addHook('onRequest', (request, reply, done) => {
    request.context = context
    request.came_at = performance.now()
    state.active++
    if (state.stopping) state.last_active_at = request.came_at
    reply.headers(request.method === 'OPTIONS' ? PREFLIGHT_HEADERS : PLAIN_HEADERS)
    if (request.headers.origin !== undefined) reply.headers(BROWSER_HEADERS)
    reply.header('x-request-id', request.id)
    if (state.stopping) reply.header('connection', 'close')
    if (request.method === 'OPTIONS') reply.code(204).send()
    else done()
  })

  app.addHook('preValidation', (request, _reply, done) => {
    const letIn = () => {
      if (request.player) meter.count(request.player, context.now())
      done()
    }
    const refuse = (error: unknown) =>
      done(error instanceof Error ? error : new Error(String(error)))
    if (request.is404) return done()
    try {
      if (!request.route?.is_probe) capacity.takePlace(request)
      request.body = mergeInput(request)
      const waiting = admitCaller(doorkeeper, request)
      if (waiting) void waiting.then(letIn, refuse)
      else letIn()
    } catch (error) {
      refuse(error)
    }
  })

  // Not `onResponse`, which never comes for a request whose sender has gone, and costs two listeners per request.
  app.addHook('onSend', (request, reply, answer, done) => {
    state.active--
    capacity.leave(request, reply, answer)
    if (state.stopping) state.last_active_at = performance.now()
    if (logs_requests) logAnswer(log, request, reply)
    done()
  })
  return app
}

/** Every address answers the methods that it does not take with 405. Called when all routes are there. */
export function refuseOtherMethods(app: App, routes: RouteOptions[]): void {
  const taken = Map.groupBy(routes, ({ url }) => url)
  for (const [url, known] of taken) {
    const methods = new Set(known.flatMap(({ method }) => method))
    app.route({
      method: [...METHODS, 'HEAD'].filter((method) => !methods.has(method)),
      url,
      schema: { caller: 'anyone' },
      handler(_request, reply) {
        reply.header('allow', [...methods].join(', '))
        throw new Refusal('method_not_allowed')
      },
    })
  }
}
