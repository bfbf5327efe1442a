import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { foldCase } from '../../../services/secrets.ts'
import { hasBlocked } from '../blocks/rules.ts'
import {
  type findGroupInGame,
  findRole,
  lockAccount,
  lockGroupAsAdmin,
  lockGroupInGame,
  lockPlayer,
} from '../groups/rules.ts'
import { summarize } from '../../players/users/rules.ts'
import {
  updateConnectionAccepted,
  updateSuccessors,
  deletePendingConnection,
  type ConnectionRow,
  updateConnectionDeclined,
  deleteConnectionsOfUser,
  deleteDeclinedConnection,
  deleteEmptyGroups,
  deleteMember,
  deleteRemoval,
  findConnection,
  findStanding,
  findUserByName,
  updateMemberCountOnLeave,
  updateMemberCountsOnDeletion,
  insertConnection,
  insertRemoval,
  lockGroupsOfUser,
  updateMemberToAdmin,
  updateMemberCountOnJoin,
  updateAdminToMember,
} from './queries.ts'

type Group = Awaited<ReturnType<typeof findGroupInGame>>

interface Membership {
  group_id: number
  user_id: number
}

interface NewConnection {
  group_id: number
  user_id?: number
  username?: string
}

const unknownUser = ({ username }: { username?: string }) =>
  new Refusal('user_not_found', username ? { sentence: 'No user has this username.' } : {})

async function readUserId(tx: Transaction, player: Player, { user_id, username }: NewConnection) {
  if (user_id !== undefined) return user_id
  if (username === undefined) {
    throw new Refusal('invalid_input', { sentence: 'user_id is required.' })
  }
  const parameters = { game_id: player.game_id, username_key: foldCase(username) }
  const user = await tx.first(findUserByName, parameters)
  if (!user) throw unknownUser({ username })
  return user.id
}

function refuseJoining(group: Group, was_removed: boolean): void {
  if (was_removed) throw new Refusal('removed_from_group')
  if (group.is_invite_only === 1) throw new Refusal('group_invite_only')
}

/** Admins may invite anyone. Other members may not if the group is invite-only, or if an admin removed the user. */
async function refuseInviting(tx: Transaction, player: Player, group: Group, was_removed: boolean) {
  const { is_member, is_admin } = await findRole(tx, group.id, player.id)
  if (!is_member) throw new Refusal('not_group_member')
  if (is_admin) return
  if (group.is_invite_only === 1) throw new Refusal('not_group_admin')
  if (was_removed) throw new Refusal('removed_from_group')
}

/** A user whom an admin removed is no longer barred once they are a member again. */
async function takeSeatFor(tx: Transaction, { group_id, user_id }: Membership): Promise<void> {
  if (!(await tx.first(updateMemberCountOnJoin, { group_id }))) throw new Refusal('group_full')
  await tx.run(deleteRemoval, { group_id, user_id })
}

/** A join request if the user is the caller, otherwise an invite. */
export function createConnection(context: Context, player: Player, input: NewConnection) {
  return inTransaction(context, async (tx) => {
    const user = await lockPlayer(tx, player, await readUserId(tx, player, input))
    // The caller must not learn that this user has blocked them.
    if (await hasBlocked(tx, { blocker_id: user.id, blocked_id: player.id })) {
      throw unknownUser(input)
    }
    const group = await lockGroupInGame(tx, player, input.group_id)
    const membership = { group_id: group.id, user_id: user.id }
    const existing = await tx.first(findStanding, membership)
    if (existing?.status === 'pending' || existing?.status === 'accepted') {
      throw new Refusal('already_connected')
    }
    const is_join_request = user.id === player.id
    const was_removed = existing?.removals === 1
    if (is_join_request) refuseJoining(group, was_removed)
    else await refuseInviting(tx, player, group, was_removed)

    const joins_at_once = is_join_request && group.can_auto_join === 1
    if (joins_at_once) await takeSeatFor(tx, membership)
    await tx.run(deleteDeclinedConnection, membership)
    const connection = {
      ...membership,
      inviter_id: player.id,
      kind: is_join_request ? 'join_request' : 'invite',
      status: joins_at_once ? 'accepted' : 'pending',
    } as const
    const joined_at = joins_at_once ? tx.now() : null
    const row = await tx.first(insertConnection, { ...connection, joined_at, now: tx.now() })
    if (!row) throw new Error('the new connection has no id')
    return { id: row.id, ...connection, user: summarize(user, player) }
  })
}

/** Undefined: no such connection, or the player is neither its user, nor its inviter, nor an admin of its group. */
async function lockConnection(tx: Transaction, player: Player, id: number) {
  const parameters = { id, game_id: player.game_id, viewer_id: player.id }
  const found = await tx.first(findConnection, parameters)
  if (!found) return undefined
  await lockPlayer(tx, player, found.user_id)
  await lockGroupInGame(tx, player, found.group_id)
  const locked = await tx.first(findConnection, parameters)
  if (!locked) return undefined
  const { viewer_is_admin, user_id, inviter_id } = locked
  const is_involved = viewer_is_admin === 1 || user_id === player.id || inviter_id === player.id
  return is_involved ? locked : undefined
}

interface Answer {
  id: number
  status: 'accepted' | 'declined'
}

/** The invited user answers an invite, an admin answers a join request. */
function mayAnswer(player: Player, connection: ConnectionRow & { viewer_is_admin: number }) {
  return connection.kind === 'invite'
    ? connection.user_id === player.id
    : connection.viewer_is_admin === 1
}

/** The first answer counts. Repeating it changes nothing; a different one is refused. */
export function answerConnection(context: Context, player: Player, { id, status }: Answer) {
  return inTransaction(context, async (tx) => {
    const connection = await lockConnection(tx, player, id)
    if (!connection) {
      await leaveByDeclining(tx, player, { id, status })
      return { id, status }
    }
    if (connection.status === status) return { id, status }
    if (connection.status !== 'pending') throw new Refusal('connection_answered')
    if (!mayAnswer(player, connection)) throw new Refusal('connection_not_found')
    if (status === 'accepted') await takeSeatFor(tx, connection)
    const changed =
      status === 'accepted'
        ? await tx.run(updateConnectionAccepted, { id, now: tx.now() })
        : await tx.run(updateConnectionDeclined, { id })
    // It was cancelled meanwhile, which takes no lock. The refusal rolls the seat back too.
    if (changed === 0) throw new Refusal('connection_not_found')
    return { id, status }
  })
}

/** The Unreal client leaves a group by declining a connection with the id of the group. */
async function leaveByDeclining(tx: Transaction, player: Player, { id, status }: Answer) {
  const { is_member } = await findRole(tx, id, player.id)
  if (status !== 'declined' || !is_member) throw new Refusal('connection_not_found')
  await endMembership(tx, player, id)
}

/** Afterwards the user may ask or be invited again. */
export function cancelPendingConnection(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const cancelled = await tx.run(deletePendingConnection, { id, caller_id: player.id })
    if (cancelled === 0) throw new Refusal('connection_not_found')
    return { message: 'connection has been cancelled' }
  })
}

/** Deletes the groups without members; in those without an admin the longest-standing member becomes one. */
async function deleteEmptyOrAppointAdmins(tx: Transaction, groups: { id: number }[]) {
  const left_ones = JSON.stringify(groups)
  await tx.run(deleteEmptyGroups, { left_ones })
  await tx.run(updateSuccessors, { left_ones })
}

async function endMembership(tx: Transaction, player: Player, id: number): Promise<void> {
  const group = await lockGroupInGame(tx, player, id)
  const deleted = await tx.run(deleteMember, { group_id: group.id, user_id: player.id })
  if (deleted === 0) throw new Refusal('not_group_member')
  await tx.run(updateMemberCountOnLeave, { group_id: group.id })
  await deleteEmptyOrAppointAdmins(tx, [{ id: group.id }])
}

export function leaveGroup(context: Context, player: Player, group_id: number) {
  return inTransaction(context, async (tx) => {
    await endMembership(tx, player, group_id)
    return { message: 'you have left the group' }
  })
}

/** A removed user can only come back if an admin invites them. */
export function removeMember(context: Context, player: Player, { group_id, user_id }: Membership) {
  return inTransaction(context, async (tx) => {
    const group = await lockGroupAsAdmin(tx, player, group_id)
    if (user_id === player.id) {
      const sentence = 'You cannot remove yourself: leave the group instead.'
      throw new Refusal('invalid_input', { sentence })
    }
    const membership = { group_id: group.id, user_id }
    if ((await tx.run(deleteMember, membership)) === 0) throw new Refusal('user_not_in_group')
    await tx.run(insertRemoval, { ...membership, now: tx.now() })
    await tx.run(updateMemberCountOnLeave, { group_id: group.id })
    return { message: 'member has been removed' }
  })
}

export function addAdmin(context: Context, player: Player, { group_id, user_id }: Membership) {
  return inTransaction(context, async (tx) => {
    const group = await lockGroupAsAdmin(tx, player, group_id)
    const changed = await tx.run(updateMemberToAdmin, { group_id: group.id, user_id })
    if (changed === 0) throw new Refusal('user_not_in_group')
    return { message: 'member is now an admin' }
  })
}

/** A group always has an admin, so the last one cannot be removed. */
export function removeAdmin(context: Context, player: Player, { group_id, user_id }: Membership) {
  return inTransaction(context, async (tx) => {
    const group = await lockGroupAsAdmin(tx, player, group_id)
    if ((await tx.run(updateAdminToMember, { group_id: group.id, user_id })) === 0) {
      const { is_member } = await findRole(tx, group.id, user_id)
      throw new Refusal(is_member ? 'last_group_admin' : 'user_not_in_group')
    }
    return { message: 'member is no longer an admin' }
  })
}

/** Runs before an account is deleted. */
export async function leaveAllGroups(tx: Transaction, { user_id }: { user_id: number }) {
  await lockAccount(tx, user_id)
  await tx.all(lockGroupsOfUser, { user_id })
  await tx.run(updateMemberCountsOnDeletion, { user_id })
  const groups = await tx.all(deleteConnectionsOfUser, { user_id })
  await deleteEmptyOrAppointAdmins(tx, groups)
}
