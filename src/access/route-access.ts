import type { Player } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type Audience, type Permissions, readPermissions } from './permissions.ts'

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

/** A misspelt route would look closed and stay open. */
export function refuseUnknownRoutes(
  known: Set<string>,
  permissions: Permissions | undefined,
): void {
  const unknown = Object.keys(permissions?.routes ?? {}).find((name) => !known.has(name))
  if (unknown === undefined) return
  const sentence = `permissions.routes names "${unknown}", which is no route: write it like POST /users/:id/add_score.`
  throw new Refusal('invalid_input', { sentence })
}
