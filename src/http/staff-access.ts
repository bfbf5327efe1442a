import type { IncomingHttpHeaders } from 'node:http'
import type { RouteOptions } from 'fastify'
import { hasRole, isForGame, refuseOtherGames, type Role, type Staff } from '../access/staff.ts'
import type { Context } from '../context.ts'
import { Refusal, type RefusalCode } from '../errors.ts'
import { hashSecret, isSameSecret } from '../services/secrets.ts'
import type { Call } from './overload/sent.ts'
import { bearerOf, textOf } from './token.ts'

/** How to find the game of what the id in the address names, and the refusal for an id that names nothing. */
export interface GameOf {
  find(context: Context, id: number): Promise<number | undefined>
  unknown: RefusalCode
}

export interface StaffAccess {
  role: Role
  /**
   * Which game the route is about: the id in its address, one to be found by that, none but the caller's own account, or the
   * whole server.
   */
  scope: 'game' | GameOf | 'by rule' | 'server'
  is_before_second_factor: boolean
}

const OF_GAME = /^\/admin\/api\/games\/:id(\/|$)/

export const staffAccess = (
  { schema, config, url }: RouteOptions,
  is_write: boolean,
): StaffAccess => ({
  role: schema?.role ?? (is_write ? 'admin' : 'viewer'),
  scope: config?.gameOf ?? (OF_GAME.test(url) ? 'game' : 'server'),
  is_before_second_factor: config?.is_before_second_factor ?? false,
})

export const SESSION_COOKIE = 'playkeep_staff'

/** What staff send to say who they are. */
export interface StaffCredential {
  kind: 'session' | 'token'
  token: string
  address: string
  request_id: string
}

/** The token of the session, if the browser sends its cookie. */
export function readSession({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const found = cookie.split(/; */).find((part) => part.startsWith(`${SESSION_COOKIE}=`))
  return found?.slice(SESSION_COOKIE.length + 1)
}

export function readStaffCredential(
  headers: IncomingHttpHeaders,
): Pick<StaffCredential, 'kind' | 'token'> | undefined {
  const token = bearerOf(headers.authorization)
  if (token) return { kind: 'token', token }
  const session = readSession(headers)
  return session ? { kind: 'session', token: session } : undefined
}

/** Pages of other sites can neither read nor compute it. */
export const csrfToken = (session_token: string) => hashSecret(`csrf ${session_token}`)

/** A browser sends the cookie by itself, whichever page has made the request. */
export function refuseForgery(headers: IncomingHttpHeaders): void {
  const session = readSession(headers) ?? ''
  const sent = textOf(headers['x-csrf-token']) ?? ''
  if (!isSameSecret(sent, csrfToken(session))) throw new Refusal('csrf_token_missing')
}

/** Before the fields are checked, but by the same rule: text that is not an id becomes 0, which nothing has. */
function idIn(params: unknown): number {
  const id = typeof params === 'object' && params !== null && 'id' in params ? params.id : ''
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : 0
}

export async function refuseWithoutAccess(
  { role, scope, is_before_second_factor }: StaffAccess,
  staff: Staff,
  { context, params }: Call,
): Promise<void> {
  if (staff.lacks_second_factor && !(is_before_second_factor && staff.kind === 'session'))
    throw new Refusal('second_factor_required')
  // What staff of another game may not see is unknown to them, whatever their role.
  if (staff.game_ids !== null && scope !== 'by rule') {
    if (scope === 'server') throw new Refusal('needs_all_games')
    const id = idIn(params)
    if (scope === 'game') refuseOtherGames(staff, id)
    else if (!isForGame(staff, (await scope.find(context, id)) ?? 0))
      throw new Refusal(scope.unknown)
  }
  if (!hasRole(staff, role)) {
    const sentence = `This needs the role ${role}, and yours is ${staff.role}: ask an owner of this server.`
    throw new Refusal('role_too_low', { sentence })
  }
}
