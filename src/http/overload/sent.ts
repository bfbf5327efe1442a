import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** What a request sends, as far as its headers say. */

const EVENT_SOCKET = /^\/api\/v3\/events\/socket\/?(?:\?|$)/

/** Whether it asks for a WebSocket with events. */
export const isEventSocket = ({ url = '', headers }: IncomingMessage) =>
  headers.upgrade?.toLowerCase() === 'websocket' && EVENT_SOCKET.test(url)

export const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

export const announcedBytes = ({ headers }: IncomingMessage) =>
  Number(headers['content-length'] ?? 1)

export const hasKey = ({ headers }: IncomingMessage) => headers['service-key-token'] !== undefined

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

/** The bytes that a write may store. */
export const sentBytes = ({ raw, headers, chunked_bytes }: Call) =>
  Number(headers['content-length'] ?? chunked_bytes) + (raw.url?.length ?? 0)
