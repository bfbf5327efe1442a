import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Context, Player } from '../context.ts'
import type { RefusalCode } from '../errors.ts'
import type { CallerKind } from './authentication.ts'
import type { Renew } from '../idempotency/idempotency.ts'

interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxProvider
>

/** A feature's list of addresses. */
export type Routes = (app: App) => void

/** What every request needs to know of its route; reading it from the framework costs more. */
interface RouteFacts {
  url: string
  caller: CallerKind
  /** Its words in a game's permissions, such as `POST /users/:id/add_score`. */
  name: string
  changes: boolean
  trust: 'competitive' | 'own' | undefined
  /** Answered however many requests are under way. */
  is_probe: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How permissions name the routes. */
    route_names: Set<string>
  }
  interface FastifyRequest {
    context: Context
    player: Player | null
    /** Null: there is no such route. */
    route: RouteFacts | null
    /** Whether it counts among the requests that are worked on. */
    has_place: boolean
    /** On the clock of `performance.now()`. */
    came_at: number
  }
  interface FastifySchema {
    summary?: string
    description?: string
    caller?: CallerKind
    /** Whether it changes something, where the method does not say so: some clients remove by GET. */
    changes?: boolean
    /** `competitive`: what a cheater would call. `own`: the care of one's account, which no game can close. */
    trust?: 'competitive' | 'own'
    /** What it may refuse besides what every route may. */
    refuses?: readonly RefusalCode[]
    /** Where this endpoint gives a refusal another status than the catalogue. */
    statuses?: Partial<Record<RefusalCode, number>>
  }
  interface FastifyContextConfig {
    /** Gives a repeated request its secret anew, because answers are kept without secrets. */
    renew?: Renew
    /** Doing it twice is the same as doing it once: its answers need not be kept. */
    repeatable?: boolean
  }
}
