import { Refusal } from '../errors.ts'

/** Who may call a route of a game. */
export const AUDIENCES = ['both', 'players', 'service_keys', 'none'] as const
type Audience = (typeof AUDIENCES)[number]

/**
 * `casual` trusts the players' devices with everything. `competitive` leaves scores, credits, leaderboards and rounds to
 * the game's server: the routes whose schema says `access: 'competitive'`. `server_authoritative` leaves it every write but
 * those whose schema says `access: 'own_account'`.
 */
export const PRESETS = ['casual', 'competitive', 'server_authoritative'] as const
type Preset = (typeof PRESETS)[number]

export interface Permissions {
  preset: Preset
  /** By method and path, such as `POST /users/:id/add_score`; overrides the preset. */
  routes?: Record<string, Audience>
}

const cache = new Map<string, Permissions>()
const MAX_CACHED = 1000

const isAudience = (value: unknown): value is Audience => AUDIENCES.some((name) => name === value)

function parse(text: string): Permissions {
  const value: { preset?: unknown; routes?: Record<string, unknown> } = JSON.parse(text)
  const preset = PRESETS.find((name) => name === value.preset) ?? 'casual'
  const routes = Object.entries(value.routes ?? {}).filter((entry): entry is [string, Audience] =>
    isAudience(entry[1]),
  )
  return { preset, routes: Object.fromEntries(routes) }
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

interface Route {
  name: string
  is_write: boolean
  access: 'competitive' | 'own_account' | undefined
}

/** Applies to routes for which the game has no rule of its own. */
function audienceOfPreset({ preset }: Permissions, { is_write, access }: Route): Audience {
  if (!is_write || access === 'own_account' || preset === 'casual') return 'both'
  return preset === 'server_authoritative' || access === 'competitive' ? 'service_keys' : 'both'
}

interface Caller {
  permissions: string
  service_key_id: number | null
  session_id: number | null
}

/** The system key may call every route. */
export function mayCall(
  { permissions, service_key_id, session_id }: Caller,
  route: Route,
): boolean {
  const is_system = service_key_id === null && session_id === null
  if (is_system) return true
  const rules = readPermissions(permissions)
  const audience = rules.routes?.[route.name] ?? audienceOfPreset(rules, route)
  return audience === 'both' || audience === (service_key_id === null ? 'players' : 'service_keys')
}

/** Without this check, a misspelled rule would have no effect. */
export function refuseUnknownRoutes(
  known: Set<string>,
  permissions: Permissions | undefined,
): void {
  const unknown = Object.keys(permissions?.routes ?? {}).find((name) => !known.has(name))
  if (unknown === undefined) return
  const sentence = `permissions.routes contains "${unknown}", which is not a route: write method and path, like POST /users/:id/add_score.`
  throw new Refusal('invalid_input', { sentence })
}
