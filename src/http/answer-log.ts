import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Database } from '../storage/database.ts'
import { Stopwatch } from '../storage/stopwatch.ts'
import { elapsed } from './request-durations.ts'
import { parseTraceParent } from './request-ids.ts'

const round = (ms: number) => Math.round(ms * 1000) / 1000

function databaseFor({ caller }: IncomingMessage, db: Database): Database {
  if (caller?.goes_first === false) return db.low_priority ?? db
  return caller?.has_transaction_priority ? (db.high_priority ?? db) : db
}

/** The context of each request, and one line per answer. Costs nothing if the level of the log leaves these lines out. */
export class AnswerLog {
  readonly #log: FastifyBaseLogger
  readonly #is_on: boolean
  readonly #needs_time: boolean
  /** By their database, if it is not the usual one. */
  readonly #contexts = new WeakMap<Database, Context>()

  constructor(log: FastifyBaseLogger, has_traces: boolean) {
    this.#log = log
    this.#is_on = ['info', 'debug', 'trace'].includes(log.level)
    this.#needs_time = this.#is_on || has_traces
  }

  /** The context for a request, whose database lets others go first where it has to, and measures the time in the database if anyone will see it. */
  begin(request: FastifyRequest, context: Context): void {
    const { db } = context
    const own = databaseFor(request.raw, db)
    if (!this.#needs_time) {
      request.context = own === db ? context : this.#contextWith(own, context)
      return
    }
    request.stopwatch = new Stopwatch()
    request.context = { ...context, db: request.stopwatch.watch(own) }
  }

  #contextWith(db: Database, usual: Context): Context {
    const known = this.#contexts.get(db)
    if (known) return known
    const context = { ...usual, db }
    this.#contexts.set(db, context)
    return context
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
