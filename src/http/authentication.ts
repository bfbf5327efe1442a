import { mayCall } from '../access/permissions.ts'
import { type Staff, theSystem } from '../access/staff.ts'
import type { Context, Player } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isSameSecret } from '../services/secrets.ts'
import type { RateLimiter } from './overload/rate-limiter.ts'
import type { Call } from './overload/sent.ts'
import {
  readStaffCredential,
  refuseForgery,
  refuseWithoutAccess,
  type StaffCredential,
} from './staff-access.ts'
import { readToken, textOf } from './token.ts'

/** Who may call a route. Where a route does not say, only a signed-in player may. */
export type CallerKind = 'player' | 'staff' | 'system' | 'anyone'

interface ServiceKey {
  name: string
  token: string
}

/** How features tell who is calling. Undefined: there is no such user, session or key. */
export interface Authenticator {
  findByToken(context: Context, token: string): Found
  findById(context: Context, user_id: number): Found
  /** A key acts only for users of its own game. */
  findByServiceKey(context: Context, key: ServiceKey, user_id: number): Found
  isServiceKey(context: Context, key: ServiceKey): Promise<boolean>
  isKeyOfGame(context: Context, key: ServiceKey, game_id: number): Promise<boolean>
  /** A session of the dashboard, or an API token. Undefined: it is unknown or has ended. */
  findStaff(context: Context, credential: StaffCredential): Promise<Staff | undefined>
  /** Called for every authenticated request. */
  onAuthenticated(context: Context, player: Player): void
}

/** Not a promise where the session is cached: waiting costs time even when there is nothing to wait for. */
type Found = Player | undefined | Promise<Player | undefined>

function readServiceKey({ headers }: Call): ServiceKey | undefined {
  const name = textOf(headers['service-key-name'])
  const token = textOf(headers['service-key-token'])
  return name && token ? { name, token } : undefined
}

function isSystem({ config }: Context, key: ServiceKey | undefined): boolean {
  if (!key || config.SYSTEM_KEY === '') return false
  return isSameSecret(`${key.name}:${key.token}`, config.SYSTEM_KEY)
}

function findPlayer(
  { authenticator, rate_limiter }: Gate,
  request: Call,
  key: ServiceKey | undefined,
): Found {
  const { context, headers } = request
  const token = readToken(request.headers, request.body)
  if (token) {
    rate_limiter.admitToken(request, token)
    return authenticator.findByToken(context, token)
  }
  if (!key) return undefined
  rate_limiter.admitKey(request)
  const user_id = textOf(headers['current-user-id'])
  if (!user_id || !/^\d{1,15}$/.test(user_id)) return undefined
  return isSystem(context, key)
    ? authenticator.findById(context, Number(user_id))
    : authenticator.findByServiceKey(context, key, Number(user_id))
}

/** A developer of a game's server needs to read about the key, not about signing in. */
async function refuseKey(
  { authenticator, rate_limiter }: Gate,
  request: Call,
  key: ServiceKey,
): Promise<never> {
  const { context } = request
  if (isSystem(context, key)) {
    const sentence = 'The system key is valid, but current-user-id is not a user.'
    throw new Refusal('not_signed_in', { sentence })
  }
  if (await authenticator.isServiceKey(context, key)) {
    const is_missing = request.headers['current-user-id'] === undefined
    const sentence = is_missing
      ? 'The service key is valid, but the header current-user-id is missing: send the id of the player for whom you act.'
      : 'The service key is valid, but current-user-id is not a user of its game.'
    throw new Refusal('not_signed_in', { sentence })
  }
  rate_limiter.keyWasWrong(request)
  const sentence =
    'The service key was not accepted: service-key-name or service-key-token is wrong, or the key has expired or was revoked.'
  throw new Refusal('not_signed_in', { sentence })
}

/** The game, which may have closed the route, is found by the rule. */
function rememberOpenCall({ authenticator, rate_limiter }: Gate, request: Call): void {
  const { context, route } = request
  if (!route?.is_closable) return
  const key = readServiceKey(request)
  const open_call = {
    route,
    isFromSystem() {
      if (!key) return false
      rate_limiter.admitKey(request)
      const is_system = isSystem(context, key)
      if (is_system) rate_limiter.keyWasAccepted(request)
      return is_system
    },
    async isFromServerOf(game_id: number) {
      if (!key) return false
      const is_right = await authenticator.isKeyOfGame(context, key, game_id)
      if (is_right) rate_limiter.keyWasAccepted(request)
      else rate_limiter.keyWasWrong(request)
      return is_right
    },
  }
  request.context = { ...context, open_call }
}

function refuseAllButTheSystem({ rate_limiter }: Gate, request: Call): void {
  const key = readServiceKey(request)
  if (!key) throw new Refusal('not_the_system')
  rate_limiter.admitKey(request)
  if (isSystem(request.context, key)) return rate_limiter.keyWasAccepted(request)
  rate_limiter.keyWasWrong(request)
  throw new Refusal('not_the_system')
}

/** A wrong key is refused whatever comes with it: otherwise it could be guessed without an end. */
function findSystem({ rate_limiter }: Gate, request: Call, key: ServiceKey): Staff {
  rate_limiter.admitKey(request)
  if (!isSystem(request.context, key)) {
    rate_limiter.keyWasWrong(request)
    throw new Refusal('not_staff')
  }
  rate_limiter.keyWasAccepted(request)
  return theSystem({ address: request.client_address, request_id: request.id })
}

/** Sessions and tokens are too long to be guessed, so wrong ones keep out nobody else at the same address. */
async function findStaff(gate: Gate, request: Call): Promise<Staff> {
  const { authenticator, rate_limiter } = gate
  const key = readServiceKey(request)
  if (key) return findSystem(gate, request, key)
  const credential = readStaffCredential(request.headers)
  if (!credential) throw new Refusal('not_staff')
  const call = { address: request.client_address, request_id: request.id }
  const staff = await authenticator.findStaff(request.context, { ...credential, ...call })
  if (staff) return staff
  rate_limiter.tokenWasUnknown(request)
  throw new Refusal('not_staff')
}

async function authenticateStaff(gate: Gate, request: Call): Promise<void> {
  const staff = await findStaff(gate, request)
  if (staff.kind === 'session' && request.route?.is_write) refuseForgery(request.headers)
  const access = request.route?.staff_access
  if (access) await refuseWithoutAccess(access, staff, request)
  request.staff = staff
  request.context = { ...request.context, staff }
}

/** What a caller has to pass. */
export interface Gate {
  authenticator: Authenticator
  rate_limiter: RateLimiter
}

/** Refuses a request whose caller may not call the route; fills `request.player` where a player calls. */
export function authenticate(gate: Gate, request: Call): void | Promise<void> {
  const { authenticator, rate_limiter } = gate
  const kind = request.route?.caller ?? 'player'
  if (kind === 'anyone') return rememberOpenCall(gate, request)
  if (kind === 'system') return refuseAllButTheSystem(gate, request)
  if (kind === 'staff') return authenticateStaff(gate, request)
  const key = readServiceKey(request)
  const accept = (player: Player | undefined): void | Promise<never> => {
    if (!player) {
      if (key && !readToken(request.headers, request.body)) return refuseKey(gate, request, key)
      rate_limiter.tokenWasUnknown(request)
      throw new Refusal('not_signed_in')
    }
    if (player.token === null) rate_limiter.keyWasAccepted(request)
    else rate_limiter.admitPlayer(request, player)
    if (request.route && !mayCall(player, request.route)) throw new Refusal('route_closed')
    request.player = player
    authenticator.onAuthenticated(request.context, player)
  }
  const found = findPlayer(gate, request, key)
  return found instanceof Promise ? found.then(accept) : accept(found)
}
