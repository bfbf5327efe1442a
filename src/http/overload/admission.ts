import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Refusal, type RefusalCode, refusals } from '../../errors.ts'
import { isPrivateAddress } from '../../services/ip-addresses.ts'
import { backLane, rejections } from './back-lane.ts'
import type { Capacity } from './capacity.ts'
import { describeExcess } from './limits-in-use.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { discardInTurns, isLargeBody } from './paced-bodies.ts'
import { hasBody, isEventSocket } from './sent.ts'
import type { Usage } from './usage.ts'

// An import would also load Node's `fetch`, whose memory a server does not need.
const { createServer } = process.getBuiltinModule('node:http')

const KEEP_ALIVE_MS = 72_000

/** How long the server waits for a client. */
export interface Timeouts {
  /** For the headers of a request, from the opening of its connection or from its first byte. */
  headers_ms: number
  /** For a whole request with its body. */
  request_ms: number
  /** For a connection on which nothing moves while an answer is not sent or not read. */
  inactivity_ms: number
  /** How often the server checks for requests that took too long. */
  check_every_ms: number
}

export const defaultTimeouts: Timeouts = {
  headers_ms: 15_000,
  request_ms: 30_000,
  inactivity_ms: 60_000,
  check_every_ms: 1000,
}

/**
 * Answered however many requests are in progress: monitoring must see that the server is alive. Only a flood of them from one
 * address waits. It sends no body, and none is read.
 */
const ALWAYS_OPEN = /^\/+(?:health|ready|metrics)\/*(?:\?|$)/

/**
 * Rejections are delayed so that immediate retries cannot starve accepted requests, nor new connections: Node accepts
 * one of these each time it has served all the others. The shortest time in `Retry-After` is as long.
 */
const MAX_REJECTION_DELAY_MS = 1000
/** Not all for the same time: clients that were rejected together would come back together. */
const rejectionDelayMs = () => MAX_REJECTION_DELAY_MS * (0.5 + Math.random() / 2)
/** A client that sends even more requests without waiting for their answers is disconnected. */
const MAX_REJECTED_PER_CONNECTION = 16
const MAX_WAITING_PER_CONNECTION = 128
/** Of all connections, for each request that may be worked on at once. */
const WAITING_PER_SLOT = 4
const MAX_WAITING = 8192
/** Requests with a large or chunked body: each holds up to 64 KiB in memory. */
const MAX_WAITING_WITH_BODY = 64
const MAX_WAITING_WITH_BODY_PER_CONNECTION = 4
/** So that one address does not take the places of all others. */
const SHARE_OF_ADDRESS = 0.25

const isProbe = (request: IncomingMessage) =>
  ALWAYS_OPEN.test(request.url ?? '') &&
  (request.method === 'GET' || request.method === 'HEAD') &&
  !hasBody(request)

interface Rejection {
  code: RefusalCode
  sentence: string
  headers: Record<string, string>
}

const OVERLOADED: Rejection = {
  code: 'overloaded',
  sentence: refusals.overloaded[1],
  headers: { 'retry-after': '1' },
}

interface ListenerOptions {
  capacity: Capacity
  rate_limiter: RateLimiter
  timeouts: Timeouts
  max_requests: number
  max_connections: number
  /** Of every answer. */
  headers: Record<string, string>
  newId: (request: IncomingMessage) => string
  now: () => number
  isStopping: () => boolean
  /** If a proxy is not trusted: called once, for the first request that seems to come from one. */
  onUnknownProxy: (() => void) | undefined
}

interface WaitingLimits {
  per_connection: number
  together: number
  per_address: number
}

const sharedFairly = (per_connection: number, together: number): WaitingLimits => ({
  per_connection,
  together,
  per_address: Math.ceil(together * SHARE_OF_ADDRESS),
})

/** How many requests wait of each connection and of each address. */
class Counts {
  readonly #counts = new WeakMap<object, number>()

  of(key: object): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: object, change: 1 | -1): void {
    this.#counts.set(key, this.of(key) + change)
  }
}

/**
 * Lets requests wait, but only so many of a connection and of an address, and goes on with them unless the connection was closed
 * meanwhile. Returns false if too many wait, of its address or of all.
 */
function holdBack(
  capacity: Capacity,
  { per_connection, together, per_address }: WaitingLimits,
  wait: (goOn: () => void, address: Usage | undefined) => void,
) {
  const counts = new Counts()
  let waiting = 0
  return (
    { socket, caller }: IncomingMessage,
    goOn: () => void,
    address: Usage | undefined = caller?.address,
  ): boolean => {
    if (waiting >= together || (address && counts.of(address) >= per_address)) return false
    if (counts.of(socket) >= per_connection) {
      capacity.closed++
      socket.destroy()
      return true
    }
    const count = (change: 1 | -1) => {
      waiting += change
      capacity.held_back += change
      counts.add(socket, change)
      if (address) counts.add(address, change)
    }
    count(1)
    wait(() => {
      count(-1)
      if (!socket.destroyed) goOn()
    }, address)
    return true
  }
}

/** The server below the framework: it closes slow connections, and rejects requests beyond its capacity and its limits. */
export function createListener(answer: RequestListener, options: ListenerOptions): Server {
  const { capacity, rate_limiter, timeouts, newId, now } = options
  const together = Math.min(options.max_requests * WAITING_PER_SLOT, MAX_WAITING)
  const inBackLane = (goOn: () => void, address: Usage | undefined) => backLane.add(goOn, address)
  const waitInBackLane = holdBack(
    capacity,
    sharedFairly(MAX_WAITING_PER_CONNECTION, together),
    inBackLane,
  )
  const waitWithBody = holdBack(
    capacity,
    sharedFairly(MAX_WAITING_WITH_BODY_PER_CONNECTION, MAX_WAITING_WITH_BODY),
    inBackLane,
  )
  // Of their own, so that monitoring is answered however many other requests wait.
  const waitAsProbe = holdBack(
    capacity,
    sharedFairly(MAX_WAITING_PER_CONNECTION, MAX_WAITING),
    inBackLane,
  )
  // No share for each address: they wait for about a second only.
  const waitToBeRejected = holdBack(
    capacity,
    {
      per_connection: MAX_REJECTED_PER_CONNECTION,
      together: MAX_WAITING,
      per_address: MAX_WAITING,
    },
    (goOn) => setTimeout(() => rejections.add(goOn), rejectionDelayMs()),
  )
  let { onUnknownProxy } = options

  /** Without the framework, because a rejection must cost next to nothing. */
  const send = (response: ServerResponse, { code, sentence, headers }: Rejection) => {
    const { complete } = response.req
    // Node would read the rest as fast as it comes, to reach the next request.
    if (!complete || options.isStopping()) response.shouldKeepAlive = false
    response.writeHead(refusals[code][0], {
      ...options.headers,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(sentence)),
      'x-error-code': code,
      'x-request-id': newId(response.req),
      ...headers,
    })
    response.end(sentence)
  }
  const reject = (response: ServerResponse, rejection: Rejection) => {
    const { req: request } = response
    rate_limiter.endExpectation(request, now)
    if (isLargeBody(request) && !discardInTurns(request)) {
      response.shouldKeepAlive = false
      request.socket.pause()
    }
    if (waitToBeRejected(request, () => send(response, rejection))) return
    response.shouldKeepAlive = false
    // It has to wait for the answer before it on its connection, and would wait in memory.
    if (response.socket) send(response, rejection)
    else request.socket.destroy()
  }
  const rejectAsOverloaded = (response: ServerResponse) => {
    capacity.rejected++
    reject(response, OVERLOADED)
  }
  const findExcess = (request: IncomingMessage): Rejection | undefined => {
    const excess = rate_limiter.findExcess(request, now())
    if (!excess) return undefined
    const { sentence, headers, seconds } = describeExcess(excess, now())
    return {
      code: 'too_many_requests',
      sentence,
      headers: { ...headers, 'retry-after': String(seconds) },
    }
  }

  const serverOptions = {
    headersTimeout: timeouts.headers_ms,
    requestTimeout: timeouts.request_ms,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: timeouts.check_every_ms,
    optimizeEmptyRequests: true,
    // Others that ask for an upgrade, such as to HTTP/2, are answered as usual.
    shouldUpgradeCallback: isEventSocket,
  }
  const listener: RequestListener = (request, response) => {
    // Node has read more requests of a connection that was closed meanwhile.
    if (request.socket.destroyed) return
    // A request without a body has no stream that could be read, even if it names a content type.
    if (request.readableEnded && request.headers['content-type'] !== undefined)
      delete request.headers['content-type']
    if (onUnknownProxy && request.headers['x-forwarded-for'] !== undefined) {
      if (isPrivateAddress(request.socket.remoteAddress ?? '')) {
        onUnknownProxy()
        onUnknownProxy = undefined
      }
    }
    // A browser whose preflight request is rejected could not even tell the game why.
    if ((request.method === 'OPTIONS' && !hasBody(request)) || isProbe(request)) {
      const flooding = rate_limiter.findFlood(request, now())
      if (!flooding) return answer(request, response)
      if (waitAsProbe(request, () => answer(request, response), flooding)) return
      return rejectAsOverloaded(response)
    }
    const excess = findExcess(request)
    if (excess) return reject(response, excess)
    if (!capacity.admit(request)) return rejectAsOverloaded(response)
    if (request.caller?.goes_first !== false) {
      backLane.noteOthers()
      return answer(request, response)
    }
    const wait = isLargeBody(request) ? waitWithBody : waitInBackLane
    if (!wait(request, () => answer(request, response))) rejectAsOverloaded(response)
  }
  const server = createServer(serverOptions, listener)
  // With an unknown `Expect`, Node would answer by itself, and read any body without an end.
  server.on('checkExpectation', listener)
  server.setTimeout(timeouts.inactivity_ms)
  server.maxConnections = options.max_connections
  return server
}

export const isAlwaysOpen = (url: string) => ALWAYS_OPEN.test(url)

/** A client that is refused and tries again at once is slowed down. What it has sent does not wait in memory. */
export function failSlowly(
  error: unknown,
  request: FastifyRequest,
  done: (error: Error) => void,
): void {
  const problem = error instanceof Error ? error : new Error(String(error))
  if (!(problem instanceof Refusal) || problem.code !== 'too_many_requests') return done(problem)
  request.body = undefined
  setTimeout(done, rejectionDelayMs(), problem)
}
