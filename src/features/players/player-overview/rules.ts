import type { Context, Player } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { repeatSignIn, signIn, type SignIn } from '../accounts/rules.ts'
import { showChats } from '../../social/chat/rules.ts'
import { showFriends, showFriendships } from '../../social/friends/rules.ts'
import { describeGroup, searchGroups } from '../../social/groups/rules.ts'
import { showUser, summarize } from '../users/rules.ts'
import { listRankedRounds } from '../../play/rounds/rules.ts'
import { findPlayerById } from '../sessions/rules.ts'
import { showPurchases } from '../../economy/store/rules.ts'
import { showAttributes } from '../user-attributes/rules.ts'
import { listPendingOf, type PendingRow } from './queries.ts'

/** What anyone in the game may see of a user, asked for all at once. */
async function openData(context: Context, viewer: Player, user_id: number) {
  const [{ groups }, { game_rounds }, { game_user_attributes }, { game_user_store_items }] =
    await Promise.all([
      searchGroups(context, viewer, { user_id }),
      listRankedRounds(context, viewer, user_id),
      showAttributes(context, viewer, user_id),
      showPurchases(context, viewer, user_id),
    ])
  return { groups, game_rounds, game_user_attributes, game_user_store_items }
}

function describePending(row: PendingRow, player: Player, own: ReturnType<typeof summarize>) {
  const inviter = summarize(row, player)
  const group = describeGroup({ ...row, id: row.group_id })
  return {
    id: row.connection_id,
    status: 'pending',
    inviter_id: row.id,
    group_id: row.group_id,
    user: own,
    inviter,
    group,
  }
}

async function pendingOf({ db }: Context, player: Player, own: ReturnType<typeof summarize>) {
  const rows = await db.all(listPendingOf, { user_id: player.id, limit: limits.page_entries.value })
  const those = (kind: string) =>
    rows.filter((row) => row.kind === kind).map((row) => describePending(row, player, own))
  return { group_invites: those('invite'), group_join_requests: those('join_request') }
}

type Own = ReturnType<typeof summarize>

/** Everything a client keeps of its own player, in a fixed number of queries. */
async function everything(context: Context, player: Player, own: Own) {
  const [open, friendships, chats, pending] = await Promise.all([
    openData(context, player, player.id),
    showFriendships(context, player, {}),
    showChats(context, player, 1),
    pendingOf(context, player, own),
  ])
  return { ...open, ...friendships, ...chats, ...pending }
}

/** Clients load everything with the sign-in: there is no other call for it. */
export async function arrive(context: Context, input: SignIn, address: string) {
  const user = await signIn(context, input, address)
  const player = await findPlayerById(context, user.id)
  if (!player) throw new Refusal('wrong_credentials')
  return { ...user, ...(await everything(context, player, user)) }
}

/** A repeated sign-in gets what it got, and a session of its own. */
export const arriveAgain = repeatSignIn

/** The user himself with everything, another one as others may see him. */
export async function visit(
  context: Context,
  player: Player,
  { id, with_full_data = true }: { id: number; with_full_data?: boolean },
) {
  const user = await showUser(context, player, id)
  if (!with_full_data) return user
  if (id === player.id) return { ...user, ...(await everything(context, player, user)) }
  const [open, { friends }] = await Promise.all([
    openData(context, player, id),
    showFriends(context, player, { user_id: id }),
  ])
  return { ...user, ...open, friends }
}
