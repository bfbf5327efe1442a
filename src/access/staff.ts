import { Refusal } from '../errors.ts'
import { refuseUnreadableName, skeletonOf } from '../services/names.ts'

/** What people who run games may do, least first: each may also do what those before it may. */
export const ROLES = ['viewer', 'support', 'admin', 'owner'] as const

export type Role = (typeof ROLES)[number]

/** Who calls the admin API. Rules trust this. */
export interface Staff {
  /** `system`: the system key, or the game's own code. `cli`: a command on the machine of the server. */
  kind: 'session' | 'token' | 'system' | 'cli'
  /** Null: the system key or a command. */
  id: number | null
  /** Of the session or of the API token. */
  credential_id: number | null
  /** In the audit log. */
  name: string
  role: Role
  /** Null: all games. */
  game_ids: readonly number[] | null
  /** The server requires a second factor, and they have none. */
  lacks_second_factor: boolean
  address: string
  request_id: string
  /** It is nobody, but code of the studio in the server. */
  is_game_code?: true
}

const SYSTEM = {
  id: null,
  credential_id: null,
  role: 'owner',
  game_ids: null,
  lacks_second_factor: false,
} as const

export const SYSTEM_NAME = 'the system key'
export const FORMER_STAFF_NAME = 'a former member of the staff'
const COMMAND_NAME_END = ' on the server'
const GAME_CODE_NAME = 'game code'

/** Names whoever runs a command. Undefined: their user has no name, as in a container. */
export const commandName = (user = 'a command') => `${user}${COMMAND_NAME_END}`

/** Nobody of the staff can pass for the system key, a command, or somebody who has left. */
export function refuseStaffName(name: string): void {
  refuseUnreadableName('name', name)
  const skeleton = skeletonOf(name)
  if (
    [SYSTEM_NAME, FORMER_STAFF_NAME].map(skeletonOf).includes(skeleton) ||
    skeleton.startsWith(skeletonOf(GAME_CODE_NAME)) ||
    skeleton.endsWith(skeletonOf(COMMAND_NAME_END))
  )
    throw new Refusal('invalid_input', {
      sentence: `name must not be one that the audit log uses: ${SYSTEM_NAME}, ${FORMER_STAFF_NAME}, one that begins with ${GAME_CODE_NAME}, or one that ends with${COMMAND_NAME_END}.`,
    })
}

export const theSystem = (request: { address: string; request_id: string }): Staff => ({
  ...SYSTEM,
  ...request,
  kind: 'system',
  name: SYSTEM_NAME,
})

export const aCommand = (name: string): Staff => ({
  ...SYSTEM,
  kind: 'cli',
  name,
  address: '',
  request_id: '',
})

/** `hook` is what runs, such as `after store.purchase`. */
export const theGameCode = (hook: string, request_id: string): Staff => ({
  ...SYSTEM,
  kind: 'system',
  name: `${GAME_CODE_NAME}: ${hook}`,
  address: '',
  request_id,
  is_game_code: true,
})

export const hasRole = ({ role }: Pick<Staff, 'role'>, needed: Role) =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed)

export const isForGame = ({ game_ids }: Pick<Staff, 'game_ids'>, game_id: number) =>
  game_ids === null || game_ids.includes(game_id)

/** Staff of other games learn nothing, not even that there is such a game. */
export function refuseOtherGames(staff: Pick<Staff, 'game_ids'>, game_id: number): void {
  if (!isForGame(staff, game_id))
    throw new Refusal('game_not_found', { sentence: `There is no game ${game_id}.` })
}

/** The staff of a request. A route that only staff may call has one. */
export function staffOf({ staff }: { staff: Staff | null }): Staff {
  if (!staff) throw new Refusal('not_staff')
  return staff
}
