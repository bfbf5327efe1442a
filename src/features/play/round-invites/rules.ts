import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { idRows } from '../../../storage/statement.ts'
import { publicUser, recordEvents } from '../../operations/events/rules.ts'
import { refuseMuted } from '../../players/sanctions/rules.ts'
import { lockRoundWithRules, refuseMatched } from '../round-seats/rules.ts'
import { countInvites, insertInvites, listBlocksAmong, listInvited } from './queries.ts'

interface Invitation {
  id: number
  game_type: string | null
  user_ids: number[]
}

/** Refuses to invite someone who has blocked the player as if they did not exist. */
async function refuseBlockedUsers(tx: Transaction, { id: user_id }: Player, wanted: string) {
  const blocks = await tx.all(listBlocksAmong, { wanted, user_id })
  if (blocks.some(({ blocker_id }) => blocker_id === user_id)) throw new Refusal('user_blocked')
  if (blocks.length > 0) throw new Refusal('user_not_found')
}

async function refuseTooManyInvites(tx: Transaction, multiplayer_game_round_id: number) {
  const max = limits.round_invites.value
  const counted = await tx.first(countInvites, { multiplayer_game_round_id, max: max + 1 })
  if (counted && counted.invites > max) throw new Refusal('too_many_round_invites')
}

/** The round is new or locked. All of them are invited, or nobody; whoever is already invited or has a seat stays so. */
export async function inviteToRound(
  tx: Transaction,
  player: Player,
  { id, game_type, user_ids }: Invitation,
): Promise<number> {
  refuseMuted(player, tx.now())
  const unique = new Set(user_ids)
  const of_round = { multiplayer_game_round_id: id, wanted: idRows(unique) }
  const users = await tx.all(listInvited, { ...of_round, game_id: player.game_id })
  if (users.length < unique.size) throw new Refusal('user_not_found')
  if (users.some(({ is_kicked }) => is_kicked === 1)) throw new Refusal('kicked_from_round')
  const invited = await tx.all(insertInvites, of_round)
  await refuseBlockedUsers(tx, player, of_round.wanted)
  await refuseTooManyInvites(tx, id)
  const user = await publicUser(tx, player.id)
  const data = { multiplayer_game_round_id: id, game_type: game_type ?? '', user }
  const events = invited.map(({ user_id }) => ({
    game_id: player.game_id,
    actor_id: player.id,
    audience: 'user' as const,
    audience_id: user_id,
    data,
  }))
  await recordEvents(tx, 'multiplayer_round.invited', events)
  return invited.length
}

/** Only the master may. */
export function invitePlayers(
  context: Context,
  player: Player,
  { id, user_ids }: { id: number; user_ids: number[] },
) {
  return inTransaction(context, async (tx) => {
    const round = await lockRoundWithRules(tx, player, id)
    if (round.master_id !== player.id) throw new Refusal('only_for_the_master')
    refuseMatched(round)
    const { game_type } = round
    return { invited: await inviteToRound(tx, player, { id, game_type, user_ids }) }
  })
}
