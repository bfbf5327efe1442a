import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteHandlerMethod,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ClosableRoute } from '../access/permission-grid.ts'
import type { GuardedRoute, RouteNames } from '../access/route-names.ts'
import type { Role, Staff } from '../access/staff.ts'
import type { Context, Player } from '../context.ts'
import type { RefusalCode } from '../errors.ts'
import type { RateClass } from '../rate-limits.ts'
import type { ProcessReport } from '../services/process-report.ts'
import type { Stopwatch } from '../storage/stopwatch.ts'
import type { CallerKind } from './authentication.ts'
import type { GameOf, StaffAccess } from './staff-access.ts'
import type { RebuildAnswer, ReissueSecrets } from './idempotency.ts'
import type { KnownFields } from './input/unknown-fields.ts'
import type { KeyGuess } from './overload/key-guesses.ts'
import type { Usage } from './overload/usage.ts'

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
interface RouteFacts extends GuardedRoute {
  url: string
  caller: CallerKind
  /** Whether a game can close it. */
  is_closable: boolean
  /** If staff may call it. */
  staff_access: StaffAccess | undefined
  /** What it counts as in rate limits, besides a read or a write. */
  rate: readonly RateClass[]
  /** What it counts as too if a field of this name is sent. */
  rate_with: Readonly<Record<string, RateClass>>
  /** From the route's schema. */
  success_status: number
  /** Undefined: it takes no part in the API, such as a page or the answer to a wrong method. */
  fields: KnownFields | undefined
  /** It waits for something to happen, and holds no slot meanwhile. */
  waits: boolean
  has_large_answers: boolean
  /** Answered however many requests are in progress: probes and metrics. */
  bypasses_capacity: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    route_names: RouteNames
    /** Each once, in the order of the reference. */
    closable_routes: ClosableRoute[]
    /** The addresses of those that wait for something to happen. */
    waiting_routes: Set<string>
    /** Puts the studio's own code around the handler of a write. Undefined: there is none. */
    wrapOperation:
      | ((operation: string, handler: RouteHandlerMethod) => RouteHandlerMethod)
      | undefined
    /** Of all processes of this server on this machine. */
    collectReports: () => Promise<ProcessReport[]>
  }
  interface FastifyRequest {
    context: Context
    player: Player | null
    /** Who calls the admin API. */
    staff: Staff | null
    /** Null: there is no such route. */
    route: RouteFacts | null
    /** Until its answer begins. */
    is_active: boolean
    /** Whether it counts among the requests in progress. */
    holds_slot: boolean
    /** Whether it counts among those of its player that are handled at once. */
    has_turn: boolean
    /** What the player has used lately. Null: no player, or one without limits. */
    usage: Usage | null
    /** A service key that is being checked. */
    key_guess: KeyGuess | null
    /** On the clock of `performance.now()`. */
    started_at: number
    /** Measures its time in the database, if that is logged. */
    stopwatch: Stopwatch | undefined
    /** The IP address of the client, behind the proxies that are trusted. */
    readonly client_address: string
    /** Of a body whose length no header says. */
    chunked_bytes: number
    /** Whether the bytes of its body count in the rate limits. */
    body_is_counted: boolean
  }
  interface FastifySchema {
    /** The name of the operation, such as `rounds.create`. Addresses that do the same have the same name. */
    operation?: string
    summary?: string
    description?: string
    caller?: CallerKind
    /** The lowest role of staff that may call it. Without one: `viewer` for a route that reads, `admin` for one that writes. */
    role?: Role
    /** Whether the route writes. Needed only for a GET that writes: some clients delete with GET. */
    is_write?: boolean
    /** Whether the route waits for something to happen. */
    waits?: boolean
    /** Whether its answer can be so large that making it takes milliseconds. */
    has_large_answers?: boolean
    /** What the route counts as in rate limits, besides a read or a write. */
    rate?: readonly RateClass[]
    /** What it counts as too if a field of this name is sent. */
    rate_with?: Readonly<Record<string, RateClass>>
    /**
     * `competitive`: the presets `competitive` and `server_authoritative` close it to players. `own_account`: no preset
     * closes it, but `permissions.routes` can.
     */
    access?: 'competitive' | 'own_account'
    /** The refusals of this route, in addition to those of every route. */
    refuses?: readonly RefusalCode[]
    /** Statuses of refusals that differ on this route from `errors.ts`. */
    statuses?: Partial<Record<RefusalCode, number>>
  }
  interface FastifyContextConfig {
    /** For a route whose answer contains a secret: stored answers contain none. */
    reissueSecrets?: ReissueSecrets
    /** For a route whose answer can be too long to be stored. */
    rebuildAnswer?: RebuildAnswer
    /**
     * For a route of staff whose address does not begin with `/games/:id`: the game that it is about. Without it the route is
     * about the whole server, and only for staff of all games.
     */
    gameOf?: GameOf | 'by rule'
    /** Staff who still have to set up a second factor may call the route. */
    is_before_second_factor?: boolean
    /** Every field of its answer is sent, so it gets none besides its own. */
    has_own_answer?: boolean
    /** The route ignores an `Idempotency-Key`: its answers are not stored, because a retry does no harm. */
    needs_no_stored_answer?: boolean
  }
}
