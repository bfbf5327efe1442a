/** Who may use a route of a game. */
export const AUDIENCES = ['both', 'players', 'service_keys', 'none'] as const
export type Audience = (typeof AUDIENCES)[number]

/**
 * `casual` trusts the players' own devices with everything. `competitive` leaves scores, credits, leaderboards and
 * rounds to the game's server. `server_authoritative` leaves it every write but the care of one's own account.
 */
export const PRESETS = ['casual', 'competitive', 'server_authoritative'] as const
type Preset = (typeof PRESETS)[number]

export interface Permissions {
  preset: Preset
  /** By method and path, such as `POST /users/:id/add_score`; counts more than the preset. */
  routes?: Record<string, Audience>
}

const known = new Map<string, Permissions>()
const MOST_KNOWN = 1000

const isAudience = (value: unknown): value is Audience => AUDIENCES.some((name) => name === value)

function parse(text: string): Permissions {
  const value: { preset?: unknown; routes?: Record<string, unknown> } = JSON.parse(text)
  const preset = PRESETS.find((name) => name === value.preset) ?? 'casual'
  const routes = Object.entries(value.routes ?? {}).filter((entry): entry is [string, Audience] =>
    isAudience(entry[1]),
  )
  return { preset, routes: Object.fromEntries(routes) }
}

/** Read on every request, and nearly always the same few texts. */
export function readPermissions(text: string): Permissions {
  const found = known.get(text)
  if (found) return found
  const permissions = parse(text)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, permissions)
  return permissions
}
