import type { Socket } from 'node:net'
import fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { Refusal, type RefusalCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { authenticate, type Authenticator } from './authentication.ts'
import { AnswerLog } from './answer-log.ts'
import { answerErrors, rawAnswer } from './error-answers.ts'
import { clientAddress } from './client-address.ts'
import { acceptEveryEncoding, mergeInput } from './input/encodings.ts'
import { rewriteUrl } from './input/legacy-urls.ts'
import { reportUnknownFields } from './input/unknown-fields.ts'
import { compileValidator } from './input/validation.ts'
import { AddressPlaces, holdPlace } from './overload/address-places.ts'
import { backLane } from './overload/back-lane.ts'
import { Capacity } from './overload/capacity.ts'
import { createListener, defaultTimeouts, failSlowly, type Timeouts } from './overload/admission.ts'
import { RateLimiter } from './overload/rate-limiter.ts'
import { hasBody } from './overload/sent.ts'
import { RecentErrors } from './recent-errors.ts'
import { prepareRoute } from './prepare-route.ts'
import { createRequestIds } from './request-ids.ts'
import { compileSerializer } from './serializers.ts'
import type { Traces } from './traces.ts'
import type { App } from './types.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}
/** Only browsers send an origin, and only they need permission to read the answer. */
const BROWSER_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'x-error-code, x-request-id, retry-after, ratelimit, ratelimit-policy, idempotency-replayed, x-unknown-fields, x-game-refusal',
}
const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': METHODS.join(', '),
  'access-control-allow-headers':
    'content-type, authorization, authentication-token, authentication_token, service-key-name, service-key-token, current-user-id, idempotency-key, x-http-method-override',
  'access-control-max-age': '86400',
}

const CONNECTION_ERRORS: Record<string, RefusalCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'address_too_long',
}

/** What the server is doing as a whole. */
export interface ServerState {
  /** It will stop soon, and says so to load balancers. */
  is_draining: boolean
  is_stopping: boolean
  /** Requests that are not answered yet. */
  active: number
  /** All connections. What was handed to one may not be read by its client yet. */
  connections: Set<Socket>
  /** While stopping: when the last request came or was answered, on the clock of `performance.now()`. */
  last_active_at: number
  capacity: Capacity
  rate_limiter: RateLimiter
  recent_errors: RecentErrors
  /** Of streams, sockets and waiting requests for events. */
  stream_places: AddressPlaces
}

function createStreamPlaces({ RATE_LIMIT, MAX_STREAMS }: Config, rate_limiter: RateLimiter) {
  const part = limits.streams_of_address_percent.value / 100
  const max = RATE_LIMIT === 'on' ? Math.ceil(MAX_STREAMS * part) : Infinity
  return new AddressPlaces(max, (raw) => rate_limiter.addressOf(raw))
}

export function createState(config: Config): ServerState {
  const rate_limiter = new RateLimiter(config)
  return {
    is_draining: false,
    is_stopping: false,
    active: 0,
    connections: new Set(),
    last_active_at: 0,
    capacity: new Capacity(config.MAX_REQUESTS),
    rate_limiter,
    recent_errors: new RecentErrors(),
    stream_places: createStreamPlaces(config, rate_limiter),
  }
}

export interface ServerParts {
  context: Context
  log: FastifyBaseLogger
  authenticator: Authenticator
  state: ServerState
  /** If they are exported. */
  traces?: Traces | undefined
  /** If the studio has code of its own. */
  wrapOperation?: App['wrapOperation'] | undefined
  /** Shorter than usual in tests of slow clients. */
  timeouts?: Timeouts
}

type Done = (error?: Error) => void

function createFastify(parts: ServerParts): App {
  const { context, log, state, timeouts = defaultTimeouts, wrapOperation } = parts
  const newId = createRequestIds()
  const answerError = answerErrors(log, state.recent_errors)
  const warnAboutProxy = () =>
    log.warn(
      'requests come through a proxy, but TRUST_PROXY is 0: all players seem to have the same IP address and share its limits',
    )
  const app: App = fastify({
    // Fastify's own logger creates one for each request; our lines carry the request's id instead.
    logger: false,
    genReqId: newId,
    bodyLimit: limits.body_bytes.value,
    serverFactory: (answer) =>
      createListener(answer, {
        capacity: state.capacity,
        rate_limiter: state.rate_limiter,
        timeouts,
        max_requests: context.config.MAX_REQUESTS,
        max_connections: context.config.MAX_CONNECTIONS,
        headers: { ...COMMON_HEADERS, ...BROWSER_HEADERS },
        newId,
        now: () => context.now(),
        isStopping: () => state.is_stopping,
        onUnknownProxy: context.config.TRUST_PROXY === 0 ? warnAboutProxy : undefined,
      }),
    // `stop.ts` drains the connections.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      // Longer than the longest name that a path may hold.
      maxParamLength: 16_384,
    },
    rewriteUrl,
    // For an address that cannot be decoded, which no hook sees.
    frameworkErrors(error, request, reply) {
      reply.headers({ ...COMMON_HEADERS, ...BROWSER_HEADERS, 'x-request-id': request.id })
      request.context = context
      state.rate_limiter.countRefusedBody(request)
      void answerError(error, request, reply)
    },
    clientErrorHandler(error, socket) {
      if (socket.writable)
        socket.end(rawAnswer(CONNECTION_ERRORS[error.code ?? ''] ?? 'bad_request'))
      else socket.destroy()
    },
  })
  app.decorate('route_names', new Map())
  app.decorate('closable_routes', [])
  app.decorate('wrapOperation', wrapOperation)
  app.decorate('waiting_routes', new Set<string>())
  app.decorateRequest('context')
  // Not Fastify's own, so that sign-ins and rate limits always count the same address.
  app.decorateRequest('client_address', {
    getter() {
      return clientAddress(this.raw, context.config.TRUST_PROXY)
    },
  })
  app.decorateRequest('player', null)
  app.decorateRequest('staff', null)
  app.decorateRequest('route', null)
  app.decorateRequest('is_active', false)
  app.decorateRequest('holds_slot', false)
  app.decorateRequest('has_turn', false)
  app.decorateRequest('usage', null)
  app.decorateRequest('key_guess', null)
  app.decorateRequest('started_at', 0)
  app.decorateRequest('stopwatch')
  app.decorateRequest('chunked_bytes', 0)
  app.decorateRequest('body_is_counted', false)
  app.setErrorHandler(answerError)
  app.setSerializerCompiler<object>(compileSerializer)
  app.setValidatorCompiler<TSchema>(({ schema, method }) => {
    const parse = compileValidator(schema, {
      refuses_null: method === 'GET' || method === 'DELETE',
    })
    return (value) => {
      try {
        return { value: parse(value) }
      } catch (error) {
        return { error: error instanceof Error ? error : new Error(String(error)) }
      }
    }
  })
  return app
}

/** Ends a request before its rule is called. Begins one at once, or when it is the turn of its player's next. */
function createSteps({ capacity, rate_limiter, stream_places }: ServerState) {
  const begin = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    if (request.route?.waits) {
      capacity.release(request, reply, undefined)
      rate_limiter.endTurn(request)
      // Those of a game's server are not limited.
      if (request.usage && !reply.raw.closed) holdPlace(stream_places, request.raw, reply.raw)
    }
    done()
  }
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply, done: Done) => {
    capacity.release(request, reply, undefined)
    failSlowly(error, request, done)
  }
  const startAfterWait = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    capacity.endWait(request)
    try {
      if (request.raw.socket.destroyed) throw new Refusal('busy', { retry_after_seconds: 1 })
      rate_limiter.admitLargeAnswer(request)
      capacity.acquire(request)
      begin(request, reply, done)
    } catch (error) {
      fail(error, request, reply, done)
    }
  }
  const start = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    const delay_ms = rate_limiter.takeTurn(request)
    if (delay_ms === undefined) return begin(request, reply, done)
    capacity.beginWait(request)
    const goOn = () => startAfterWait(request, reply, done)
    const { caller } = request.raw
    rate_limiter.waitForTurn(request, delay_ms, () =>
      caller?.goes_first === false ? backLane.add(goOn, caller.address) : setImmediate(goOn),
    )
  }
  return { start, fail }
}

/** A server with everything that every request goes through, and no feature yet. */
export function createServer(parts: ServerParts): App {
  const { context, log, authenticator, state, traces } = parts
  const { capacity, rate_limiter } = state
  const gate = { authenticator, rate_limiter }
  const { start, fail } = createSteps(state)
  const answer_log = new AnswerLog(log, traces !== undefined)
  const app = createFastify(parts)
  app.server.on('connection', (socket: Socket) => {
    state.connections.add(socket)
    socket.once('close', () => state.connections.delete(socket))
  })
  acceptEveryEncoding(app)

  app.addHook('onRoute', (route) => prepareRoute(app, route, rate_limiter))

  app.addHook('onRequest', (request, reply, done) => {
    answer_log.begin(request, context)
    request.started_at = performance.now()
    state.active++
    request.is_active = true
    if (state.is_stopping) state.last_active_at = request.started_at
    reply.headers(request.method === 'OPTIONS' ? PREFLIGHT_HEADERS : COMMON_HEADERS)
    if (request.headers.origin !== undefined) reply.headers(BROWSER_HEADERS)
    reply.header('x-request-id', request.id)
    if (state.is_stopping) reply.header('connection', 'close')
    // A body is not read.
    if (request.method === 'OPTIONS' && hasBody(request.raw)) reply.header('connection', 'close')
    if (request.method === 'OPTIONS') reply.code(204).send()
    else done()
  })

  app.addHook('preParsing', (request, reply, body, done) => {
    capacity.watchBody(request.raw, reply.raw)
    if (request.headers['transfer-encoding'] !== undefined)
      body.on('data', (chunk: Buffer) => (request.chunked_bytes += chunk.length))
    done(null, body)
  })

  app.addHook('preValidation', (request, reply, done) => {
    try {
      rate_limiter.admitBody(request)
      if (request.is404) return done()
      if (!request.route?.bypasses_capacity) capacity.acquire(request)
      request.body = mergeInput(request)
      reportUnknownFields(request, reply)
      const authenticated = authenticate(gate, request)
      if (!authenticated) return start(request, reply, done)
      void authenticated
        .then(() => start(request, reply, done))
        .catch((error: unknown) => fail(error, request, reply, done))
    } catch (error) {
      fail(error, request, reply, done)
    }
  })

  // Not `onResponse`, which never comes for a client that has closed the connection, and costs two listeners per request.
  app.addHook('onSend', (request, reply, answer, done) => {
    // It comes once more for a client that went away before the first bytes of a stream.
    if (!request.is_active) return done()
    request.is_active = false
    state.active--
    capacity.release(request, reply, answer)
    rate_limiter.endTurn(request)
    rate_limiter.endGuess(request)
    rate_limiter.endExpectation(request.raw, context.now)
    if (typeof answer === 'string' || Buffer.isBuffer(answer))
      rate_limiter.countAnswer(request, reply, answer.length)
    if (!request.body_is_counted) rate_limiter.countRefusedBody(request)
    if (state.is_stopping) {
      state.last_active_at = performance.now()
      if (!reply.raw.headersSent) reply.header('connection', 'close')
    }
    answer_log.write(request, reply)
    traces?.record(request, reply)
    done()
  })
  return app
}
