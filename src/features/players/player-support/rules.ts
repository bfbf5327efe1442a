import {
  type Context,
  inTransaction,
  type Player,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { adjustCredits as changeCredits } from '../../economy/credits/rules.ts'
import { grantItem as giveItem, takeItemBack } from '../../economy/store/rules.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { findGameById } from '../../operations/games/rules.ts'
import { renamePlayer } from '../account-changes/rules.ts'
import { removeUser } from '../accounts/rules.ts'
import { mailResetLink } from '../password-resets/rules.ts'
import { exportForStaff } from '../personal-data/rules.ts'
import { adjustScore as changeScore } from '../scores/rules.ts'
import { endAllSessions, endSessionOf, findPlayerOfGame } from '../sessions/rules.ts'
import { dropAttributes, findAttribute, saveAttributes } from '../user-attributes/rules.ts'
import { lockPlayer } from './queries.ts'

interface PlayerOfGame {
  game_id: number
  user_id: number
}

interface Change {
  action: string
  before?: object
  after?: object
}

const record = (
  tx: Transaction,
  { game_id, user_id }: PlayerOfGame,
  { action, before, after }: Change,
) =>
  recordChange(tx, {
    action: `admin.players.${action}`,
    game_id,
    target: 'player',
    target_id: user_id,
    before: { ...before },
    after: { ...after },
  })

type LockedPlayer = Player & {
  username: string
  email: string | null
  score: number
  credits: number
}

/** Nobody else changes the player until the transaction ends. */
async function lock(tx: Transaction, of: PlayerOfGame): Promise<LockedPlayer> {
  const row = await tx.first(lockPlayer, of)
  if (!row) throw new Refusal('user_not_found')
  return { ...(await findPlayerOfGame(tx, of)), ...row }
}

/** One of both: how much to add, or the new value. */
interface Adjustment {
  add?: number
  set?: number
  reason: string
}

function changeOf({ add, set }: Adjustment, before: number): number {
  if ((add === undefined) === (set === undefined)) {
    const sentence = 'Send either add or set, and not both.'
    throw new Refusal('invalid_input', { sentence })
  }
  const change = add ?? (set ?? 0) - before
  // From one end of the range to the other: the difference is no safe integer any more.
  if (!Number.isSafeInteger(change)) throw new Refusal('out_of_range')
  return change
}

export const adjustScore = (context: Context, of: PlayerOfGame, input: Adjustment) =>
  inTransaction(context, async (tx) => {
    const player = await lock(tx, of)
    const score = await changeScore(tx, player, changeOf(input, player.score))
    const { reason } = input
    const after = { score, reason }
    await record(tx, of, { action: 'adjustScore', before: { score: player.score }, after })
    return { score, credits: player.credits }
  })

export const adjustCredits = (context: Context, of: PlayerOfGame, input: Adjustment) =>
  inTransaction(context, async (tx) => {
    const player = await lock(tx, of)
    const { reason } = input
    const change = changeOf(input, player.credits)
    const credits = await changeCredits(tx, player, { change, note: reason })
    const before = { credits: player.credits }
    await record(tx, of, { action: 'adjustCredits', before, after: { credits, reason } })
    return { score: player.score, credits }
  })

const withReason = (reason: string | undefined) => (reason === undefined ? {} : { reason })

export const grantItem = (
  context: Context,
  of: PlayerOfGame,
  { store_item_id, reason }: { store_item_id: number; reason?: string },
) =>
  inTransaction(context, async (tx) => {
    await giveItem(tx, await lock(tx, of), store_item_id)
    const after = { store_item_id, ...withReason(reason) }
    await record(tx, of, { action: 'grantItem', after })
    return { message: 'granted' }
  })

export const revokeItem = (
  context: Context,
  of: PlayerOfGame,
  { store_item_id, refund, reason }: { store_item_id: number; refund: boolean; reason?: string },
) =>
  inTransaction(context, async (tx) => {
    const player = await lock(tx, of)
    const { credits } = await takeItemBack(tx, player, { store_item_id, reimburse: refund })
    const before = { store_item_id, credits: player.credits }
    const after = { credits, refund, ...withReason(reason) }
    await record(tx, of, { action: 'revokeItem', before, after })
    return { message: refund ? 'revoked and refunded' : 'revoked' }
  })

export const setAttribute = (
  context: Context,
  of: PlayerOfGame,
  { key, value }: { key: string; value: string },
) =>
  inTransaction(context, async (tx) => {
    const { id } = await lock(tx, of)
    const former = await findAttribute(tx, id, key)
    await saveAttributes(tx, id, [{ key, value }])
    const before = former === undefined ? {} : { [key]: former }
    await record(tx, of, { action: 'setAttribute', before, after: { [key]: value } })
    return { message: 'saved' }
  })

export const removeAttribute = (context: Context, of: PlayerOfGame, key: string) =>
  inTransaction(context, async (tx) => {
    const { id } = await lock(tx, of)
    const former = await findAttribute(tx, id, key)
    await dropAttributes(tx, id, new Set([key]))
    await record(tx, of, { action: 'removeAttribute', before: { [key]: former } })
    return { message: 'removed' }
  })

export async function rename(
  context: Context,
  of: PlayerOfGame,
  { username, reason }: { username: string; reason?: string },
) {
  const player = await findPlayerOfGame(context.db, of)
  return renamePlayer(context, player, username, (tx, former) =>
    record(tx, of, {
      action: 'rename',
      before: { username: former },
      after: { username, ...withReason(reason) },
    }),
  )
}

export const endSession = (context: Context, of: PlayerOfGame, session_id: number) =>
  inTransaction(context, async (tx) => {
    const { id } = await findPlayerOfGame(tx, of)
    if (!(await endSessionOf(tx, id, session_id))) {
      const sentence = 'The player has no session with this id.'
      throw new Refusal('session_not_found', { sentence })
    }
    await record(tx, of, { action: 'endSession', before: { session_id } })
    return { message: 'session ended' }
  })

export const endSessions = (context: Context, of: PlayerOfGame) =>
  inTransaction(context, async (tx) => {
    const { id } = await findPlayerOfGame(tx, of)
    const ended = await endAllSessions(tx, id)
    await record(tx, of, { action: 'endSessions', before: { sessions: ended } })
    return { message: 'all sessions ended' }
  })

/** The mail has a link with which the player chooses a new password. */
export async function sendPasswordMail(context: Context, of: PlayerOfGame) {
  const game = await findGameById(context.db, of.game_id)
  let email = ''
  const answer = await inTransaction(context, async (tx) => {
    const player = await lock(tx, of)
    if (player.email === null) {
      const sentence = 'This account has no email address, so no mail can be sent to it.'
      throw new Refusal('no_email', { sentence })
    }
    email = player.email
    await record(tx, of, { action: 'sendPasswordMail' })
    return { message: 'a mail is on its way, unless the player has just had several' }
  })
  mailResetLink(context, game, email)
  return answer
}

/** Who has made a copy of the data of a player is recorded before it is sent. */
export async function exportPlayer(context: Context, of: PlayerOfGame) {
  const { id } = await findPlayerOfGame(context.db, of)
  await separateTransaction(context, (tx) => record(tx, of, { action: 'export' }))
  return exportForStaff(context, id)
}

/** Like players themselves can. Whoever asks for it types the name, so that it is not the wrong player. */
export const deletePlayer = (context: Context, of: PlayerOfGame, username: string) =>
  inTransaction(context, async (tx) => {
    const player = await lock(tx, of)
    if (player.username !== username) throw new Refusal('name_not_confirmed')
    await removeUser(tx, player)
    await record(tx, of, { action: 'delete', before: { username } })
    return { message: 'deleted' }
  })
