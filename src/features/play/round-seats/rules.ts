import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { isSameSecret } from '../../../services/secrets.ts'
import { idRows } from '../../../storage/statement.ts'
import { publicUser, recordEvent, recordEvents } from '../../operations/events/rules.ts'
import { isBlockedBy } from '../../social/blocks/rules.ts'
import { findRole, lockUserInGame, lockUser } from '../../social/groups/rules.ts'
import { tellOfTakenOut } from '../multiplayer-rounds/rules.ts'
import { lockUnfinishedRound, type MultiplayerRound } from '../round-state/rules.ts'
import { finishRounds } from '../round-finish/rules.ts'
import { loadRound } from '../round-views/rules.ts'
import { dropHeldOfTakenOut } from '../score-checks/rules.ts'
import {
  countEntries,
  countOpenSeats,
  deleteSeat,
  deleteSeatsOfPlayer,
  findByCode,
  findFriendship,
  findSeat,
  insertSeat,
  lockRoundsOfPlayer,
  updateEntriesTakenOut,
  updateKicked,
  updateSeatsLeft,
  updateSeatTaken,
} from './queries.ts'

/** Letters are read out and typed by hand: the case does not matter. */
const normalizeCode = (code: string) => code.trim().toUpperCase()

export async function lockRoundWithRules(tx: Transaction, player: Player, id: number) {
  const round = await lockUnfinishedRound(tx, player, { id, lock: 'seats' })
  if (round.has_rules === 0) throw new Refusal('round_without_rules')
  return round
}

async function isFriend(tx: Transaction, one: number, other: number) {
  const pair = { low_user_id: Math.min(one, other), high_user_id: Math.max(one, other) }
  return (await tx.first(findFriendship, pair)) !== undefined
}

interface NewSeat {
  user_id: number
  code?: string | undefined
}

/** The user's row is locked, so that their seats are counted one after the other. */
export async function refuseTooManySeats(tx: Transaction, user_id: number): Promise<void> {
  const max = limits.open_rounds.value
  const counted = await tx.first(countOpenSeats, { user_id, max })
  if (counted && counted.seats >= max) throw new Refusal('too_many_open_rounds')
}

export const refuseMatched = ({ is_matched }: MultiplayerRound) => {
  if (is_matched === 1) throw new Refusal('matched_round')
}

/** For those who are not invited. */
async function refuseUninvited(tx: Transaction, round: MultiplayerRound, seat: NewSeat) {
  const { who_may_join, master_id, group_id } = round
  if (who_may_join === 'anyone') return
  if (who_may_join === 'code') {
    const { code } = seat
    if (code !== undefined && isSameSecret(normalizeCode(code), round.code ?? '')) return
    throw new Refusal('wrong_round_code')
  }
  if (who_may_join === 'friends' && master_id !== null)
    if (await isFriend(tx, master_id, seat.user_id)) return
  if (who_may_join === 'group' && group_id !== null)
    if ((await findRole(tx, group_id, seat.user_id)).is_member) return
  throw new Refusal('round_not_joinable')
}

/** Runs after the player's row is locked, so that no block can be made between the check and the commit. */
async function refuseBlockedByMaster(tx: Transaction, player: Player, round: MultiplayerRound) {
  const { master_id } = round
  if (master_id === null || master_id === player.id) return
  if (await isBlockedBy(tx, player, master_id)) throw new Refusal('multiplayer_round_not_found')
}

/** The round is locked. Whoever has a seat keeps it. Nobody takes one for another player, and who was kicked stays out. */
async function takeSeat(
  tx: Transaction,
  player: Player,
  { round, ...seat }: NewSeat & { round: MultiplayerRound },
): Promise<void> {
  const { user_id } = seat
  const key = { multiplayer_game_round_id: round.id, user_id }
  const found = await tx.first(findSeat, key)
  if (found?.state === 'joined') return
  if (user_id !== player.id)
    throw new Refusal('no_seat_in_round', {
      sentence:
        'This player has no seat in the multiplayer round: players take one themselves, with join or with their own first game round.',
    })
  await lockUserInGame(tx, player, user_id)
  await refuseBlockedByMaster(tx, player, round)
  refuseMatched(round)
  if (found?.state === 'kicked') throw new Refusal('kicked_from_round')
  if (!found) await refuseUninvited(tx, round, seat)
  await refuseTooManySeats(tx, user_id)
  if (round.players >= (round.max_players ?? 0)) throw new Refusal('round_full')
  await tx.run(insertSeat, { ...key, now: tx.now() })
  const { players = 0 } = (await tx.first(updateSeatTaken, { id: round.id })) ?? {}
  await recordEvent(tx, 'multiplayer_round.player_joined', {
    game_id: round.game_id,
    actor_id: user_id,
    audience: 'multiplayer_round',
    audience_id: round.id,
    data: { multiplayer_game_round_id: round.id, players, user: await publicUser(tx, user_id) },
  })
}

/** For an entry in a round with rules: whoever adds their own takes a seat, if they have none. */
export async function takeSeatForEntry(
  tx: Transaction,
  player: Player,
  { id, user_id, game_type }: { id: number; user_id: number; game_type: string },
): Promise<void> {
  const round = await lockRoundWithRules(tx, player, id)
  if (game_type !== round.game_type) throw new Refusal('wrong_game_type')
  await takeSeat(tx, player, { round, user_id })
  const max = round.entries_per_player ?? limits.round_entries_of_player.value
  const counted = await tx.first(countEntries, { multiplayer_game_round_id: id, user_id, max })
  if (counted && counted.entries >= max) throw new Refusal('too_many_entries_in_round')
}

interface JoinInput {
  id: number
  code?: string
}

export function joinRound(context: Context, player: Player, { id, code }: JoinInput) {
  return inTransaction(context, async (tx) => {
    const round = await lockRoundWithRules(tx, player, id)
    await takeSeat(tx, player, { round, user_id: player.id, code })
    return loadRound(tx, player, { id })
  })
}

/** A round that the player may not know of answers like a code that no round has. */
export function joinRoundByCode(context: Context, player: Player, code: string) {
  return inTransaction(context, async (tx) => {
    const wanted = { game_id: player.game_id, code: normalizeCode(code) }
    const found = await tx.first(findByCode, wanted)
    if (!found) throw new Refusal('wrong_round_code')
    const round = await lockRoundWithRules(tx, player, found.id)
    if (round.master_id !== null && (await isBlockedBy(tx, player, round.master_id)))
      throw new Refusal('wrong_round_code')
    await takeSeat(tx, player, { round, user_id: player.id, code })
    return loadRound(tx, player, { id: round.id })
  })
}

export const showJoinedRound = ({ db }: Context, player: Player, id: number) =>
  loadRound(db, player, { id })

interface LeftSeat {
  id: number
  game_id: number
  players: number
}

type Reason = 'left' | 'kicked' | 'deleted'

async function tellOfLeft(
  tx: Transaction,
  rounds: LeftSeat[],
  { user_id, actor_id, reason }: { user_id: number; actor_id: number; reason: Reason },
) {
  if (rounds.length === 0) return
  const user = await publicUser(tx, user_id)
  const events = rounds.map(({ id, game_id, players }) => ({
    game_id,
    actor_id,
    audience: 'multiplayer_round' as const,
    audience_id: id,
    data: { multiplayer_game_round_id: id, players, reason, user },
  }))
  const copies = events.map((event) => ({
    ...event,
    audience: 'user_copy' as const,
    audience_id: user_id,
  }))
  const is_told = reason === 'kicked'
  await recordEvents(tx, 'multiplayer_round.player_left', is_told ? [...events, ...copies] : events)
}

/** The seats are gone already. A round that nobody is in any more is finished. */
async function leaveRounds(tx: Transaction, user_id: number, ids: number[]): Promise<LeftSeat[]> {
  const left = await tx.all(updateSeatsLeft, { wanted: idRows(ids), user_id })
  const empty = left.flatMap(({ id, players }) => (players === 0 ? id : []))
  if (empty.length > 0) await finishRounds(tx, empty)
  return left.toSorted((one, other) => one.id - other.id)
}

/** Their game rounds stay theirs, outside of the multiplayer round. */
async function takeEntriesOut(
  context: Context,
  tx: Transaction,
  player: Player,
  { id, user_id }: { id: number; user_id: number },
): Promise<void> {
  const seat = { multiplayer_game_round_id: id, user_id }
  const entries = await tx.all(updateEntriesTakenOut, { ...seat, now: tx.now() })
  const ids = entries.map((entry) => entry.id)
  await dropHeldOfTakenOut(context, tx, { game_id: player.game_id, ids })
  await tellOfTakenOut(tx, player, { round_id: id, user_id, ids })
}

export function leaveRound(context: Context, player: Player, id: number) {
  return inTransaction(context, async (tx) => {
    await lockRoundWithRules(tx, player, id)
    const { id: user_id } = player
    const seat = { multiplayer_game_round_id: id, user_id }
    if ((await tx.first(findSeat, seat))?.state !== 'joined') throw new Refusal('no_seat_in_round')
    await tx.run(deleteSeat, seat)
    await takeEntriesOut(context, tx, player, { id, user_id })
    const left = await leaveRounds(tx, user_id, [id])
    await tellOfLeft(tx, left, { user_id, actor_id: user_id, reason: 'left' })
    return { message: 'you have left the multiplayer round' }
  })
}

/** Only the master may. Whoever was only invited loses the invitation. */
export function kickPlayer(
  context: Context,
  player: Player,
  { id, user_id }: { id: number; user_id: number },
) {
  return inTransaction(context, async (tx) => {
    const round = await lockRoundWithRules(tx, player, id)
    if (round.master_id !== player.id) throw new Refusal('only_for_the_master')
    refuseMatched(round)
    if (user_id === player.id) throw new Refusal('kicking_oneself')
    const seat = { multiplayer_game_round_id: id, user_id }
    const found = await tx.first(findSeat, seat)
    if (!found || found.state === 'kicked') throw new Refusal('no_seat_in_round')
    await tx.run(updateKicked, seat)
    if (found.state === 'joined') {
      await takeEntriesOut(context, tx, player, { id, user_id })
      const left = await leaveRounds(tx, user_id, [id])
      await tellOfLeft(tx, left, { user_id, actor_id: player.id, reason: 'kicked' })
    }
    return { message: 'the player has been removed from the multiplayer round' }
  })
}

/** Runs before an account is deleted. Its seats in finished rounds, and all its entries, are deleted with it. */
export async function leaveAllRounds(tx: Transaction, { user_id }: { user_id: number }) {
  await lockUser(tx, user_id)
  const ids = (await tx.all(lockRoundsOfPlayer, { user_id })).map(({ id }) => id)
  if (ids.length === 0) return
  await tx.run(deleteSeatsOfPlayer, { user_id, wanted: idRows(ids) })
  const left = await leaveRounds(tx, user_id, ids)
  await tellOfLeft(tx, left, { user_id, actor_id: user_id, reason: 'deleted' })
}
