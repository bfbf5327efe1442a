import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { RateClass } from '../../rate-limits.ts'

const EVENT_SOCKET = /^\/api\/v3\/events\/socket\/?(?:\?|$)/

/** Whether it asks for a WebSocket with events. */
export const isEventSocket = ({ url = '', headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && EVENT_SOCKET.test(url)

export const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

export const isChunked = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined

export const hasBody = (raw: IncomingMessage) =>
  isChunked(raw) || Number(raw.headers['content-length'] ?? 0) > 0

export const hasKey = (raw: IncomingMessage) =>
  raw.caller?.has_key ?? raw.headers['service-key-token'] !== undefined

/** A request, or what the first frame of a socket asks for. */
export type Call = Pick<
  FastifyRequest,
  | 'raw'
  | 'context'
  | 'route'
  | 'headers'
  | 'body'
  | 'chunked_bytes'
  | 'player'
  | 'staff'
  | 'usage'
  | 'has_turn'
  | 'key_guess'
  | 'client_address'
  | 'params'
  | 'id'
>

/** The bytes of body and address. */
export const sentBytes = ({ raw, chunked_bytes }: Call) =>
  (raw.caller?.announced_bytes ?? chunked_bytes) + (raw.url?.length ?? 0)

/** What a request costs in each class. `is_new`: a field has put it into this class, so its address was not counted yet. */
export function costsOf({ route, body }: Call, bytes: number) {
  const costs: [counted: RateClass, cost: number, is_new: boolean][] = []
  if (!route) return costs
  for (const counted of route.rate)
    costs.push([counted, counted === 'round_bytes' ? bytes : 1, false])
  if (typeof body !== 'object' || body === null) return costs
  for (const [field, counted] of Object.entries(route.rate_with))
    if (field in body) costs.push([counted, 1, true])
  return costs
}
