import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { Stopwatch } from '../storage/stopwatch.ts'
import { elapsed } from './request-durations.ts'
import { parseTraceParent } from './request-ids.ts'

const round = (ms: number) => Math.round(ms * 1000) / 1000

/** One line per answer. Costs nothing if the level of the log leaves these lines out. */
export class AnswerLog {
  readonly #log: FastifyBaseLogger
  readonly #is_on: boolean
  readonly #needs_time: boolean

  constructor(log: FastifyBaseLogger, has_traces: boolean) {
    this.#log = log
    this.#is_on = ['info', 'debug', 'trace'].includes(log.level)
    this.#needs_time = this.#is_on || has_traces
  }

  /** The context for a request, whose database lets others go first where it has to, and measures the time in the database if anyone will see it. */
  begin(request: FastifyRequest, context: Context): void {
    const { db } = context
    const own = request.raw.caller?.goes_first === false ? (db.low_priority ?? db) : db
    if (!this.#needs_time) {
      request.context = own === db ? context : { ...context, db: own }
      return
    }
    request.stopwatch = new Stopwatch()
    request.context = { ...context, db: request.stopwatch.watch(own) }
  }

  write(request: FastifyRequest, reply: FastifyReply): void {
    if (!this.#is_on) return
    const about = {
      request_id: request.id,
      trace_id: parseTraceParent(request.raw)?.trace_id,
      method: request.method,
      route: request.route?.url ?? null,
      status: reply.statusCode,
      ms: round(elapsed(request)),
      database_ms: round(request.stopwatch?.total_ms ?? 0),
      game_id: request.player?.game_id ?? null,
    }
    // Probes come every few seconds, and those of browsers before many requests: they would hide everything else.
    if (request.route?.bypasses_capacity || request.method === 'OPTIONS')
      this.#log.debug(about, 'answered')
    else this.#log.info(about, 'answered')
  }
}
