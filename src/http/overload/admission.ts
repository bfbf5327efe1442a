import type { RequestListener, Server, ServerResponse } from 'node:http'
import { refusals } from '../../errors.ts'
import type { Capacity } from './capacity.ts'

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

/** Answered however many requests are in progress: monitoring must see that the server is alive. */
const ALWAYS_OPEN = /^\/(health|ready|metrics)$/

/**
 * Rejections are delayed so that immediate retries cannot starve accepted requests, nor new connections: Node accepts
 * one of these each time it has served all the others.
 */
const REJECTION_DELAY_MS = 250

const [STATUS, SENTENCE] = refusals.overloaded

/** Without the framework, because a rejection must cost next to nothing. */
function reject(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(STATUS, headers)
  response.end(SENTENCE)
}

interface ListenerOptions {
  capacity: Capacity
  timeouts: Timeouts
  max_connections: number
  /** Of every answer. */
  headers: Record<string, string>
  newId: () => string
}

/** The server below the framework: it closes slow connections, and rejects requests beyond its capacity. */
export function createListener(answer: RequestListener, options: ListenerOptions): Server {
  const { capacity, timeouts, newId } = options
  const headers = {
    ...options.headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(SENTENCE)),
    'x-error-code': 'overloaded',
    'retry-after': '1',
  }
  const serverOptions = {
    headersTimeout: timeouts.headers_ms,
    requestTimeout: timeouts.request_ms,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: timeouts.check_every_ms,
    optimizeEmptyRequests: true,
  }
  const server = createServer(serverOptions, (request, response) => {
    // A request without a body has no stream that could be read, even if it names a content type.
    if (request.readableEnded && request.headers['content-type'] !== undefined)
      delete request.headers['content-type']
    // A browser whose preflight request is rejected could not even tell the game why.
    const is_accepted =
      capacity.admit(request, response) ||
      request.method === 'OPTIONS' ||
      ALWAYS_OPEN.test(request.url ?? '')
    if (is_accepted) return answer(request, response)
    capacity.rejected++
    setTimeout(reject, REJECTION_DELAY_MS, response, { ...headers, 'x-request-id': newId() })
  })
  server.setTimeout(timeouts.inactivity_ms)
  server.maxConnections = options.max_connections
  return server
}

export const isAlwaysOpen = (url: string) => ALWAYS_OPEN.test(url)
