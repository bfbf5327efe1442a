import { Refusal } from '../errors.ts'

/** Who may use a route of a game. */
export const AUDIENCES = ['both', 'players', 'service_keys', 'none'] as const
type Audience = (typeof AUDIENCES)[number]

/**
 * `casual` trusts the players' devices with everything. `competitive` leaves scores, credits, leaderboards and
 * rounds to the game's server. `server_authoritative` leaves it every write but those to the player's own account.
 */
export const PRESETS = ['casual', 'competitive', 'server_authoritative'] as const
type Preset = (typeof PRESETS)[number]

export interface Permissions {
  preset: Preset
  /** By method and path, such as `POST /users/:id/add_score`; overrides the preset. */
  routes?: Record<string, Audience>
}

const parsed = new Map<string, Permissions>()
const MAX_PARSED = 1000

const isAudience = (value: unknown): value is Audience => AUDIENCES.some((name) => name === value)

function parse(text: string): Permissions {
  const value: { preset?: unknown; routes?: Record<string, unknown> } = JSON.parse(text)
  const preset = PRESETS.find((name) => name === value.preset) ?? 'casual'
  const routes = Object.entries(value.routes ?? {}).filter((entry): entry is [string, Audience] =>
    isAudience(entry[1]),
  )
  return { preset, routes: Object.fromEntries(routes) }
}

/** Parsed on every request, and nearly always the same few texts. */
export function readPermissions(text: string): Permissions {
  const found = parsed.get(text)
  if (found) return found
  const permissions = parse(text)
  if (parsed.size >= MAX_PARSED) parsed.clear()
  parsed.set(text, permissions)
  return permissions
}

interface Route {
  name: string
  changes: boolean
  trust: 'competitive' | 'own' | undefined
}

/** What decides when the game has no rule for this very route. */
function byPreset({ preset }: Permissions, { changes, trust }: Route): Audience {
  if (!changes || trust === 'own' || preset === 'casual') return 'both'
  return preset === 'server_authoritative' || trust === 'competitive' ? 'service_keys' : 'both'
}

interface Caller {
  permissions: string
  service_key_id: number | null
  session_id: number | null
}

/** Whether the game lets this caller use this route. The system key may use every one. */
export function isOpen(route: Route, { permissions, service_key_id, session_id }: Caller): boolean {
  const is_system = service_key_id === null && session_id === null
  if (is_system) return true
  const rules = readPermissions(permissions)
  const audience = rules.routes?.[route.name] ?? byPreset(rules, route)
  return audience === 'both' || audience === (service_key_id === null ? 'players' : 'service_keys')
}

/** A misspelled route would look closed and stay open. */
export function refuseUnknownRoutes(
  known: Set<string>,
  permissions: Permissions | undefined,
): void {
  const unknown = Object.keys(permissions?.routes ?? {}).find((name) => !known.has(name))
  if (unknown === undefined) return
  const sentence = `permissions.routes names "${unknown}", which is not a route: write it like POST /users/:id/add_score.`
  throw new Refusal('invalid_input', { sentence })
}
