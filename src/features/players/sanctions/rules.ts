import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { clampLimit } from '../../../limits.ts'
import { isoTime, FOREVER, formatTime, readTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { publicUser, recordEvent } from '../../operations/events/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  findSanction,
  findSanctioned,
  insertSanction,
  listSanctionsOfGame,
  listSanctionsOfUser,
  listWarnings,
  lockSanctioned,
  type SanctionedRow,
  type SanctionKind,
  type SanctionRow,
  updateBan,
  updateEnded,
  updateMute,
} from './queries.ts'

/** Null: forever, or a warning, which has no end. */
const formatUntil = (until: number | null) => (until === FOREVER ? null : formatTime(until))

/** Nobody may write in the name of a muted player what others read. */
export function refuseMuted({ muted_until }: Pick<Player, 'muted_until'>, now: number): void {
  if (muted_until === null || muted_until <= now) return
  const until = formatUntil(muted_until)
  throw new Refusal('muted', {
    sentence: `You are muted ${until === null ? 'forever' : `until ${until}`}: you may not write messages, set a status, create or rename groups, or invite to groups and multiplayer rounds.`,
  })
}

const present = ({ until, created_at, ended_at, ...row }: SanctionRow, now: number) => ({
  ...row,
  until: formatUntil(until),
  is_in_force: ended_at === null && until !== null && until > now,
  created_at: isoTime(created_at),
  ended_at: formatTime(ended_at),
})

const inForce = (until: number | null, now: number) => until !== null && until > now

/** What holds for a player now. */
const presentState = (row: SanctionedRow, now: number) => {
  const is_banned = inForce(row.banned_until, now)
  const is_muted = inForce(row.muted_until, now)
  return {
    id: row.id,
    username: row.username,
    is_banned,
    banned_until: is_banned ? formatUntil(row.banned_until) : null,
    ban_reason: is_banned ? row.ban_reason : null,
    is_muted,
    muted_until: is_muted ? formatUntil(row.muted_until) : null,
  }
}

export interface OfPlayer {
  game_id: number
  user_id: number
}

async function lockPlayer(tx: Transaction, player: OfPlayer): Promise<SanctionedRow> {
  const row = await tx.first(lockSanctioned, player)
  if (!row) throw new Refusal('user_not_found')
  return row
}

/** Undefined: there is no such player in the game. */
export async function findModerationState(
  reader: Reader,
  player: OfPlayer,
  now: number,
): Promise<ReturnType<typeof presentState> | undefined> {
  const row = await reader.first(findSanctioned, player)
  return row && presentState(row, now)
}

function parseUntil(text: string | undefined, now: number): number {
  if (text === undefined) return FOREVER
  const until = readTime('until', text)
  if (until <= now)
    throw new Refusal('invalid_input', { sentence: 'until must be a time in the future.' })
  return until
}

export interface SanctionInput {
  reason: string
  /** Undefined: forever. */
  until?: string | undefined
}

const staffName = (tx: Transaction) => tx.staff?.name ?? ''

async function addSanction(
  tx: Transaction,
  player: OfPlayer,
  sanction: { kind: SanctionKind; reason: string; until: number | null },
) {
  const row = { ...player, ...sanction, created_by: staffName(tx), now: tx.now() }
  const added = await tx.first(insertSanction, row)
  const found = added && (await tx.first(findSanction, added))
  if (!found) throw new Error('the new sanction has no id')
  return present(found, tx.now())
}

/** True: one was in force. */
async function endSanctions(tx: Transaction, player: OfPlayer, kind: SanctionKind) {
  const ended = { ...player, kind, ended_by: staffName(tx), now: tx.now() }
  return (await tx.run(updateEnded, ended)) > 0
}

const tell = async (
  tx: Transaction,
  { game_id, user_id }: OfPlayer,
  type: 'moderation.muted' | 'moderation.banned',
  { reason, until }: { reason: string; until: number },
) =>
  recordEvent(tx, type, {
    game_id,
    actor_id: null,
    audience: 'user',
    audience_id: user_id,
    data: { reason, until: formatUntil(until), user: await publicUser(tx, user_id) },
  })

const tellOfEnd = async (
  tx: Transaction,
  { game_id, user_id }: OfPlayer,
  type: 'moderation.unmuted' | 'moderation.unbanned',
) =>
  recordEvent(tx, type, {
    game_id,
    actor_id: null,
    audience: 'user',
    audience_id: user_id,
    data: { user: await publicUser(tx, user_id) },
  })

const recordAction = (
  tx: Transaction,
  { game_id, user_id }: OfPlayer,
  { action, before, after }: { action: string; before?: object; after?: object },
) =>
  recordChange(tx, {
    action: `admin.players.${action}`,
    game_id,
    target: 'player',
    target_id: user_id,
    before: { ...before },
    after: { ...after },
  })

/** Sessions stay, so that every request with their tokens learns why it is refused. */
export async function banInTransaction(tx: Transaction, player: OfPlayer, input: SanctionInput) {
  const before = await lockPlayer(tx, player)
  const { reason } = input
  const until = parseUntil(input.until, tx.now())
  await endSanctions(tx, player, 'ban')
  const { user_id } = player
  await tx.run(updateBan, { user_id, banned_until: until, ban_reason: reason })
  const sanction = await addSanction(tx, player, { kind: 'ban', reason, until })
  await tell(tx, player, 'moderation.banned', { reason, until })
  await recordAction(tx, player, {
    action: 'ban',
    before: { banned_until: formatTime(before.banned_until), ban_reason: before.ban_reason },
    after: { banned_until: formatTime(until), ban_reason: reason },
  })
  return sanction
}

export const banPlayer = (context: Context, player: OfPlayer, input: SanctionInput) =>
  inTransaction(context, (tx) => banInTransaction(tx, player, input))

export const unbanPlayer = (context: Context, player: OfPlayer) =>
  inTransaction(context, async (tx) => {
    const { user_id } = player
    const before = await lockPlayer(tx, player)
    const had_one = await endSanctions(tx, player, 'ban')
    if (!had_one && !inForce(before.banned_until, tx.now())) throw new Refusal('not_banned')
    await tx.run(updateBan, { user_id, banned_until: null, ban_reason: null })
    await tellOfEnd(tx, player, 'moderation.unbanned')
    await recordAction(tx, player, {
      action: 'unban',
      before: { banned_until: formatTime(before.banned_until), ban_reason: before.ban_reason },
    })
    return { message: 'the player may play again' }
  })

export async function muteInTransaction(tx: Transaction, player: OfPlayer, input: SanctionInput) {
  const before = await lockPlayer(tx, player)
  const { reason } = input
  const until = parseUntil(input.until, tx.now())
  await endSanctions(tx, player, 'mute')
  await tx.run(updateMute, { user_id: player.user_id, muted_until: until })
  const sanction = await addSanction(tx, player, { kind: 'mute', reason, until })
  await tell(tx, player, 'moderation.muted', { reason, until })
  await recordAction(tx, player, {
    action: 'mute',
    before: { muted_until: formatTime(before.muted_until) },
    after: { muted_until: formatTime(until), reason },
  })
  return sanction
}

export const mutePlayer = (context: Context, player: OfPlayer, input: SanctionInput) =>
  inTransaction(context, (tx) => muteInTransaction(tx, player, input))

export const unmutePlayer = (context: Context, player: OfPlayer) =>
  inTransaction(context, async (tx) => {
    const before = await lockPlayer(tx, player)
    const had_one = await endSanctions(tx, player, 'mute')
    if (!had_one && !inForce(before.muted_until, tx.now())) throw new Refusal('not_muted')
    await tx.run(updateMute, { user_id: player.user_id, muted_until: null })
    await tellOfEnd(tx, player, 'moderation.unmuted')
    await recordAction(tx, player, {
      action: 'unmute',
      before: { muted_until: formatTime(before.muted_until) },
    })
    return { message: 'the player may write messages again' }
  })

export async function warnInTransaction(tx: Transaction, player: OfPlayer, reason: string) {
  await lockPlayer(tx, player)
  const { game_id, user_id } = player
  const sanction = await addSanction(tx, player, { kind: 'warn', reason, until: null })
  await recordEvent(tx, 'moderation.warned', {
    game_id,
    actor_id: null,
    audience: 'user',
    audience_id: user_id,
    data: { reason, user: await publicUser(tx, user_id) },
  })
  await recordAction(tx, player, { action: 'warn', after: { reason } })
  return sanction
}

export const warnPlayer = (context: Context, player: OfPlayer, reason: string) =>
  inTransaction(context, (tx) => warnInTransaction(tx, player, reason))

interface Page {
  before?: number | undefined
  limit?: number | undefined
}

const pageOf = ({ before = Number.MAX_SAFE_INTEGER, limit = 50 }: Page) => ({
  before,
  limit: clampLimit(limit),
})

const nextOf = (rows: { id: number }[], limit: number) =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null

/** The newest first. */
export async function listSanctionsOf(
  { db, now }: { db: Reader; now: () => number },
  user_id: number,
  page: Page,
) {
  const { before, limit } = pageOf(page)
  const rows = await db.all(listSanctionsOfUser, { user_id, before, limit })
  return { sanctions: rows.map((row) => present(row, now())), next: nextOf(rows, limit) }
}

export async function showSanctionsOfPlayer(context: Context, player: OfPlayer, page: Page) {
  const state = await findModerationState(context.db, player, context.now())
  if (!state) throw new Refusal('user_not_found')
  return { player: state, ...(await listSanctionsOf(context, player.user_id, page)) }
}

export async function showSanctions(
  { db, now }: Context,
  game_id: number,
  { kind = '', in_force = false, ...page }: Page & { kind?: string; in_force?: boolean },
) {
  await refuseUnknownGame(db, game_id)
  const { before, limit } = pageOf(page)
  const filter = { game_id, kind, in_force: Number(in_force), now: now(), before, limit }
  const rows = await db.all(listSanctionsOfGame, filter)
  return { sanctions: rows.map((row) => present(row, now())), next: nextOf(rows, limit) }
}

/** For the players themselves. */
export async function showWarnings({ db, now }: Context, player: Player, page: Page) {
  const { before, limit } = pageOf(page)
  const rows = await db.all(listWarnings, { user_id: player.id, before, limit })
  const is_muted = inForce(player.muted_until, now())
  return {
    is_muted,
    muted_until: is_muted ? formatUntil(player.muted_until) : null,
    warnings: rows.map(({ id, reason, created_at }) => ({
      id,
      reason,
      created_at: isoTime(created_at),
    })),
    next: nextOf(rows, limit),
  }
}
