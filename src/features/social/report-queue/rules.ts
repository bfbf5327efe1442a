import { randomBytes } from 'node:crypto'
import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { searchWords } from '../../../services/names.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { step } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { recordEvent } from '../../operations/events/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  banInTransaction,
  findModerationState,
  listSanctionsOf,
  muteInTransaction,
  warnInTransaction,
} from '../../players/sanctions/rules.ts'
import { nameKeys } from '../../players/usernames/rules.ts'
import { hideInTransaction, listContext } from '../hidden-messages/rules.ts'
import {
  countOpen,
  deleteWords,
  findGroup,
  findReport,
  insertWords,
  listReports,
  listReportsAbout,
  lockReport,
  type ReportRow,
  updateClosed,
  updateGroupName,
  updateUsername,
} from './queries.ts'

const EARLIER = 20

const ACTIONS = ['hide_message', 'rename', 'warn', 'mute', 'ban'] as const

type Action = (typeof ACTIONS)[number]

const isAction = (text: string): text is Action => ACTIONS.some((action) => action === text)

const present = ({ snapshot, resolution, created_at, closed_at, ...row }: ReportRow) => ({
  ...row,
  snapshot: JSON.parse(snapshot),
  actions: (resolution ?? '').split(',').filter(isAction),
  created_at: isoTime(created_at),
  closed_at: formatTime(closed_at),
})

interface Filter {
  state?: 'open' | 'resolved' | 'dismissed' | undefined
  kind?: string | undefined
  before?: number | undefined
  limit?: number | undefined
}

/** With how many open reports there are about the same thing. */
async function withCounts(db: Reader, game_id: number, rows: ReportRow[]) {
  const targets = new Map(
    rows.map(({ kind, target_id }) => [`${kind} ${target_id}`, { kind, target_id }]),
  )
  const counted = await db.all(countOpen, {
    game_id,
    targets: JSON.stringify([...targets.values()]),
  })
  const counts = new Map(counted.map((row) => [`${row.kind} ${row.target_id}`, row.count]))
  return rows.map((row) => ({
    ...present(row),
    open_reports: counts.get(`${row.kind} ${row.target_id}`) ?? 0,
  }))
}

/** The newest first. */
export async function showReports({ db }: Context, game_id: number, filter: Filter) {
  await refuseUnknownGame(db, game_id)
  const { state = 'open', kind = '', before = Number.MAX_SAFE_INTEGER } = filter
  const limit = clampLimit(filter.limit ?? 50)
  const rows = await db.all(listReports, { game_id, state, kind, before, limit })
  const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null
  return { reports: await withCounts(db, game_id, rows), next }
}

interface OfReport {
  game_id: number
  id: number
}

async function requireReport(reader: Reader, report: OfReport): Promise<ReportRow> {
  const row = await reader.first(findReport, report)
  if (!row) throw new Refusal('report_not_found')
  return row
}

/** With everything that staff need to decide. */
async function showReport({ db, now }: { db: Reader; now: () => number }, report: OfReport) {
  const { game_id } = report
  const row = await requireReport(db, report)
  const { kind, target_id, user_id } = row
  const [shown] = await withCounts(db, game_id, [row])
  const player =
    user_id === null ? undefined : await findModerationState(db, { game_id, user_id }, now())
  const about = { game_id, user_id: user_id ?? 0, not_id: row.id, limit: EARLIER }
  return {
    report: { ...present(row), open_reports: shown?.open_reports ?? 0 },
    messages: kind === 'message' ? await listContext(db, game_id, target_id) : [],
    group: (kind === 'group' && (await db.first(findGroup, { game_id, id: target_id }))) || null,
    player: player ?? null,
    sanctions: player
      ? (await listSanctionsOf({ db, now }, player.id, { limit: EARLIER })).sanctions
      : [],
    earlier_reports: user_id === null ? [] : (await db.all(listReportsAbout, about)).map(present),
  }
}

/** Messages are private, so the audit log says who has read them. */
export async function readReport(context: Context, report: OfReport) {
  const shown = await showReport(context, report)
  const { length: messages } = shown.messages
  if (shown.report.kind === 'message')
    await inTransaction(context, (tx) =>
      recordChange(tx, {
        action: 'admin.reports.read',
        game_id: report.game_id,
        target: 'report',
        target_id: report.id,
        after: { messages, chat_id: shown.messages[0]?.chat_id },
      }),
    )
  return shown
}

const notPossible = () => new Refusal('action_not_possible')

/** Gives the player a neutral name. */
async function renamePlayer(tx: Transaction, game_id: number, user_id: number): Promise<void> {
  const player = await findModerationState(tx, { game_id, user_id }, tx.now())
  if (!player) throw notPossible()
  const username = `player-${randomBytes(6).toString('hex')}`
  await tx.run(updateUsername, { id: user_id, username, ...nameKeys(username) })
  await recordChange(tx, {
    action: 'admin.players.rename',
    game_id,
    target: 'player',
    target_id: user_id,
    before: { username: player.username },
    after: { username },
  })
}

async function renameGroup(tx: Transaction, game_id: number, id: number): Promise<void> {
  const group = await tx.first(findGroup, { game_id, id })
  if (!group) throw notPossible()
  const name = `group-${id}`
  const words = JSON.stringify(searchWords(name).map((word) => ({ word })))
  await tx.run(updateGroupName, { id, name })
  await tx.inOrder(
    step(deleteWords, { group_id: id }),
    step(insertWords, { group_id: id, game_id, words }),
  )
  await recordEvent(tx, 'group.changed', {
    game_id,
    actor_id: null,
    audience: 'group',
    audience_id: id,
    data: { group_id: id, group_name: name },
  })
  await recordChange(tx, {
    action: 'admin.groups.rename',
    game_id,
    target: 'group',
    target_id: id,
    before: { name: group.name },
    after: { name },
  })
}

interface Decision {
  actions: Action[]
  reason?: string | undefined
  until?: string | undefined
}

const rename = (tx: Transaction, game_id: number, { kind, target_id, user_id }: ReportRow) => {
  if (kind === 'group') return renameGroup(tx, game_id, target_id)
  if (user_id === null) throw notPossible()
  return renamePlayer(tx, game_id, user_id)
}

async function sanction(
  tx: Transaction,
  game_id: number,
  { user_id }: ReportRow,
  { action, reason, until }: Omit<Decision, 'actions'> & { action: Action },
): Promise<void> {
  if (user_id === null) throw notPossible()
  if (!reason) throw new Refusal('invalid_input', { sentence: 'reason is required for this.' })
  const player = { game_id, user_id }
  if (action === 'warn') await warnInTransaction(tx, player, reason)
  else if (action === 'mute') await muteInTransaction(tx, player, { reason, until })
  else await banInTransaction(tx, player, { reason, until })
}

async function act(tx: Transaction, game_id: number, report: ReportRow, decision: Decision) {
  const { actions, reason, until } = decision
  for (const action of new Set(actions)) {
    if (action === 'rename') await rename(tx, game_id, report)
    else if (action !== 'hide_message')
      await sanction(tx, game_id, report, { action, reason, until })
    else if (
      report.kind !== 'message' ||
      !(await hideInTransaction(tx, { game_id, id: report.target_id }))
    )
      throw notPossible()
  }
}

/** Closes all open reports about the same thing. */
function closeReports(
  context: Context,
  report: OfReport,
  { state, ...decision }: Decision & { state: 'resolved' | 'dismissed' },
) {
  return inTransaction(context, async (tx) => {
    const locked = await tx.first(lockReport, report)
    if (!locked) throw new Refusal('report_not_found')
    if (locked.state !== 'open') throw new Refusal('report_closed')
    const row = await requireReport(tx, report)
    const { game_id, id } = report
    await act(tx, game_id, row, decision)
    const { kind, target_id } = row
    const closed = await tx.run(updateClosed, {
      game_id,
      kind,
      target_id,
      state,
      resolution: decision.actions.join(','),
      closed_by: tx.staff?.name ?? '',
      now: tx.now(),
    })
    await recordChange(tx, {
      action: state === 'resolved' ? 'admin.reports.resolve' : 'admin.reports.dismiss',
      game_id,
      target: 'report',
      target_id: id,
      before: { state: 'open' },
      after: { state, actions: decision.actions, closed_reports: closed },
    })
    return showReport({ db: tx, now: () => tx.now() }, report)
  })
}

export const dismissReport = (context: Context, report: OfReport) =>
  closeReports(context, report, { state: 'dismissed', actions: [] })

export const resolveReport = (context: Context, report: OfReport, decision: Decision) =>
  closeReports(context, report, { ...decision, state: 'resolved' })
