import {
  type Context,
  inTransaction,
  type Player,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limitOffset } from '../../../limits.ts'
import { refuseBlocked } from '../blocks/rules.ts'
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
  lockReceiver,
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
function presentRequest(
  player: Player,
  other: User,
  { friendship_id, status, at }: { friendship_id: number; status: string; at: number },
) {
  const requested_at = new Date(at).toISOString()
  return {
    ...summarize(other, player),
    friendship_id,
    requested_at,
    created_at: requested_at,
    status,
  }
}

const presentFriends = (player: Player, rows: User[]) => rows.map((row) => summarize(row, player))

const presentRequests = (player: Player, rows: ListedRow[]) =>
  rows.map((row) => presentRequest(player, row, { ...row, status: 'pending' }))

/** If the other player has already sent a request, this accepts it: two players have at most one friendship. */
export function sendFriendRequest(context: Context, player: Player, username: string) {
  return inTransaction(context, async (tx) => {
    const other = await findUserByUsername(tx, player, username)
    if (other.id === player.id) throw new Refusal('befriending_oneself')
    const pair = { sender_id: player.id, receiver_id: other.id }
    if (other.id < player.id) await tx.first(lockReceiver, { id: other.id })
    const friendship = await tx.first(insertRequest, { ...pair, now: tx.now() })
    if (!friendship) {
      const existing = await tx.first(findFriendship, pairOf(player.id, other.id))
      throw new Refusal(
        existing?.status === 'accepted' ? 'already_friends' : 'friend_request_pending',
      )
    }
    const unknown = new Refusal('username_unknown')
    await refuseBlocked(tx, player, { other_id: other.id, unknown })
    const { friendship_id, status, requested_at } = friendship
    const is_accepted = status === 'accepted'
    if (is_accepted) await tx.run(insertFriends, { friendship_id, now: tx.now() })
    const message = is_accepted ? ACCEPTED : 'friend request sent successfully'
    const request = { friendship_id, status, at: requested_at }
    return { message, ...presentRequest(player, other, request) }
  })
}

interface RequestAnswer {
  id: number
  status: 'accepted' | 'declined'
}

async function acceptReceived(tx: Transaction, request: { id: number; receiver_id: number }) {
  const accepted = await tx.run(updateRequestAccepted, request)
  if (accepted > 0) await tx.run(insertFriends, { friendship_id: request.id, now: tx.now() })
  // Accepting an accepted request again is not an error.
  return accepted > 0 || (await tx.first(findReceivedRequest, request))?.status === 'accepted'
}

const declineReceived = async (tx: Transaction, request: { id: number; receiver_id: number }) =>
  (await tx.run(deleteReceivedRequest, request)) > 0

/** A declined request is deleted, so a new one may be sent. */
export function answerFriendRequest(
  context: Context,
  player: Player,
  { id, status }: RequestAnswer,
) {
  const [answer, message] =
    status === 'accepted' ? [acceptReceived, ACCEPTED] : [declineReceived, DECLINED]
  return inTransaction(context, async (tx) => {
    const answered = await answer(tx, { id, receiver_id: player.id })
    if (!answered) throw new Refusal('friend_request_not_received')
    return { message }
  })
}

export function cancelFriendRequest(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    const deleted = await tx.run(deleteSentRequest, { id, sender_id: player.id })
    if (deleted === 0) throw new Refusal('friend_request_not_sent')
    return { message: 'friend request destroyed successfully' }
  })
}

export function removeFriend(context: Context, player: Player, user_id: number) {
  return inTransaction(context, async (tx) => {
    const deleted = await tx.run(deleteAcceptedFriendship, pairOf(player.id, user_id))
    if (deleted === 0) throw new Refusal('not_friends')
    return { message: 'user has been unfriended successfully' }
  })
}

/** Deletes the friendship or request between the two, whoever sent it. */
export const endFriendship = (
  tx: Transaction,
  { blocker_id, blocked_id }: { blocker_id: number; blocked_id: number },
) => tx.run(deleteFriendship, pairOf(blocker_id, blocked_id))

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
  return { friends: presentFriends(player, rows) }
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
    friends: presentFriends(player, rowsOf('friend')),
    outgoing_friend_requests: presentRequests(player, rowsOf('outgoing')),
    incoming_friend_requests: presentRequests(player, rowsOf('incoming')),
  }
}
