import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import { type Step, step } from '../../../storage/statement.ts'
import { publicUser, publicUserStep, recordEvent } from '../../operations/events/rules.ts'
import { presentPresence } from '../presence/rules.ts'
import { blocksStep, refuseIfBlocked } from '../blocks/rules.ts'
import { findUserInGame, findUserByUsername, summarize } from '../../players/users/rules.ts'
import {
  updateRequestAccepted,
  deleteAcceptedFriendship,
  deleteFriendship,
  deleteReceivedRequest,
  deleteSentRequest,
  findFriendship,
  findReceivedRequest,
  insertFriends,
  insertRequest,
  listRelations,
  listFriends,
  listIncoming,
  listOutgoing,
  lockBoth,
  lockReceiver,
  type FriendRow,
  type ListedRow,
  type Relation,
} from './queries.ts'

const ACCEPTED = 'you have successfully accepted this friend request'
const DECLINED = 'you have successfully declined this friend request'

type User = Parameters<typeof summarize>[0]

const pairOf = (one: number, other: number) => ({
  low_user_id: Math.min(one, other),
  high_user_id: Math.max(one, other),
})

/** The other user of a request. Some clients read `created_at` in place of `requested_at`. */
function presentRequest<S extends 'pending' | 'accepted'>(
  player: Player,
  other: User,
  { friendship_id, status, at }: { friendship_id: number; status: S; at: number },
) {
  const requested_at = isoTime(at)
  return {
    ...summarize(other, player),
    friendship_id,
    requested_at,
    created_at: requested_at,
    status,
  }
}

/** Of the player's own friends. */
const presentFriends = (context: ReadContext, player: Player, rows: FriendRow[]) =>
  rows.map((row) => ({ ...summarize(row, player), ...presentPresence(context, row) }))

const presentRequests = (player: Player, rows: ListedRow[]) =>
  rows.map((row) => presentRequest(player, row, { ...row, status: 'pending' }))

/** Of an event for one other player. */
const from = ({ id, game_id }: Pick<Player, 'id' | 'game_id'>) => ({
  game_id,
  actor_id: id,
  audience: 'user' as const,
})

/** If the other player has already sent a request, this accepts it: two players have at most one friendship. */
export async function sendFriendRequest(context: Context, player: Player, username: string) {
  const other = await findUserByUsername(context.db, player, username)
  if (other.id === player.id) throw new Refusal('befriending_oneself')
  return inTransaction(context, async (tx) => {
    const pair = { sender_id: player.id, receiver_id: other.id }
    if (other.id < player.id) tx.defer(lockReceiver, { id: other.id })
    const [[friendship], blocks, [user]] = await tx.inOrder(
      step(insertRequest, { ...pair, now: tx.now() }),
      blocksStep(player, other.id),
      publicUserStep(player.id),
    )
    if (!friendship || !user) {
      const existing = await tx.first(findFriendship, pairOf(player.id, other.id))
      throw new Refusal(
        existing?.status === 'accepted' ? 'already_friends' : 'friend_request_pending',
      )
    }
    const unknown = new Refusal('username_unknown')
    refuseIfBlocked(player, blocks, unknown)
    const { friendship_id, status, requested_at } = friendship
    const is_accepted = status === 'accepted'
    if (is_accepted) tx.defer(insertFriends, { friendship_id, now: tx.now() })
    const data = { friendship_id, user }
    const toOther = { ...from(player), audience_id: other.id }
    if (is_accepted) await recordEvent(tx, 'friend_request.accepted', { ...toOther, data })
    else {
      const requested = { ...data, requested_at: isoTime(requested_at) }
      await recordEvent(tx, 'friend_request.received', { ...toOther, data: requested })
    }
    const message = is_accepted ? ACCEPTED : 'friend request sent successfully'
    const request = { friendship_id, status, at: requested_at }
    return { message, ...presentRequest(player, other, request) }
  })
}

interface RequestAnswer {
  id: number
  status: 'accepted' | 'declined'
}

/** Changes a request and tells its other player, if there is such a request. */
async function changeRequest(
  tx: Transaction,
  player: Player,
  type: 'friend_request.accepted' | 'friend_request.declined' | 'friend_request.withdrawn',
  { id, change }: { id: number; change: Step<{ friendship_id: number; other_id: number }> },
): Promise<boolean> {
  tx.defer(lockBoth, { id })
  const [[changed], [user]] = await tx.inOrder(change, publicUserStep(player.id))
  if (!changed || !user) return false
  const data = { friendship_id: changed.friendship_id, user }
  await recordEvent(tx, type, { ...from(player), audience_id: changed.other_id, data })
  return true
}

async function acceptReceived(tx: Transaction, player: Player, id: number): Promise<boolean> {
  const request = { id, receiver_id: player.id }
  const change = step(updateRequestAccepted, request)
  if (await changeRequest(tx, player, 'friend_request.accepted', { id, change })) {
    tx.defer(insertFriends, { friendship_id: id, now: tx.now() })
    return true
  }
  // Accepting an accepted request again is not an error.
  return (await tx.first(findReceivedRequest, request))?.status === 'accepted'
}

const declineReceived = (tx: Transaction, player: Player, id: number): Promise<boolean> =>
  changeRequest(tx, player, 'friend_request.declined', {
    id,
    change: step(deleteReceivedRequest, { id, receiver_id: player.id }),
  })

/** A declined request is deleted, so a new one may be sent. */
export function answerFriendRequest(
  context: Context,
  player: Player,
  { id, status }: RequestAnswer,
) {
  const [answer, message] =
    status === 'accepted' ? [acceptReceived, ACCEPTED] : [declineReceived, DECLINED]
  return inTransaction(context, async (tx) => {
    const answered = await answer(tx, player, id)
    if (!answered) throw new Refusal('friend_request_not_received')
    return { message }
  })
}

export function cancelFriendRequest(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const change = step(deleteSentRequest, { id, sender_id: player.id })
    if (!(await changeRequest(tx, player, 'friend_request.withdrawn', { id, change })))
      throw new Refusal('friend_request_not_sent')
    return { message: 'friend request destroyed successfully' }
  })
}

export function removeFriend(context: Context, player: Player, user_id: number) {
  return inTransaction(context, async (tx) => {
    const deleted = await tx.run(deleteAcceptedFriendship, pairOf(player.id, user_id))
    if (deleted === 0) throw new Refusal('not_friends')
    const data = { user: await publicUser(tx, player.id) }
    await recordEvent(tx, 'friendship.ended', { ...from(player), audience_id: user_id, data })
    return { message: 'user has been unfriended successfully' }
  })
}

/** Deletes the friendship or request between the two, whoever sent it. The other one hears only that they are no friends. */
export async function endFriendship(
  tx: Transaction,
  { game_id, blocker_id, blocked_id }: { game_id: number; blocker_id: number; blocked_id: number },
): Promise<void> {
  const ended = await tx.first(deleteFriendship, pairOf(blocker_id, blocked_id))
  if (ended?.status !== 'accepted') return
  const data = { user: await publicUser(tx, blocker_id) }
  const event = { ...from({ id: blocker_id, game_id }), audience_id: blocked_id, data }
  await recordEvent(tx, 'friendship.ended', event)
}

interface Page {
  page?: number
  per_page?: number
}

export async function listFriendsOfUser(
  context: ReadContext,
  player: Player,
  { user_id = player.id, ...page }: Page & { user_id?: number },
) {
  if (user_id !== player.id) await findUserInGame(context.db, player, user_id)
  const rows = await context.db.all(listFriends, { user_id, ...limitOffset(page) })
  const friends =
    user_id === player.id
      ? presentFriends(context, player, rows)
      : rows.map((row) => summarize(row, player))
  return { friends }
}

export async function listOutgoingRequests(context: Context, player: Player, page: Page) {
  const rows = await context.db.all(listOutgoing, { user_id: player.id, ...limitOffset(page) })
  return { outgoing_friend_requests: presentRequests(player, rows) }
}

export async function listIncomingRequests(context: Context, player: Player, page: Page) {
  const rows = await context.db.all(listIncoming, { user_id: player.id, ...limitOffset(page) })
  return { incoming_friend_requests: presentRequests(player, rows) }
}

/** The same page of each of the three lists. */
export async function listFriendships(context: ReadContext, player: Player, page: Page) {
  const rows = await context.db.all(listRelations, { user_id: player.id, ...limitOffset(page) })
  const rowsOf = (relation: Relation) => rows.filter((row) => row.relation === relation)
  return {
    friends: presentFriends(context, player, rowsOf('friend')),
    outgoing_friend_requests: presentRequests(player, rowsOf('outgoing')),
    incoming_friend_requests: presentRequests(player, rowsOf('incoming')),
  }
}
