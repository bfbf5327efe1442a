import type { FastifyBaseLogger } from 'fastify'
import { version } from './version.ts'

const EXPORT_EVERY_MS = 1000
const MAX_WAIT_MS = 5000
const MAX_STOP_MS = 1000
/** Beyond this, new spans are dropped until the collector has taken the others. */
const MAX_WAITING = 5000

type Value = { stringValue: string } | { intValue: string } | { doubleValue: number }

/** As in the protocol's JSON. */
export interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

export const text = (key: string, value: string) => ({ key, value: { stringValue: value } })
export const integer = (key: string, value: number) => ({ key, value: { intValue: `${value}` } })

const resource = {
  attributes: [
    text('service.name', 'playkeep'),
    text('service.version', version),
    integer('process.pid', process.pid),
  ],
}

/** Sends spans by OTLP over HTTP, once a second. A collector that is away or slow costs spans, never requests. */
export class SpanExporter {
  readonly #url: string
  readonly #log: FastifyBaseLogger
  readonly #timer: NodeJS.Timeout
  #waiting: Span[] = []
  #sending: Promise<void> | undefined
  #was_away = false

  constructor(endpoint: string, log: FastifyBaseLogger) {
    this.#url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
    this.#log = log
    this.#timer = setInterval(() => this.#export(MAX_WAIT_MS), EXPORT_EVERY_MS)
    this.#timer.unref()
  }

  add(span: Span): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(span)
  }

  #export(timeout_ms: number): void {
    if (this.#sending || this.#waiting.length === 0) return
    const spans = this.#waiting
    this.#waiting = []
    this.#sending = this.#send(spans, timeout_ms).finally(() => (this.#sending = undefined))
  }

  async #send(spans: Span[], timeout_ms: number): Promise<void> {
    const scopeSpans = [{ scope: { name: 'playkeep', version }, spans }]
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
        signal: AbortSignal.timeout(timeout_ms),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`the collector answered ${response.status}`)
      this.#was_away = false
    } catch (error) {
      if (!this.#was_away)
        this.#log.warn({ err: error }, 'traces are lost: the collector does not take them')
      this.#was_away = true
    }
  }

  /** Sends what is left, if the collector takes it soon. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const deadline = new Promise<void>((resolve) => setTimeout(resolve, MAX_STOP_MS).unref())
    await Promise.race([this.#sending, deadline])
    this.#export(MAX_STOP_MS)
    await Promise.race([this.#sending, deadline])
  }
}
