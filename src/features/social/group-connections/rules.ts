import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { caseBlind } from '../../../services/secrets.ts'
import { hasBlocked } from '../blocks/rules.ts'
import {
  type findOwnGroup,
  holdAccount,
  holdFellow,
  holdOwnGroup,
  refuseOthersThanAdmins,
  roleIn,
} from '../groups/rules.ts'
import { summarize } from '../../players/users/rules.ts'
import {
  acceptConnection,
  appointSuccessors,
  cancelConnection,
  type ConnectionRow,
  declineConnection,
  deleteConnectionsOfUser,
  deleteDeclined,
  deleteEmptyGroups,
  deleteMember,
  deleteRemoval,
  findConnection,
  findStanding,
  findUserByName,
  freeSeat,
  freeSeatsOfUser,
  insertConnection,
  insertRemoval,
  lockGroupsOfUser,
  makeAdmin,
  takeSeat,
  unmakeAdmin,
} from './queries.ts'

type Group = Awaited<ReturnType<typeof findOwnGroup>>

interface Invitation {
  group_id: number
  user_id?: number
  username?: string
}

/** Who has blocked the player is as good as unknown to him. */
const unknownUser = ({ username }: { username?: string }) =>
  new Refusal('user_not_found', username ? { sentence: 'No user has this username.' } : {})

async function meantUser(tx: Transaction, player: Player, { user_id, username }: Invitation) {
  if (user_id !== undefined) return user_id
  if (username === undefined) {
    throw new Refusal('invalid_input', { sentence: 'user_id is required.' })
  }
  const named = { game_id: player.game_id, username_key: caseBlind(username) }
  const user = await tx.first(findUserByName, named)
  if (!user) throw unknownUser({ username })
  return user.id
}

function refuseJoining(group: Group, was_removed: boolean): void {
  if (was_removed) throw new Refusal('removed_from_group')
  if (group.is_invite_only === 1) throw new Refusal('group_invite_only')
}

/** Admins invite anyone; other members where no invite is needed, and nobody whom an admin removed. */
async function refuseInviting(tx: Transaction, player: Player, group: Group, was_removed: boolean) {
  const { is_member, is_admin } = await roleIn(tx, group.id, player.id)
  if (!is_member) throw new Refusal('not_group_member')
  if (is_admin) return
  if (group.is_invite_only === 1) throw new Refusal('not_group_admin')
  if (was_removed) throw new Refusal('removed_from_group')
}

async function enter(tx: Transaction, bond: { group_id: number; user_id: number }): Promise<void> {
  const { group_id, user_id } = bond
  if (!(await tx.first(takeSeat, { group_id }))) throw new Refusal('group_full')
  await tx.run(deleteRemoval, { group_id, user_id })
}

/** A join request for oneself, an invite for another. */
export function connect(context: Context, player: Player, input: Invitation) {
  return inTransaction(context, async (tx) => {
    const user = await holdFellow(tx, player, await meantUser(tx, player, input))
    if (await hasBlocked(tx, { by: user.id, whom: player.id })) throw unknownUser(input)
    const group = await holdOwnGroup(tx, player, input.group_id)
    const bond = { group_id: group.id, user_id: user.id }
    const standing = await tx.first(findStanding, bond)
    if (standing?.status === 'pending' || standing?.status === 'accepted') {
      throw new Refusal('already_connected')
    }
    const asks = user.id === player.id
    const was_removed = standing?.removals === 1
    if (asks) refuseJoining(group, was_removed)
    else await refuseInviting(tx, player, group, was_removed)

    const enters = asks && group.can_auto_join === 1
    if (enters) await enter(tx, bond)
    await tx.run(deleteDeclined, bond)
    const connection = {
      ...bond,
      inviter_id: player.id,
      kind: asks ? 'join_request' : 'invite',
      status: enters ? 'accepted' : 'pending',
    } as const
    const joined_at = enters ? tx.now() : null
    const row = await tx.first(insertConnection, { ...connection, joined_at, now: tx.now() })
    if (!row) throw new Error('the new connection has no id')
    return { id: row.id, ...connection, user: summarize(user, player) }
  })
}

/** Undefined: no connection with this id is any business of the player's. */
async function holdConnection(tx: Transaction, player: Player, id: number) {
  const wanted = { id, game_id: player.game_id, viewer_id: player.id }
  const found = await tx.first(findConnection, wanted)
  if (!found) return undefined
  await holdFellow(tx, player, found.user_id)
  await holdOwnGroup(tx, player, found.group_id)
  const now = await tx.first(findConnection, wanted)
  const concerned = now?.viewer_is_admin === 1 || now?.user_id === player.id
  return concerned || now?.inviter_id === player.id ? now : undefined
}

interface Answer {
  id: number
  status: 'accepted' | 'declined'
}

/** An invite is answered by the invited, a join request by an admin. */
function mayAnswer(player: Player, connection: ConnectionRow & { viewer_is_admin: number }) {
  return connection.kind === 'invite'
    ? connection.user_id === player.id
    : connection.viewer_is_admin === 1
}

/** The first answer counts; the same again changes nothing, another is refused. */
export function answer(context: Context, player: Player, { id, status }: Answer) {
  return inTransaction(context, async (tx) => {
    const connection = await holdConnection(tx, player, id)
    if (!connection) {
      await leaveAsDeclined(tx, player, { id, status })
      return { id, status }
    }
    if (connection.status === status) return { id, status }
    if (connection.status !== 'pending') throw new Refusal('connection_answered')
    if (!mayAnswer(player, connection)) throw new Refusal('connection_not_found')
    if (status === 'accepted') await enter(tx, connection)
    const changed =
      status === 'accepted'
        ? await tx.run(acceptConnection, { id, now: tx.now() })
        : await tx.run(declineConnection, { id })
    // It was cancelled a moment ago: the seat that was taken is given back with the rest.
    if (changed === 0) throw new Refusal('connection_not_found')
    return { id, status }
  })
}

/** The Unreal client leaves a group by declining a connection with the id of the group. */
async function leaveAsDeclined(tx: Transaction, player: Player, { id, status }: Answer) {
  const { is_member } = await roleIn(tx, id, player.id)
  if (status !== 'declined' || !is_member) throw new Refusal('connection_not_found')
  await leave(tx, player, id)
}

/** The pair is free again. */
export function cancel(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const cancelled = await tx.run(cancelConnection, { id, caller_id: player.id })
    if (cancelled === 0) throw new Refusal('connection_not_found')
    return { message: 'connection has been cancelled' }
  })
}

/** The last one out closes the group; where no admin is left, the longest-standing member takes over. */
async function settle(tx: Transaction, groups: { id: number }[]): Promise<void> {
  const left_ones = JSON.stringify(groups)
  await tx.run(deleteEmptyGroups, { left_ones })
  await tx.run(appointSuccessors, { left_ones })
}

async function leave(tx: Transaction, player: Player, id: number): Promise<void> {
  const group = await holdOwnGroup(tx, player, id)
  const left = await tx.run(deleteMember, { group_id: group.id, user_id: player.id })
  if (left === 0) throw new Refusal('not_group_member')
  await tx.run(freeSeat, { group_id: group.id })
  await settle(tx, [{ id: group.id }])
}

export function leaveGroup(context: Context, player: Player, group_id: number) {
  return inTransaction(context, async (tx) => {
    await leave(tx, player, group_id)
    return { message: 'you have left the group' }
  })
}

interface Bond {
  group_id: number
  user_id: number
}

/** Whoever was removed comes back only by an invite of an admin. */
export function removeMember(context: Context, player: Player, { group_id, user_id }: Bond) {
  return inTransaction(context, async (tx) => {
    const group = await holdOwnGroup(tx, player, group_id)
    await refuseOthersThanAdmins(tx, player, group.id)
    if (user_id === player.id) {
      const sentence = 'You cannot remove yourself: leave the group instead.'
      throw new Refusal('invalid_input', { sentence })
    }
    const bond = { group_id: group.id, user_id }
    if ((await tx.run(deleteMember, bond)) === 0) throw new Refusal('user_not_in_group')
    await tx.run(insertRemoval, { ...bond, now: tx.now() })
    await tx.run(freeSeat, { group_id: group.id })
    return { message: 'member has been removed' }
  })
}

export function appointAdmin(context: Context, player: Player, { group_id, user_id }: Bond) {
  return inTransaction(context, async (tx) => {
    const group = await holdOwnGroup(tx, player, group_id)
    await refuseOthersThanAdmins(tx, player, group.id)
    const made = await tx.run(makeAdmin, { group_id: group.id, user_id })
    if (made === 0) throw new Refusal('user_not_in_group')
    return { message: 'member is now an admin' }
  })
}

/** A group never stands without an admin. */
export function dismissAdmin(context: Context, player: Player, { group_id, user_id }: Bond) {
  return inTransaction(context, async (tx) => {
    const group = await holdOwnGroup(tx, player, group_id)
    await refuseOthersThanAdmins(tx, player, group.id)
    if ((await tx.run(unmakeAdmin, { group_id: group.id, user_id })) === 0) {
      const { is_member } = await roleIn(tx, group.id, user_id)
      throw new Refusal(is_member ? 'last_group_admin' : 'user_not_in_group')
    }
    return { message: 'member is no longer an admin' }
  })
}

/** Before an account goes: its groups get along without it. */
export async function leaveAllGroups(tx: Transaction, { user_id }: { user_id: number }) {
  await holdAccount(tx, user_id)
  await tx.all(lockGroupsOfUser, { user_id })
  await tx.run(freeSeatsOfUser, { user_id })
  const groups = await tx.all(deleteConnectionsOfUser, { user_id })
  await settle(tx, groups)
}
