import { mayLeaveGroups } from '../../../access/permissions.ts'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { comparisonKey } from '../../../services/names.ts'
import { idRows } from '../../../storage/statement.ts'
import { refuseMuted } from '../../players/sanctions/rules.ts'
import { summarize } from '../../players/users/rules.ts'
import { refuseBlocked } from '../blocks/rules.ts'
import {
  tellMembers,
  tellOfAnswer,
  tellOfAppointedAdmins,
  tellOfCancellation,
  tellOfDeletedMember,
  tellOfEmptyGroups,
  tellOfNewConnection,
} from '../group-events/rules.ts'
import type { Group } from '../group-views/rules.ts'
import {
  findGroupInGame,
  findRole,
  lockGroupAsAdmin,
  lockGroupInGame,
  lockUser,
  lockUserInGame,
  refuseTooManyGroups,
} from '../groups/rules.ts'
import {
  type ConnectionRow,
  countPending,
  deleteConnectionsOfUser,
  deleteDeclinedConnection,
  deleteEmptyGroups,
  deleteInvitesBetween,
  deleteMember,
  deletePendingConnection,
  deleteRemoval,
  findConnection,
  findConnectionState,
  findUserByUsernameKey,
  insertConnection,
  insertRemoval,
  lockGroupsOfUser,
  type Membership,
  updateAdminToMember,
  updateConnectionAccepted,
  updateConnectionDeclined,
  updateMemberCountOnJoin,
  updateMemberCountOnLeave,
  updateMemberCountsOnDeletion,
  updateMemberToAdmin,
  updateMissingAdmins,
} from './queries.ts'

interface NewConnection {
  group_id: number
  user_id?: number
  username?: string
}

const unknownUser = ({ username }: { username?: string }) =>
  new Refusal('user_not_found', username ? { sentence: 'No user has this username.' } : {})

async function resolveUserId(
  tx: Transaction,
  player: Player,
  { user_id, username }: NewConnection,
) {
  if (user_id !== undefined) return user_id
  if (username === undefined) {
    throw new Refusal('invalid_input', { sentence: 'user_id is required.' })
  }
  const parameters = { game_id: player.game_id, username_key: comparisonKey(username) }
  const user = await tx.first(findUserByUsernameKey, parameters)
  if (!user) throw unknownUser({ username })
  return user.id
}

function refuseUnlessMayJoin(group: Group, was_removed: boolean): void {
  if (was_removed) throw new Refusal('removed_from_group')
  if (group.is_invite_only === 1) throw new Refusal('group_invite_only')
}

/** Admins may invite anyone. Other members may not if the group is invite-only, or if an admin removed the user. */
async function refuseUnlessMayInvite(
  tx: Transaction,
  player: Player,
  group: Group,
  was_removed: boolean,
) {
  const { is_member, is_admin } = await findRole(tx, group.id, player.id)
  if (!is_member) throw new Refusal('not_group_member')
  if (is_admin) return
  if (group.is_invite_only === 1) throw new Refusal('not_group_admin')
  if (was_removed) throw new Refusal('removed_from_group')
}

/**
 * Counts the new member, or refuses if the group is full or the user is in too many. A user who was removed earlier is no
 * longer barred.
 */
async function countNewMember(tx: Transaction, { group_id, user_id }: Membership): Promise<void> {
  await refuseTooManyGroups(tx, user_id)
  if (!(await tx.first(updateMemberCountOnJoin, { group_id }))) throw new Refusal('group_full')
  await tx.run(deleteRemoval, { group_id, user_id })
}

/** The user and the group are locked, so that all pending ones are counted. */
async function refuseTooManyPending(
  tx: Transaction,
  { group_id, user_id }: Membership,
  kind: 'invite' | 'join_request',
): Promise<void> {
  const max_of_group = limits.group_pending.value
  const max_of_user = limits.join_requests.value
  const wanted = { group_id, user_id, kind, max_of_group, max_of_user }
  const pending = await tx.first(countPending, wanted)
  if (!pending) return
  if (kind === 'join_request' && pending.of_user >= max_of_user)
    throw new Refusal('too_many_join_requests')
  if (pending.of_group >= max_of_group) throw new Refusal('too_many_pending')
}

/** A join request if the user is the caller, otherwise an invite. */
export function createConnection(context: Context, player: Player, input: NewConnection) {
  return inTransaction(context, async (tx) => {
    const user = await lockUserInGame(tx, player, await resolveUserId(tx, player, input))
    const is_join_request = user.id === player.id
    if (!is_join_request) {
      refuseMuted(player, tx.now())
      await refuseBlocked(tx, player, { other_id: user.id, unknown: unknownUser(input) })
    }
    const group = await lockGroupInGame(tx, player, input.group_id)
    const membership = { group_id: group.id, user_id: user.id }
    const state = await tx.first(findConnectionState, membership)
    if (state?.status === 'pending' || state?.status === 'accepted') {
      throw new Refusal('already_connected')
    }
    const was_removed = state?.was_removed === 1
    if (is_join_request) refuseUnlessMayJoin(group, was_removed)
    else await refuseUnlessMayInvite(tx, player, group, was_removed)

    const joins_at_once = is_join_request && group.can_auto_join === 1
    const kind = is_join_request ? 'join_request' : 'invite'
    if (joins_at_once) await countNewMember(tx, membership)
    else await refuseTooManyPending(tx, membership, kind)
    await tx.run(deleteDeclinedConnection, membership)
    const connection = {
      ...membership,
      inviter_id: player.id,
      kind,
      status: joins_at_once ? 'accepted' : 'pending',
    } as const
    const joined_at = joins_at_once ? tx.now() : null
    const row = await tx.first(insertConnection, { ...connection, joined_at, now: tx.now() })
    if (!row) throw new Error('the new connection has no id')
    if (joins_at_once) await tellMembers(tx, player, 'joined', { group, user_id: user.id })
    else await tellOfNewConnection(tx, player, group, { id: row.id, ...connection })
    return { id: row.id, ...connection, user: summarize(user, player) }
  })
}

/**
 * Locks the connection's user and group, so that only `cancelPendingConnection`, which locks neither, can still change it.
 * Undefined: no such connection, it is a founder's, or the player is neither its user, nor its inviter, nor an admin of
 * its group.
 */
async function lockAndFindConnection(tx: Transaction, player: Player, id: number) {
  const parameters = { id, game_id: player.game_id, viewer_id: player.id }
  const found = await tx.first(findConnection, parameters)
  if (!found) return undefined
  await lockUserInGame(tx, player, found.user_id)
  const group = await lockGroupInGame(tx, player, found.group_id)
  const locked = await tx.first(findConnection, parameters)
  if (!locked) return undefined
  const { viewer_is_admin, user_id, inviter_id } = locked
  const is_involved = viewer_is_admin === 1 || user_id === player.id || inviter_id === player.id
  return is_involved ? { ...locked, group } : undefined
}

interface Decision {
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
export function answerConnection(context: Context, player: Player, { id, status }: Decision) {
  return inTransaction(context, async (tx) => {
    const connection = await lockAndFindConnection(tx, player, id)
    if (!connection) {
      if (status !== 'declined') throw new Refusal('connection_not_found')
      await leaveByDeclining(tx, player, { group_id: id })
      return { id, status }
    }
    if (connection.status === status) return { id, status }
    if (connection.status !== 'pending') throw new Refusal('connection_answered')
    if (!mayAnswer(player, connection)) throw new Refusal('connection_not_found')
    if (status === 'accepted') await countNewMember(tx, connection)
    const changed =
      status === 'accepted'
        ? await tx.run(updateConnectionAccepted, { id, now: tx.now() })
        : await tx.run(updateConnectionDeclined, { id })
    // It was cancelled meanwhile, which takes no lock. The refusal also rolls back the member count.
    if (changed === 0) throw new Refusal('connection_not_found')
    await tellOfAnswer(tx, player, connection.group, { ...connection, status })
    return { id, status }
  })
}

/** The Unreal client leaves a group by declining a connection with the id of the group. */
async function leaveByDeclining(
  tx: Transaction,
  player: Player,
  { group_id }: { group_id: number },
) {
  const { is_member } = await findRole(tx, group_id, player.id)
  if (!is_member) throw new Refusal('connection_not_found')
  if (!mayLeaveGroups(player)) throw new Refusal('route_closed')
  await endMembership(tx, player, group_id)
}

/** Afterwards the user may ask or be invited again. */
export function cancelPendingConnection(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const cancelled = await tx.first(deletePendingConnection, { id, caller_id: player.id })
    if (!cancelled) throw new Refusal('connection_not_found')
    const group = await findGroupInGame(tx, player, cancelled.group_id)
    await tellOfCancellation(tx, player, group, cancelled)
    return { message: 'connection has been cancelled' }
  })
}

/** Runs when one of the two blocks the other. */
export const withdrawInvites = (
  tx: Transaction,
  { blocker_id, blocked_id }: { blocker_id: number; blocked_id: number },
) => tx.run(deleteInvitesBetween, { blocker_id, blocked_id })

type LeftGroup = Pick<Group, 'id' | 'game_id' | 'name'>

/** Deletes the groups without members; in those without an admin the longest-standing member becomes one. */
export async function deleteEmptyOrAppointAdmins(tx: Transaction, groups: LeftGroup[]) {
  const groups_left = idRows(groups.map(({ id }) => id))
  await tellOfEmptyGroups(tx, await tx.all(deleteEmptyGroups, { groups_left }))
  const appointed = await tx.all(updateMissingAdmins, { groups_left })
  const by_id = new Map(groups.map((group) => [group.id, group]))
  const admins = appointed.flatMap(({ group_id, user_id }) => {
    const group = by_id.get(group_id)
    return group ? { group, user_id } : []
  })
  await tellOfAppointedAdmins(tx, admins)
}

async function endMembership(tx: Transaction, player: Player, group_id: number): Promise<void> {
  const group = await lockGroupInGame(tx, player, group_id)
  const deleted = await tx.run(deleteMember, { group_id: group.id, user_id: player.id })
  if (deleted === 0) throw new Refusal('not_group_member')
  await tx.run(updateMemberCountOnLeave, { group_id: group.id })
  await tellMembers(tx, player, 'left', { group, user_id: player.id })
  await deleteEmptyOrAppointAdmins(tx, [group])
}

export function leaveGroup(context: Context, player: Player, group_id: number) {
  return inTransaction(context, async (tx) => {
    await endMembership(tx, player, group_id)
    return { message: 'you have left the group' }
  })
}

/** They can only come back if an admin invites them. */
export async function expelMember(
  tx: Transaction,
  player: Player,
  group: LeftGroup,
  user_id: number,
): Promise<void> {
  const membership = { group_id: group.id, user_id }
  if ((await tx.run(deleteMember, membership)) === 0) throw new Refusal('user_not_in_group')
  await tx.run(insertRemoval, { ...membership, now: tx.now() })
  await tx.run(updateMemberCountOnLeave, { group_id: group.id })
  await tellMembers(tx, player, 'removed', { group, user_id })
}

/** The admin who removes them stays, so the group keeps one. */
export function removeMember(context: Context, player: Player, { group_id, user_id }: Membership) {
  return inTransaction(context, async (tx) => {
    const group = await lockGroupAsAdmin(tx, player, group_id)
    if (user_id === player.id) {
      const sentence = 'You cannot remove yourself: leave the group instead.'
      throw new Refusal('invalid_input', { sentence })
    }
    await expelMember(tx, player, group, user_id)
    return { message: 'member has been removed' }
  })
}

export function addAdmin(context: Context, player: Player, { group_id, user_id }: Membership) {
  return inTransaction(context, async (tx) => {
    const group = await lockGroupAsAdmin(tx, player, group_id)
    const promoted = await tx.run(updateMemberToAdmin, { group_id: group.id, user_id })
    if (promoted > 0) await tellMembers(tx, player, 'promoted', { group, user_id })
    else if (!(await findRole(tx, group.id, user_id)).is_member)
      throw new Refusal('user_not_in_group')
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
  await lockUser(tx, user_id)
  const groups = await tx.all(lockGroupsOfUser, { user_id })
  await tx.run(updateMemberCountsOnDeletion, { user_id })
  const ended = await tx.all(deleteConnectionsOfUser, { user_id })
  const left = new Set(
    ended.filter((one) => one.user_id === user_id && one.status === 'accepted').map(({ id }) => id),
  )
  const groups_left = groups.filter(({ id }) => left.has(id))
  await tellOfDeletedMember(tx, user_id, groups_left)
  await deleteEmptyOrAppointAdmins(tx, groups_left)
}
