import type { Player } from '../context.ts'
import { type Audience, type Permissions, readPermissions } from '../permissions.ts'

interface Route {
  name: string
  changes: boolean
  trust: 'competitive' | 'own' | undefined
}

/** What decides when the game has said nothing about this very route. */
function byPreset({ preset }: Permissions, { changes, trust }: Route): Audience {
  if (!changes || trust === 'own' || preset === 'casual') return 'both'
  return preset === 'server_authoritative' || trust === 'competitive' ? 'service_keys' : 'both'
}

/** Whether the game lets this caller use this route. The system key may always. */
export function isOpen(route: Route, { permissions, service_key_id, session_id }: Player): boolean {
  const is_system = service_key_id === null && session_id === null
  if (is_system) return true
  const told = readPermissions(permissions)
  const audience = told.routes?.[route.name] ?? byPreset(told, route)
  return audience === 'both' || audience === (service_key_id === null ? 'players' : 'service_keys')
}
