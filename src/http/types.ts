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
import type { ReissueSecrets } from './idempotency.ts'

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

/** A feature's list of routes. */
export type Routes = (app: App) => void

/** What every request needs to know about its route; asking the framework costs more. */
interface RouteFacts {
  url: string
  caller: CallerKind
  /** Its name in a game's permissions, such as `POST /users/:id/add_score`. */
  name: string
  changes: boolean
  access: 'competitive' | 'own_account' | undefined
  /** From the route's schema. */
  success_status: number
  /** Answered however many requests are in progress. */
  is_probe: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The names of all routes in permissions. */
    route_names: Set<string>
  }
  interface FastifyRequest {
    context: Context
    player: Player | null
    /** Null: there is no such route. */
    route: RouteFacts | null
    /** Whether it counts among the requests in progress. */
    holds_slot: boolean
    /** On the clock of `performance.now()`. */
    started_at: number
  }
  interface FastifySchema {
    summary?: string
    description?: string
    caller?: CallerKind
    /** Whether it changes something, where the method does not say so: some clients remove by GET. */
    changes?: boolean
    /** `competitive`: what a cheater would call. `own`: the player's own account, which no game can close. */
    access?: 'competitive' | 'own_account'
    /** What it may refuse besides what every route may. */
    refuses?: readonly RefusalCode[]
    /** Where this endpoint gives a refusal another status than the catalogue. */
    statuses?: Partial<Record<RefusalCode, number>>
  }
  interface FastifyContextConfig {
    /** For a route whose answer holds a secret: stored answers do not. */
    reissueSecrets?: ReissueSecrets
    /** Doing it twice is the same as doing it once: its answers need not be stored. */
    needs_no_stored_answer?: boolean
  }
}
