import { DAY_MS } from '../../../durations.ts'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { publicUser, recordForGame } from '../../operations/events/rules.ts'
import { findUserInGame } from '../../players/users/rules.ts'
import { findGroupInGame } from '../groups/rules.ts'
import {
  countReports,
  deleteOldReports,
  findMessageToReport,
  insertReport,
  lockReporter,
  type ReportKind,
} from './queries.ts'

const KEPT_DAYS = 365

interface ReportInput {
  user_id?: number | undefined
  message_id?: number | undefined
  group_id?: number | undefined
  reason: string
  text?: string | undefined
}

/** What is reported, and what staff see of it even if it is changed or deleted meanwhile. */
interface Target {
  kind: ReportKind
  target_id: number
  /** Who is reported. Null: nobody, or an account that was deleted. */
  user_id: number | null
  snapshot: { text?: string; chat_id?: number; username?: string | null; name?: string }
}

async function findMessageTarget(tx: Transaction, player: Player, id: number): Promise<Target> {
  const message = await tx.first(findMessageToReport, { id, user_id: player.id })
  if (!message) throw new Refusal('message_not_found')
  const { text, chat_id, username, user_id } = message
  return { kind: 'message', target_id: id, user_id, snapshot: { text, chat_id, username } }
}

async function findTarget(tx: Transaction, player: Player, input: ReportInput): Promise<Target> {
  const { user_id, message_id, group_id } = input
  if ([user_id, message_id, group_id].filter((id) => id !== undefined).length !== 1)
    throw new Refusal('invalid_input', {
      sentence: 'Send one of user_id, message_id and group_id, and no other.',
    })
  if (message_id !== undefined) return findMessageTarget(tx, player, message_id)
  if (group_id !== undefined) {
    const { name } = await findGroupInGame(tx, player, group_id)
    return { kind: 'group', target_id: group_id, user_id: null, snapshot: { name } }
  }
  const { id, username } = await findUserInGame(tx, player, user_id ?? 0)
  return { kind: 'player', target_id: id, user_id: id, snapshot: { username } }
}

async function refuseTooMany(tx: Transaction, player: Player): Promise<void> {
  const max = limits.reports_per_day.value
  await tx.first(lockReporter, { id: player.id })
  const sent = { reporter_id: player.id, since: tx.now() - DAY_MS, max }
  if (((await tx.first(countReports, sent))?.count ?? 0) >= max)
    throw new Refusal('too_many_reports')
}

/** For the staff of the game. Players are not told by whom they were reported. */
export function report(context: Context, player: Player, input: ReportInput) {
  return inTransaction(context, async (tx) => {
    await refuseTooMany(tx, player)
    const { snapshot, ...target } = await findTarget(tx, player, input)
    if (target.user_id === player.id) throw new Refusal('reporting_oneself')
    const { reason, text = '' } = input
    const row = await tx.first(insertReport, {
      ...target,
      game_id: player.game_id,
      reporter_id: player.id,
      reason,
      text,
      snapshot: JSON.stringify(snapshot),
      now: tx.now(),
    })
    if (!row) throw new Refusal('already_reported')
    const { kind, target_id, user_id } = target
    const user = user_id === null ? {} : { user: await publicUser(tx, user_id) }
    await recordForGame(tx, 'report.created', {
      game_id: player.game_id,
      actor_id: player.id,
      data: { id: row.id, kind, target_id, reason, ...user },
    })
    return { id: row.id, message: 'reported' }
  })
}

/** Open ones stay. */
export const removeOldReports = (tx: Transaction) =>
  tx.run(deleteOldReports, { before: tx.now() - KEPT_DAYS * DAY_MS })
