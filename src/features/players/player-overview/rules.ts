import { type Context, inTransaction, type Player, type ReadContext } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import {
  completeSignIn,
  refuseUnverifiedEmail,
  reissueSession,
  type SignInInput,
  verifySignIn,
} from '../accounts/rules.ts'
import { listChats } from '../../social/chat/rules.ts'
import { listFriendships, listFriendsOfUser } from '../../social/friends/rules.ts'
import { presentGroup } from '../../social/group-views/rules.ts'
import { searchGroups } from '../../social/groups/rules.ts'
import { showUser, summarize } from '../users/rules.ts'
import { listRatingsOf } from '../../play/ratings/rules.ts'
import { listRankedRounds } from '../../play/rounds/rules.ts'
import { findPlayerById } from '../sessions/rules.ts'
import { showPurchases } from '../../economy/store/rules.ts'
import { showAttributes } from '../user-attributes/rules.ts'
import { listPendingOf, type PendingRow } from './queries.ts'

/** What every player of the game may see about a user. */
async function loadPublicData(context: ReadContext, viewer: Player, user_id: number) {
  const [{ groups }, { game_rounds }, { game_user_attributes }, { game_user_store_items }] =
    await Promise.all([
      searchGroups(context, viewer, { user_id }),
      listRankedRounds(context, viewer, user_id),
      showAttributes(context, viewer, { user_id }),
      showPurchases(context, viewer, user_id),
    ])
  return { groups, game_rounds, game_user_attributes, game_user_store_items }
}

type UserSummary = ReturnType<typeof summarize>

function presentPending(row: PendingRow, player: Player, own_summary: UserSummary) {
  const inviter = summarize(row, player)
  const group = presentGroup({ ...row, id: row.group_id })
  return {
    id: row.connection_id,
    status: 'pending' as const,
    inviter_id: row.id,
    group_id: row.group_id,
    user: own_summary,
    inviter,
    group,
  }
}

async function loadPending(
  { db }: ReadContext,
  player: Player,
  own_summary: UserSummary | Promise<UserSummary>,
) {
  const rows = await db.all(listPendingOf, { user_id: player.id, limit: limits.page_entries.value })
  const summary = await own_summary
  const ofKind = (kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => presentPending(row, player, summary))
  return { group_invites: ofKind('invite'), group_join_requests: ofKind('join_request') }
}

/** Everything a client shows its own player, in a fixed number of queries. */
async function loadOverview(
  context: ReadContext,
  player: Player,
  own_summary: UserSummary | Promise<UserSummary>,
) {
  const [public_data, friendships, chats, pending] = await Promise.all([
    loadPublicData(context, player, player.id),
    listFriendships(context, player, {}),
    listChats(context, player, 1),
    loadPending(context, player, own_summary),
  ])
  return { ...public_data, ...friendships, ...chats, ...pending }
}

/** The answer contains the whole overview, because clients load it with the sign-in and have no other call for it. */
export async function signIn(context: Context, input: SignInInput, ip_address: string) {
  const verified = await verifySignIn(context, input, ip_address)
  refuseUnverifiedEmail(context, verified)
  return inTransaction(context, async (tx) => {
    const user = await completeSignIn(context, tx, verified)
    const tx_context = { ...context, db: tx }
    const player = await findPlayerById(tx_context, user.id)
    if (!player) throw new Refusal('wrong_credentials')
    return { ...user, ...(await loadOverview(tx_context, player, user)) }
  })
}

/** A sign-in that is sent again gets the stored overview with a new session. */
export const repeatSignIn = reissueSession

/** In place of an overview that was too long to be stored. Only for a sign-in that was verified again. */
export async function showOverview(context: Context, user_id: number) {
  const player = await findPlayerById(context, user_id)
  if (!player) throw new Refusal('wrong_credentials')
  return showPlayer(context, player, { id: user_id })
}

/** Left out for players without a rating. */
async function loadRatings({ db }: ReadContext, user_id: number) {
  const ratings = await listRatingsOf(db, user_id)
  return ratings.length > 0 ? { ratings } : {}
}

/** Players get the whole overview of themselves, and only the public data of others. */
export async function showPlayer(
  context: Context,
  player: Player,
  { id, with_full_data = true }: { id: number; with_full_data?: boolean },
) {
  if (!with_full_data) return showUser(context, player, id)
  if (id === player.id) {
    const shown = showUser(context, player, id)
    const [user, overview, rated] = await Promise.all([
      shown,
      loadOverview(context, player, shown),
      loadRatings(context, id),
    ])
    return { ...user, ...overview, ...rated }
  }
  const user = await showUser(context, player, id)
  const [public_data, { friends }, rated] = await Promise.all([
    loadPublicData(context, player, id),
    listFriendsOfUser(context, player, { user_id: id }),
    loadRatings(context, id),
  ])
  return { ...user, ...public_data, friends, ...rated }
}
