import { Refusal } from '../errors.ts'

/** The part of a route's facts that decides who may call it. */
export interface GuardedRoute {
  /** In permissions. */
  name: string
  caller: 'player' | 'staff' | 'system' | 'anyone'
  is_write: boolean
  access: 'competitive' | 'own_account' | undefined
}

export const LEAVE_GROUP: GuardedRoute = {
  name: 'DELETE /group_connections/leave/:id',
  caller: 'player',
  is_write: true,
  access: undefined,
}

/** A socket brings what the stream brings. */
export const FOLLOW_BY_SOCKET: GuardedRoute = {
  name: 'GET /events/stream',
  caller: 'player',
  is_write: false,
  access: undefined,
}

/** URLs that do the same thing, and the one under which permissions show it: a rule for one is a rule for all. */
const ALIASES: Record<string, string> = {
  'GET /games/fetch_game_variables': 'GET /games/verify',
  'GET /friends/:id': 'GET /friends',
  'GET /events/socket': 'GET /events/stream',
  'GET /user/groups': 'GET /groups',
  'PUT /group_connections/make_admin/:id': 'POST /groups/:id/admins',
  'GET /users/:id/purchase_game_user_store_item': 'DELETE /users/:id/remove_game_user_store_item',
  'DELETE /users/:id/purchase_game_user_store_item':
    'DELETE /users/:id/remove_game_user_store_item',
  'GET /users/:id/remove_game_user_store_item': 'DELETE /users/:id/remove_game_user_store_item',
  'GET /users/:id/remove_game_user_attribute': 'DELETE /users/:id/remove_game_user_attributes',
  'DELETE /users/:id/remove_game_user_attribute': 'DELETE /users/:id/remove_game_user_attributes',
  'GET /users/:id/remove_game_user_attributes': 'DELETE /users/:id/remove_game_user_attributes',
}

/** The name of a route, such as `POST /users/:id/add_score`. */
export const routeName = (method: string, url: string) => `${method} ${url.replace('/api/v3', '')}`

/** The name of a route in a game's permissions. */
export const permissionName = (route_name: string) => ALIASES[route_name] ?? route_name

const takesGameToken = (body: object) =>
  'properties' in body && Object.hasOwn(Object(body.properties), 'game_token')

/** A game can close only routes whose requests name it: by the player, or by its id and token. */
export const isClosable = ({
  caller = 'player',
  body,
}: {
  caller?: GuardedRoute['caller']
  body?: unknown
}): boolean =>
  caller === 'player' ||
  (caller === 'anyone' && typeof body === 'object' && body !== null && takesGameToken(body))

/** Every route by its name, and whether a game can close it. */
export type RouteNames = Map<string, boolean>

function describeProblem(known: RouteNames, name: string): string {
  if (known.has(name)) return 'which no game can close: its requests name no game.'
  const path = name.slice(name.indexOf(' ') + 1)
  if (path.startsWith('/api/v3/'))
    return 'which is not the name of a route: write the path without /api/v3.'
  if (path.includes('{')) return 'which is not the name of a route: write :id instead of {id}.'
  const methods = [...known.keys()]
    .filter((route) => route.endsWith(` ${path}`))
    .map((route) => route.slice(0, route.indexOf(' ')))
  if (methods.length === 0 || path === name)
    return 'which is not a route: write method and path, like POST /users/:id/add_score.'
  return `but this address has only ${methods.toSorted().join(', ')}.`
}

/** Without this check, a misspelled rule would have no effect. */
export function refuseUnknownRoutes(known: RouteNames, names: string[]): void {
  const wrong = names.find((name) => known.get(name) !== true)
  if (wrong === undefined) return
  const sentence = `permissions.routes contains "${wrong}", ${describeProblem(known, wrong)}`
  throw new Refusal('invalid_input', { sentence })
}
