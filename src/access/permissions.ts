import { Refusal } from '../errors.ts'
import { comparisonKey } from '../services/names.ts'
import { type GuardedRoute, LEAVE_GROUP, permissionName } from './route-names.ts'

/** Who may call a route of a game. */
export const AUDIENCES = ['both', 'players', 'service_keys', 'none'] as const
export type Audience = (typeof AUDIENCES)[number]

/**
 * `casual` trusts the players' devices with everything. `competitive` leaves scores, credits, refunds, leaderboards and
 * rounds to the game's server: the routes whose schema says `access: 'competitive'`. `server_authoritative` leaves it every
 * write but those whose schema says `access: 'own_account'`, and signing up and in.
 */
export const PRESETS = ['casual', 'competitive', 'server_authoritative'] as const
export type Preset = (typeof PRESETS)[number]

/** What attributes that only the game's server can write begin with, unless the game has a prefix of its own. */
const SERVER_PREFIXES: Record<Preset, string> = {
  casual: '',
  competitive: 'server_',
  server_authoritative: 'server_',
}

export interface Permissions {
  preset: Preset
  /** By method and path, such as `POST /users/:id/add_score`; overrides the preset. */
  routes?: Record<string, Audience>
  /** Overrides the preset's; an empty one protects no attribute. */
  server_attribute_prefix?: string
}

const cache = new Map<string, Permissions>()
const MAX_CACHED = 1000

const isAudience = (value: unknown): value is Audience => AUDIENCES.some((name) => name === value)

/** Those who are in both audiences. */
function narrower(one: Audience, other: Audience): Audience {
  if (one === 'both' || one === other) return other
  return other === 'both' ? one : 'none'
}

function readRoutes(rules: Record<string, unknown>): Record<string, Audience> {
  const routes = new Map<string, Audience>()
  for (const [name, audience] of Object.entries(rules)) {
    if (!isAudience(audience)) continue
    const permission = permissionName(name)
    routes.set(permission, narrower(routes.get(permission) ?? 'both', audience))
  }
  return Object.fromEntries(routes)
}

/** In the form in which they are read from the database. */
export const normalizePermissions = (permissions: Permissions): Permissions =>
  parse(JSON.stringify(permissions))

function parse(text: string): Permissions {
  const value: Record<string, unknown> & { routes?: Record<string, unknown> } = JSON.parse(text)
  const { server_attribute_prefix: prefix } = value
  return {
    preset: PRESETS.find((name) => name === value['preset']) ?? 'casual',
    routes: readRoutes(value.routes ?? {}),
    ...(typeof prefix === 'string' ? { server_attribute_prefix: prefix } : {}),
  }
}

/** Cached, because every request needs it and most requests have one of a few texts. */
export function readPermissions(text: string): Permissions {
  const cached = cache.get(text)
  if (cached) return cached
  const permissions = parse(text)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(text, permissions)
  return permissions
}

/** Applies to routes for which the game has no rule of its own. */
function audienceOfPreset(
  { preset }: Permissions,
  { caller, is_write, access }: GuardedRoute,
): Audience {
  if (!is_write || caller === 'anyone' || access === 'own_account' || preset === 'casual')
    return 'both'
  return preset === 'server_authoritative' || access === 'competitive' ? 'service_keys' : 'both'
}

/** Who may call a route under these permissions. */
export const audienceUnder = (rules: Permissions, route: GuardedRoute): Audience =>
  rules.routes?.[route.name] ?? audienceOfPreset(rules, route)

const audienceOf = (permissions: string, route: GuardedRoute): Audience =>
  audienceUnder(readPermissions(permissions), route)

interface Caller {
  permissions: string
  service_key_id: number | null
  session_id: number | null
}

/** The system key may call every route. */
export function mayCall(
  { permissions, service_key_id, session_id }: Caller,
  route: GuardedRoute,
): boolean {
  const is_system = service_key_id === null && session_id === null
  if (is_system) return true
  const audience = audienceOf(permissions, route)
  return audience === 'both' || audience === (service_key_id === null ? 'players' : 'service_keys')
}

/** For those who leave a group through another route than that for leaving. */
export const mayLeaveGroups = (player: Parameters<typeof mayCall>[0]) =>
  mayCall(player, LEAVE_GROUP)

/** A request that names a game instead of a player, such as a sign-up. */
export interface OpenCall {
  route: GuardedRoute
  /** Undefined: not known yet. */
  game_id?: number
  isFromSystem(): boolean
  /** Whether it carries a service key of this game. */
  isFromServerOf(game_id: number): Promise<boolean>
}

export async function mayCallOpenly(
  game: { id: number; permissions: string },
  call: OpenCall,
): Promise<boolean> {
  const audience = audienceOf(game.permissions, call.route)
  if (audience === 'both' || call.isFromSystem()) return true
  return audience === ((await call.isFromServerOf(game.id)) ? 'service_keys' : 'players')
}

export const serverPrefixUnder = ({ preset, server_attribute_prefix }: Permissions): string =>
  server_attribute_prefix ?? SERVER_PREFIXES[preset]

export const serverAttributePrefix = (permissions: string): string =>
  serverPrefixUnder(readPermissions(permissions))

/** Programs that read attributes may ignore case, blanks and the width of letters, so that other spellings count too. */
function beginsWith(key: string, prefix: string): boolean {
  if (key.startsWith(prefix)) return true
  const folded = comparisonKey(prefix).trimStart()
  return folded !== '' && comparisonKey(key).trimStart().startsWith(folded)
}

/** Players read such an attribute, but only the game's server and the operator write and remove it. */
export function mayWriteAttribute({ permissions, session_id }: Caller, key: string): boolean {
  const prefix = serverAttributePrefix(permissions)
  return session_id === null || prefix === '' || !beginsWith(key, prefix)
}

export function refuseServerAttributes(caller: Caller, keys: Iterable<string>): void {
  for (const key of keys) {
    if (!mayWriteAttribute(caller, key)) throw new Refusal('server_attribute')
  }
}
