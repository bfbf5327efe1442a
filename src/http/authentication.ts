import { timingSafeEqual, hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Context, Player } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isOpen } from '../access/route-access.ts'

/** Who may call a route. Where a route does not say, only a signed-in player may. */
export type CallerKind = 'player' | 'system' | 'anyone'

interface ServiceKey {
  name: string
  token: string
}

/** What the door asks of the features to know a caller. Undefined: there is no such user, session or key. */
export interface Doorkeeper {
  findByToken(context: Context, token: string): Found
  findById(context: Context, user_id: number): Found
  /** A key acts only for users of its own game. */
  findByServiceKey(context: Context, key: ServiceKey, user_id: number): Found
}

/** At once where the session is known: waiting costs time even when there is nothing to wait for. */
type Found = Player | undefined | Promise<Player | undefined>

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const bearerOf = (authorization = '') => /^Bearer\s+(\S+)$/i.exec(authorization)?.[1]

const fieldOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'authentication_token' in body
    ? body.authentication_token
    : undefined

const sentToken = ({ headers, body }: FastifyRequest): string | undefined =>
  text(headers['authentication-token']) ??
  text(headers['authentication_token']) ??
  text(fieldOf(body)) ??
  bearerOf(headers.authorization)

const digest = (value: string) => Buffer.from(hash('sha256', value, 'hex'))

function sentKey({ headers }: FastifyRequest): ServiceKey | undefined {
  const name = text(headers['service-key-name'])
  const token = text(headers['service-key-token'])
  return name && token ? { name, token } : undefined
}

function isSystem({ config }: Context, key: ServiceKey | undefined): boolean {
  if (!key || config.SYSTEM_KEY === '') return false
  return timingSafeEqual(digest(`${key.name}:${key.token}`), digest(config.SYSTEM_KEY))
}

function findPlayer(doorkeeper: Doorkeeper, request: FastifyRequest) {
  const { context, headers } = request
  const token = sentToken(request)
  if (token) return doorkeeper.findByToken(context, token)
  const key = sentKey(request)
  const named = text(headers['current-user-id'])
  if (!key || !named || !/^\d{1,15}$/.test(named)) return undefined
  const acts_for = Number(named)
  return isSystem(context, key)
    ? doorkeeper.findById(context, acts_for)
    : doorkeeper.findByServiceKey(context, key, acts_for)
}

function admitPlayer(request: FastifyRequest, player: Player | undefined): void {
  if (!player) throw new Refusal('not_signed_in')
  if (request.route && !isOpen(request.route, player)) throw new Refusal('route_closed')
  request.player = player
}

/** Refuses a request whose caller may not call the route; fills `request.player` where a player calls. */
export function admitCaller(doorkeeper: Doorkeeper, request: FastifyRequest): void | Promise<void> {
  const kind = request.route?.caller ?? 'player'
  if (kind === 'anyone') return
  if (kind === 'system') {
    if (!isSystem(request.context, sentKey(request))) throw new Refusal('not_the_system')
    return
  }
  const found = findPlayer(doorkeeper, request)
  if (!(found instanceof Promise)) return admitPlayer(request, found)
  return found.then((player) => admitPlayer(request, player))
}

export function signedIn({ player }: { player: Player | null }): Player {
  if (!player) throw new Refusal('not_signed_in')
  return player
}

/** The player whose own `/users/{id}/…` this is. */
export function self(request: { player: Player | null; params: { id: number } }): Player {
  const player = signedIn(request)
  if (player.id !== request.params.id) throw new Refusal('not_your_account')
  return player
}
