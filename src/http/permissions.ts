import type { FastifySchema } from 'fastify'
import type { Player } from '../context.ts'
import { type Audience, type Permissions, readPermissions } from '../permissions.ts'

interface Route {
  method: string | string[]
  url?: string | undefined
  schema?: FastifySchema | undefined
}

/** What decides when the game has said nothing about this very route. */
function byPreset({ preset }: Permissions, { method, schema }: Route): Audience {
  const changes = schema?.changes ?? method !== 'GET'
  if (!changes || schema?.trust === 'own' || preset === 'casual') return 'both'
  return preset === 'server_authoritative' || schema?.trust === 'competitive'
    ? 'service_keys'
    : 'both'
}

/** The words of a route in a game's permissions, such as `POST /users/:id/add_score`. */
const nameOf = ({ method, url = '' }: Route) =>
  `${[method].flat()[0]} ${url.replace('/api/v3', '')}`

/** Whether the game lets this caller use this route. The system key may always. */
export function isOpen(route: Route, { permissions, service_key_id, session_id }: Player): boolean {
  const is_system = service_key_id === null && session_id === null
  if (is_system) return true
  const told = readPermissions(permissions)
  const audience = told.routes?.[nameOf(route)] ?? byPreset(told, route)
  return audience === 'both' || audience === (service_key_id === null ? 'players' : 'service_keys')
}
