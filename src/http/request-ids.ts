import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const SAFE_ID = /^[A-Za-z0-9_.-]{1,128}$/
/** The W3C's header: version, trace, span, flags. */
const TRACE_PARENT =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/

/** The id that a proxy or client has given the request; or else a random prefix per process and a running number. */
export function createRequestIds(): (request: IncomingMessage) => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && SAFE_ID.test(given)) return given
    return `${prefix}-${(++count).toString(36)}`
  }
}

/** The trace and the span that the request belongs to. Undefined: none, or the header is malformed. */
export function parseTraceParent({ headers }: IncomingMessage) {
  const { traceparent } = headers
  if (typeof traceparent !== 'string') return undefined
  const [, trace_id, span_id, flags] = TRACE_PARENT.exec(traceparent) ?? []
  if (!trace_id || !span_id) return undefined
  return { trace_id, span_id, is_sampled: (parseInt(flags ?? '', 16) & 1) === 1 }
}
