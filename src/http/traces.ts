import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { integer, SpanExporter, text } from '../services/span-exporter.ts'
import { elapsed } from './request-durations.ts'
import { parseTraceParent } from './request-ids.ts'

const SERVER = 2
const ERROR = 2

const newId = (bytes: number) => randomBytes(bytes).toString('hex')
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`

/** One span per request. This file is loaded only if there is a collector to send them to. */
export class Traces {
  readonly #exporter: SpanExporter

  constructor(endpoint: string, log: FastifyBaseLogger) {
    this.#exporter = new SpanExporter(endpoint, log)
  }

  /** Not for probes, nor for what the caller does not want to be traced. */
  record(request: FastifyRequest, reply: FastifyReply): void {
    const { route, method, stopwatch } = request
    const parent = parseTraceParent(request.raw)
    if (route?.bypasses_capacity || parent?.is_sampled === false) return
    const ended_at = performance.timeOrigin + performance.now()
    const status = reply.statusCode
    const url = route?.url ?? 'unknown'
    this.#exporter.add({
      traceId: parent?.trace_id ?? newId(16),
      spanId: newId(8),
      ...(parent ? { parentSpanId: parent.span_id } : {}),
      name: `${method} ${url}`,
      kind: SERVER,
      startTimeUnixNano: nanoseconds(ended_at - elapsed(request)),
      endTimeUnixNano: nanoseconds(ended_at),
      attributes: [
        text('http.request.method', method),
        text('http.route', url),
        integer('http.response.status_code', status),
        text('playkeep.request_id', request.id),
        { key: 'playkeep.database_ms', value: { doubleValue: stopwatch?.total_ms ?? 0 } },
      ],
      status: status >= 500 ? { code: ERROR } : {},
    })
  }

  close(): Promise<void> {
    return this.#exporter.close()
  }
}
