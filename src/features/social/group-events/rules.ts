import type { Player, Transaction } from '../../../context.ts'
import {
  publicUser,
  recordEvent,
  recordEvents,
  recordForGame,
  recordForMembers,
  recordIfWanted,
} from '../../operations/events/rules.ts'

interface Group {
  id: number
  game_id: number
  name: string
}

const ofGroup = ({ id, name }: Group) => ({ group_id: id, group_name: name })

/** Staff are no user. */
const by = ({ id, game_id }: Player) => ({ game_id, actor_id: id || null })

const toUser = (user_id: number) => ({ audience: 'user', audience_id: user_id }) as const

const toMembers = ({ id }: Group) => ({ audience: 'group', audience_id: id }) as const

const toAdmins = ({ id }: Group) => ({ audience: 'group_admins', audience_id: id }) as const

interface Connection {
  id: number
  user_id: number
  inviter_id: number
  kind: 'invite' | 'join_request'
}

/** Tells whoever can answer it. */
export async function tellOfNewConnection(
  tx: Transaction,
  player: Player,
  group: Group,
  { id, user_id, kind }: Connection,
): Promise<void> {
  const data = { id, ...ofGroup(group), user: await publicUser(tx, user_id) }
  if (kind === 'invite')
    await recordEvent(tx, 'group_invitation.received', {
      ...by(player),
      ...toUser(user_id),
      data: { ...data, inviter: await publicUser(tx, player.id) },
    })
  else
    await recordEvent(tx, 'group_join_request.received', {
      ...by(player),
      ...toAdmins(group),
      data,
    })
}

/** An invitation that was accepted is only told as a new member. */
export async function tellOfAnswer(
  tx: Transaction,
  player: Player,
  group: Group,
  { status, ...connection }: Connection & { status: 'accepted' | 'declined' },
): Promise<void> {
  const { id, user_id, inviter_id, kind } = connection
  const data = { id, ...ofGroup(group), user: await publicUser(tx, user_id) }
  if (kind === 'join_request') {
    const type = `group_join_request.${status}` as const
    await recordEvent(tx, type, { ...by(player), ...toUser(user_id), data })
  } else if (status === 'declined')
    await recordEvent(tx, 'group_invitation.declined', {
      ...by(player),
      ...toUser(inviter_id),
      data,
    })
  if (status === 'accepted') await tellMembers(tx, player, 'joined', { group, user_id })
}

export async function tellOfCancellation(
  tx: Transaction,
  player: Player,
  group: Group,
  { id, user_id, kind }: Connection,
): Promise<void> {
  const data = { id, ...ofGroup(group), user: await publicUser(tx, user_id) }
  if (kind === 'invite')
    await recordEvent(tx, 'group_invitation.withdrawn', {
      ...by(player),
      ...toUser(user_id),
      data,
    })
  else
    await recordEvent(tx, 'group_join_request.withdrawn', {
      ...by(player),
      ...toAdmins(group),
      data,
    })
}

/** A member who was removed is told, too. */
export async function tellMembers(
  tx: Transaction,
  player: Player,
  change: 'joined' | 'left' | 'removed' | 'promoted',
  { group, user_id }: { group: Group; user_id: number },
): Promise<void> {
  const data = { ...ofGroup(group), user: await publicUser(tx, user_id) }
  await recordEvent(tx, `group_member.${change}`, { ...by(player), ...toMembers(group), data })
  if (change !== 'removed') return
  const copy = { audience: 'user_copy', audience_id: user_id } as const
  await recordEvent(tx, 'group_member.removed', { ...by(player), ...copy, data })
}

/** Runs while the account still exists. */
export async function tellOfDeletedMember(
  tx: Transaction,
  user_id: number,
  groups: Group[],
): Promise<void> {
  if (groups.length === 0) return
  const user = await publicUser(tx, user_id)
  const events = groups.map((group) => ({
    game_id: group.game_id,
    actor_id: user_id,
    ...toMembers(group),
    data: { ...ofGroup(group), user },
  }))
  await recordEvents(tx, 'group_member.left', events)
}

/** They became admins because no other was left. */
export async function tellOfAppointedAdmins(
  tx: Transaction,
  admins: { group: Group; user_id: number }[],
): Promise<void> {
  for (const { group, user_id } of admins) {
    const data = { ...ofGroup(group), user: await publicUser(tx, user_id) }
    const event = { game_id: group.game_id, actor_id: null, ...toMembers(group), data }
    await recordEvent(tx, 'group_member.promoted', event)
  }
}

export const tellOfChangedGroup = (tx: Transaction, player: Player, group: Group) =>
  recordEvent(tx, 'group.changed', { ...by(player), ...toMembers(group), data: ofGroup(group) })

/** Runs before the group is deleted, while its members are known. */
export const tellOfDeletedGroup = (tx: Transaction, player: Player, group: Group) =>
  recordForMembers(tx, 'group.deleted', {
    ...by(player),
    group_id: group.id,
    data: ofGroup(group),
  })

/** Of groups without members. */
export async function tellOfEmptyGroups(tx: Transaction, groups: Group[]): Promise<void> {
  for (const group of groups)
    await recordForGame(tx, 'group.deleted', {
      game_id: group.game_id,
      actor_id: null,
      data: ofGroup(group),
    })
}

const KEYS_SHOWN = 100

export const tellOfAttributes = (
  tx: Transaction,
  player: Player,
  group: Group,
  { change, keys }: { change: 'added' | 'changed' | 'removed'; keys: string[] },
) =>
  recordIfWanted(tx, 'group_attributes.changed', player.game_id, async () => ({
    actor_id: by(player).actor_id,
    ...toMembers(group),
    data: { ...ofGroup(group), change, count: keys.length, keys: keys.slice(0, KEYS_SHOWN) },
  }))
