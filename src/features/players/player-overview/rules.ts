import { type Context, inTransaction, type Player, type ReadContext } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { enterAfterProof, proveSignIn, repeatSignIn, type SignIn } from '../accounts/rules.ts'
import { listChats } from '../../social/chat/rules.ts'
import { listFriendships, listFriendsOfUser } from '../../social/friends/rules.ts'
import { presentGroup, searchGroups } from '../../social/groups/rules.ts'
import { showUser, summarize } from '../users/rules.ts'
import { listRankedRounds } from '../../play/rounds/rules.ts'
import { findPlayerById } from '../sessions/rules.ts'
import { showPurchases } from '../../economy/store/rules.ts'
import { showAttributes } from '../user-attributes/rules.ts'
import { listPendingOf, type PendingRow } from './queries.ts'

/** What anyone in the game may see of a user, asked for all at once. */
async function openData(context: ReadContext, viewer: Player, user_id: number) {
  const [{ groups }, { game_rounds }, { game_user_attributes }, { game_user_store_items }] =
    await Promise.all([
      searchGroups(context, viewer, { user_id }),
      listRankedRounds(context, viewer, user_id),
      showAttributes(context, viewer, user_id),
      showPurchases(context, viewer, user_id),
    ])
  return { groups, game_rounds, game_user_attributes, game_user_store_items }
}

function presentPending(row: PendingRow, player: Player, own: ReturnType<typeof summarize>) {
  const inviter = summarize({ ...row, id: row.inviter_id }, player)
  const group = presentGroup({ ...row, id: row.group_id })
  return {
    id: row.id,
    status: 'pending',
    inviter_id: row.inviter_id,
    group_id: row.group_id,
    user: own,
    inviter,
    group,
  }
}

async function pendingOf({ db }: ReadContext, player: Player, own: ReturnType<typeof summarize>) {
  const rows = await db.all(listPendingOf, { user_id: player.id, limit: limits.page_entries.value })
  const those = (kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => presentPending(row, player, own))
  return { group_invites: those('invite'), group_join_requests: those('join_request') }
}

type Own = ReturnType<typeof summarize>

/** Everything a client keeps of its own player, in a fixed number of queries. */
async function everything(context: ReadContext, player: Player, own: Own) {
  const [open, friendships, chats, pending] = await Promise.all([
    openData(context, player, player.id),
    listFriendships(context, player, {}),
    listChats(context, player, 1),
    pendingOf(context, player, own),
  ])
  return { ...open, ...friendships, ...chats, ...pending }
}

/** Clients load everything with the sign-in: there is no other call for it. */
export async function signIn(context: Context, input: SignIn, address: string) {
  const proven = await proveSignIn(context, input, address)
  return inTransaction(context, async (tx) => {
    const user = await enterAfterProof(context, tx, proven)
    const reading = { ...context, db: tx }
    const player = await findPlayerById(reading, user.id)
    if (!player) throw new Refusal('wrong_credentials')
    return { ...user, ...(await everything(reading, player, user)) }
  })
}

/** A repeated sign-in gets what it got, and a session of its own. */
export const signInAgain = repeatSignIn

/** The users themselves with everything, another one as others may see them. */
export async function showPlayer(
  context: Context,
  player: Player,
  { id, with_full_data = true }: { id: number; with_full_data?: boolean },
) {
  const user = await showUser(context, player, id)
  if (!with_full_data) return user
  if (id === player.id) return { ...user, ...(await everything(context, player, user)) }
  const [open, { friends }] = await Promise.all([
    openData(context, player, id),
    listFriendsOfUser(context, player, { user_id: id }),
  ])
  return { ...user, ...open, friends }
}
