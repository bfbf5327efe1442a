import {
  type Context,
  inTransaction,
  type ReadContext,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { publicUser, recordEvents } from '../../operations/events/rules.ts'
import { refuseUnknownGame, staffViewer } from '../../operations/games/rules.ts'
import { banInTransaction, findModerationState } from '../../players/sanctions/rules.ts'
import { resolveBoardOfGame } from '../board-seasons/rules.ts'
import { addEntryOf, clearEntriesOf } from '../entry-writes/rules.ts'
import { tellOfEntry } from '../multiplayer-rounds/rules.ts'
import { isOver } from '../round-state/rules.ts'
import {
  deleteHeld,
  deleteHeldOfUser,
  findHeld,
  findRound,
  type HeldRow,
  listHeld,
  listHeldOfUser,
  lockRound,
  updateRound,
} from './queries.ts'

interface Wanted {
  user_id?: number | undefined
  before?: number | undefined
  limit?: number | undefined
}

const present = ({ user_id, username, created_at, ...row }: HeldRow & { username: string }) => ({
  ...row,
  user: { id: user_id, username },
  created_at: isoTime(created_at),
})

/** The newest first. */
export async function showHeldScores({ db }: Context, game_id: number, wanted: Wanted) {
  await refuseUnknownGame(db, game_id)
  const { user_id, before = Number.MAX_SAFE_INTEGER } = wanted
  const limit = clampLimit(wanted.limit ?? 50)
  const page = { game_id, before, limit }
  const rows =
    user_id === undefined
      ? await db.all(listHeld, page)
      : await db.all(listHeldOfUser, { ...page, user_id })
  const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null
  return { held_scores: rows.map(present), next }
}

export interface OfHeldScore {
  game_id: number
  id: number
}

/** To the player. All are of one player. */
async function tellOfDecision(
  tx: Transaction,
  game_id: number,
  type: 'score.approved' | 'score.rejected',
  rows: HeldRow[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const { user_id } = first
  const user = await publicUser(tx, user_id)
  const events = rows.map(({ id, kind, name, game_round_id, score }) => ({
    game_id,
    actor_id: null,
    audience: 'user' as const,
    audience_id: user_id,
    data: { id, kind, name, game_round_id, score, user },
  }))
  await recordEvents(tx, type, events)
}

const inAuditLog = (row: HeldRow) => {
  const { user_id, sender_id, kind, name, game_round_id, score, broken, allowed } = row
  return { user_id, sender_id, kind, name, game_round_id, score, broken, allowed }
}

async function requireHeld(tx: Transaction, of: OfHeldScore): Promise<HeldRow> {
  const row = await tx.first(findHeld, of)
  if (!row) throw new Refusal('held_score_not_found')
  return row
}

/** Of several who decide at once, one does. */
async function takeHeld(tx: Transaction, { id }: HeldRow): Promise<void> {
  if (!(await tx.first(deleteHeld, { id }))) throw new Refusal('held_score_not_found')
}

const recordDecision = (
  tx: Transaction,
  game_id: number,
  { action, row }: { action: 'approve' | 'reject'; row: HeldRow },
) =>
  recordChange(tx, {
    action: `admin.heldScores.${action}`,
    game_id,
    target: 'held_score',
    target_id: row.id,
    before: inAuditLog(row),
  })

const UNCHANGED = {
  game_type: null,
  start_time: null,
  started_at: null,
  sets_end_time: 0,
  end_time: null,
  clears_score: 0,
  place: null,
  sets_metadata: 0,
  metadata: null,
}

async function setScoreOfRound(
  tx: Transaction,
  game_id: number,
  { id, score }: { id: number; score: number },
): Promise<void> {
  const viewer = await staffViewer(tx, game_id)
  const round = await tx.first(findRound, { id })
  if (!round) throw new Refusal('round_not_found')
  if (isOver(round, tx.now())) throw new Refusal('round_finished')
  await tx.run(updateRound, { ...UNCHANGED, id, score, now: tx.now() })
  await tellOfEntry(tx, viewer, 'changed', round)
}

/** The ranks follow at once. An entry keeps the time at which it came, and counts in the season of that time. */
export function approveHeldScore(context: Context, of: OfHeldScore) {
  const { game_id } = of
  return inTransaction(context, async (tx) => {
    const row = await requireHeld(tx, of)
    const { user_id, name, game_round_id, score, extra_attributes } = row
    // In this order everywhere: the round, then the score that waits.
    if (game_round_id !== null) await tx.first(lockRound, { id: game_round_id })
    await takeHeld(tx, row)
    if (game_round_id === null) {
      const player = { ...(await staffViewer(tx, game_id)), id: user_id }
      await addEntryOf(tx, player, {
        leaderboard_name: name,
        score,
        extra_attributes,
        group_id: row.group_id ?? undefined,
        now: row.created_at,
      })
    } else {
      await setScoreOfRound(tx, game_id, { id: game_round_id, score })
    }
    await tellOfDecision(tx, game_id, 'score.approved', [row])
    await recordDecision(tx, game_id, { action: 'approve', row })
    return { message: 'the score was approved' }
  })
}

export function rejectHeldScore(context: Context, of: OfHeldScore) {
  const { game_id } = of
  return inTransaction(context, async (tx) => {
    const row = await requireHeld(tx, of)
    await takeHeld(tx, row)
    await tellOfDecision(tx, game_id, 'score.rejected', [row])
    await recordDecision(tx, game_id, { action: 'reject', row })
    return { message: 'the score was rejected' }
  })
}

interface RejectedPlayer {
  user_id: number
  clear_leaderboards?: boolean | undefined
  ban?: boolean | undefined
  reason?: string | undefined
  until?: string | undefined
}

/** Those of all players. What members of a group see of each other stays. */
const leaderboardsOf = (rows: HeldRow[]) => [
  ...new Set(
    rows.flatMap(({ kind, name, group_id }) =>
      kind === 'leaderboard' && group_id === null ? name : [],
    ),
  ),
]

/** Of leaderboards with seasons, the running one. */
async function clearBoards(
  context: ReadContext,
  tx: Transaction,
  { game_id, user_id }: { game_id: number; user_id: number },
  names: string[],
): Promise<void> {
  const { ranking_order } = await staffViewer(tx, game_id)
  const game = { id: game_id, ranking_order }
  for (const leaderboard_name of names) {
    const board = await resolveBoardOfGame(context, game, { leaderboard_name })
    await clearEntriesOf(tx, user_id, board.leaderboard_name)
  }
}

/** All or nothing: rejects what waits of the player, and if wanted clears those leaderboards and bans them. */
export function rejectPlayer(context: Context, game_id: number, input: RejectedPlayer) {
  const { user_id, clear_leaderboards = false, ban = false, reason, until } = input
  if (ban && !reason)
    throw new Refusal('invalid_input', { sentence: 'reason is required for a ban.' })
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    const player = { game_id, user_id }
    if (!(await findModerationState(tx, player, tx.now()))) throw new Refusal('user_not_found')
    if (ban && reason) await banInTransaction(tx, player, { reason, until })
    const rows = await tx.all(deleteHeldOfUser, player)
    const cleared = clear_leaderboards ? leaderboardsOf(rows) : []
    await clearBoards({ ...context, db: tx }, tx, player, cleared)
    await tellOfDecision(tx, game_id, 'score.rejected', rows)
    await recordChange(tx, {
      action: 'admin.heldScores.rejectPlayer',
      game_id,
      target: 'player',
      target_id: user_id,
      before: { held_scores: rows.map(inAuditLog) },
      after: { cleared_leaderboards: cleared, is_banned: ban },
    })
    return { rejected: rows.length, cleared_leaderboards: cleared }
  })
}
