import type { RequestListener, Server, ServerResponse } from 'node:http'
import { refusals } from '../../errors.ts'
import type { Capacity } from './capacity.ts'

// An import would load Node's `fetch` with it, which takes memory that a server does not use.
const { createServer } = process.getBuiltinModule('node:http')

const KEEP_ALIVE_MS = 72_000

/** How long the server waits for somebody else. */
export interface Patience {
  /** For the headers of a request, from the opening of its connection or from its first byte. */
  headers_ms: number
  /** For a whole request with its body. */
  request_ms: number
  /** For a connection on which nothing moves while an answer is owed or unread. */
  silence_ms: number
  /** How often it looks whose time is over. */
  look_every_ms: number
}

export const patience: Patience = {
  headers_ms: 15_000,
  request_ms: 30_000,
  silence_ms: 60_000,
  look_every_ms: 1000,
}

/** Answered however many requests are under way: whoever watches the server must see that it lives. */
const ALWAYS_OPEN = /^\/(health|ready|metrics)$/

/**
 * Who is sent away waits so long for it. Told at once, those who ask again at once would take the time of those who
 * are in, and of new connections: Node takes one of these each time it has been round all the others.
 */
const NO_AFTER_MS = 250

const [STATUS, SENTENCE] = refusals.overloaded

/** Without the framework, because saying no must cost next to nothing. */
function sendAway(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(STATUS, headers)
  response.end(SENTENCE)
}

interface Terms {
  capacity: Capacity
  patience: Patience
  most_connections: number
  /** Of every plain answer. */
  headers: Record<string, string>
  newId: () => string
}

/** The server below the framework: it cuts off the slow, and sends away who comes when all places are taken. */
export function createListener(answer: RequestListener, terms: Terms): Server {
  const { capacity, patience: wait, newId } = terms
  const headers = {
    ...terms.headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(SENTENCE)),
    'x-error-code': 'overloaded',
    'retry-after': '1',
  }
  const options = {
    headersTimeout: wait.headers_ms,
    requestTimeout: wait.request_ms,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: wait.look_every_ms,
    optimizeEmptyRequests: true,
  }
  const server = createServer(options, (request, response) => {
    // No stream was set up where no body comes. Nobody may wait for it, also not if the request names its type.
    if (request.readableEnded && request.headers['content-type'] !== undefined)
      delete request.headers['content-type']
    // A browser that is refused its preflight could not even tell the game why.
    const is_in =
      capacity.isFor(request) || request.method === 'OPTIONS' || ALWAYS_OPEN.test(request.url ?? '')
    if (is_in) return answer(request, response)
    capacity.sent_away++
    setTimeout(sendAway, NO_AFTER_MS, response, { ...headers, 'x-request-id': newId() })
  })
  server.setTimeout(wait.silence_ms)
  server.maxConnections = terms.most_connections
  return server
}

export const isAlwaysOpen = (url: string) => ALWAYS_OPEN.test(url)
