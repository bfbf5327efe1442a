import { HOUR_MS } from '../../../durations.ts'
import type { Context, Player, ReadContext, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import {
  describeLimit,
  findBrokenLimit,
  type ScoreKind,
  type ScoreLimit,
  type ScoreRule,
} from '../../../services/score-rules.ts'
import { isoTime } from '../../../services/times.ts'
import { idRows } from '../../../storage/statement.ts'
import { publicUser, recordForGame } from '../../operations/events/rules.ts'
import { findScoreRule, mayHaveHeld } from '../score-rules/rules.ts'
import {
  countHeld,
  deleteHeldEntries,
  deleteHeldOfRound,
  deleteHeldOfTakenOut,
  deleteOldCounts,
  findBestsOfRounds,
  findBestsOnBoard,
  findFinishedRound,
  type HeldEntryRow,
  insertHeld,
  listHeldEntries,
  listHeldOfRounds,
  lockPlayer,
  upsertCount,
} from './queries.ts'

/** Whose score it is. */
interface Owner extends Pick<Player, 'id' | 'game_id' | 'ranking_order'> {
  /** The player who has sent it for another one: limits count it for them. Null: the owner, or a server of the game. */
  sender_id: number | null
}

/** Of the score that the player sends. */
export const ownerOf = (player: Player, id: number): Owner => ({
  id,
  game_id: player.game_id,
  ranking_order: player.ranking_order,
  sender_id: id === player.id || player.session_id === null ? null : player.id,
})

/** Where an entry of a leaderboard would be, and how it is ranked there. */
interface CheckedBoard {
  leaderboard_name: string
  order: string
  /** The scores of a player are added up, so each is a step of its own. */
  is_sum: boolean
}

async function findBest(
  tx: Transaction,
  rule: ScoreRule,
  owner: Owner,
  board: CheckedBoard | undefined,
) {
  const { id: user_id } = owner
  if (rule.largest_step === null) return undefined
  if (board?.is_sum) return 0
  const bests = board
    ? await tx.first(findBestsOnBoard, { user_id, name: board.leaderboard_name })
    : await tx.first(findBestsOfRounds, {
        user_id,
        name: rule.name,
        max: limits.rounds_compared.value,
      })
  return (owner.ranking_order === 'ascending' ? bests?.lowest : bests?.highest) ?? undefined
}

/** Since the last score of the player there, and within the last hour. */
async function hasFinishedRound(
  tx: Transaction,
  { kind, name }: ScoreRule,
  user_id: number,
  previous_at: number,
) {
  const found = await tx.first(findFinishedRound, {
    user_id,
    game_type: kind === 'game_type' ? name : '',
    after: Math.max(previous_at, tx.now() - HOUR_MS),
    max: limits.rounds_compared.value,
  })
  return found !== undefined
}

interface JudgedScore {
  score: number
  /** It is in a multiplayer round, so it needs no other one. */
  is_in_multiplayer?: boolean
  /** Of an entry of a leaderboard. Called only if there is a rule. */
  findBoard?: () => Promise<CheckedBoard>
}

/**
 * Refuses a score that breaks the rule, or returns what it breaks where the rule wants a review. Counts the score: to be
 * called once for each, in the transaction that adds it.
 */
async function judgeScore(
  tx: Transaction,
  rule: ScoreRule,
  owner: Owner,
  { score, is_in_multiplayer = false, findBoard }: JudgedScore,
): Promise<ScoreLimit | undefined> {
  const { most_per_minute, outcome } = rule
  const board = await findBoard?.()
  const ranked = board ? { ...owner, ranking_order: board.order } : owner
  const needs_round = rule.needs_finished_round === 1 && !is_in_multiplayer
  const counted =
    most_per_minute !== null || needs_round
      ? await tx.first(upsertCount, {
          user_id: owner.sender_id ?? owner.id,
          rule_id: rule.id,
          now: tx.now(),
        })
      : { scores: 0, previous_at: 0 }
  if (!counted) return undefined
  const broken = findBrokenLimit(rule, {
    score,
    ranking_order: ranked.ranking_order,
    best: await findBest(tx, rule, ranked, board),
    scores_in_minute: counted.scores,
    has_finished_round:
      !needs_round || (await hasFinishedRound(tx, rule, owner.id, counted.previous_at)),
  })
  if (broken && outcome === 'refuse') {
    const sentence = describeLimit(rule, broken, board?.is_sum ?? false)
    throw new Refusal('score_not_allowed', { sentence })
  }
  return broken
}

const allowedBy = (rule: ScoreRule, broken: ScoreLimit) =>
  broken === 'needs_finished_round' ? null : rule[broken]

interface HeldDetails {
  /** Of an entry of a leaderboard. */
  extra_attributes?: string
  /** On a leaderboard of groups. */
  group_id?: number | undefined
  game_round_id?: number
}

/** The score waits until staff decide. Of a round, it replaces the one that waits. Returns its id. */
async function holdScore(
  tx: Transaction,
  rule: ScoreRule,
  owner: Owner,
  {
    score,
    broken,
    extra_attributes = '',
    group_id,
    game_round_id,
  }: HeldDetails & { score: number; broken: ScoreLimit },
): Promise<number> {
  const { id: user_id, game_id, sender_id } = owner
  const counted_id = sender_id ?? user_id
  if (!(await tx.first(lockPlayer, { id: counted_id }))) throw new Refusal('not_signed_in')
  if (game_round_id !== undefined) await tx.run(deleteHeldOfRound, { game_round_id })
  const max = limits.held_scores.value
  const waiting = await tx.first(countHeld, { user_id: counted_id, max })
  if (waiting && waiting.count >= max) throw new Refusal('too_many_held_scores')
  const { kind, name } = rule
  const subject = { kind, name, game_round_id: game_round_id ?? null, score, broken }
  const held = await tx.first(insertHeld, {
    ...subject,
    game_id,
    user_id,
    sender_id,
    extra_attributes,
    group_id: group_id ?? null,
    allowed: allowedBy(rule, broken),
    now: tx.now(),
  })
  if (!held) throw new Error('the held score has no id')
  const user = await publicUser(tx, user_id)
  const data = { id: held.id, ...subject, user }
  await recordForGame(tx, 'score.held', { game_id, actor_id: counted_id, data })
  return held.id
}

interface CheckedScore extends JudgedScore {
  kind: ScoreKind
  name: string
}

/**
 * Refuses a score that breaks a rule. Where the rule wants a review, the score must not be added: then this returns a
 * function that lets it wait. Undefined: the score is allowed.
 */
export async function checkScore(
  context: Context,
  tx: Transaction,
  owner: Owner,
  { kind, name, ...judged }: CheckedScore,
) {
  const rule = await findScoreRule({ ...context, db: tx }, owner.game_id, { kind, name })
  const broken = rule && (await judgeScore(tx, rule, owner, judged))
  if (!broken) return undefined
  return (details: HeldDetails) =>
    holdScore(tx, rule, owner, { ...details, score: judged.score, broken })
}

interface CheckedRound {
  game_type: string
  multiplayer_game_round_id: number | null
  score?: number | null
}

/** The same for a round. Undefined: the score is allowed, or there is none. */
export function checkScoreOfRound(
  context: Context,
  tx: Transaction,
  owner: Owner,
  { game_type: name, multiplayer_game_round_id, score = null }: CheckedRound,
) {
  if (score === null) return undefined
  const is_in_multiplayer = multiplayer_game_round_id !== null
  return checkScore(context, tx, owner, { kind: 'game_type', name, score, is_in_multiplayer })
}

interface ShownEntries {
  user_id: number
  order: string
  limit: number
  leaderboard_name?: string
  group_id?: number
  season?: number
  one_per_user?: boolean
}

const isShown = (row: HeldEntryRow, { leaderboard_name: name, group_id }: ShownEntries) =>
  name === undefined || (row.leaderboard_name === name && row.group_id === (group_id ?? null))

/** Some clients read `extra_attributes`, others `metadata`. Ids are negative, so that they are not those of entries. */
const presentHeld = (row: HeldEntryRow) => ({
  id: -row.id,
  username: row.username,
  score: row.score,
  leaderboard_name: row.leaderboard_name,
  game_user_id: row.game_user_id,
  extra_attributes: row.extra_attributes,
  metadata: row.extra_attributes,
  created_at: isoTime(row.created_at),
  season: undefined,
  under_review: true,
})

/** The player's own entries that wait, among those that count. With `one_per_user`, the best of each leaderboard. */
export async function withHeldEntries<E extends { score: number; leaderboard_name: string }>(
  context: ReadContext,
  player: Player,
  entries: E[],
  shown: ShownEntries,
): Promise<(E | ReturnType<typeof presentHeld>)[]> {
  const { user_id, order, limit, one_per_user = false, season } = shown
  if (user_id !== player.id || season !== undefined) return entries
  if (!(await mayHaveHeld(context, player.game_id))) return entries
  const rows = await context.db.all(listHeldEntries, { user_id })
  const held = rows.filter((row) => isShown(row, shown)).map(presentHeld)
  if (held.length === 0) return entries
  const sign = order === 'ascending' ? 1 : -1
  const all = [...entries, ...held].sort((one, other) => (one.score - other.score) * sign)
  const boards = new Set<string>()
  return all
    .filter(
      ({ leaderboard_name: name }) => !one_per_user || (!boards.has(name) && boards.add(name)),
    )
    .slice(0, limit)
}

/** Rounds with the player's own scores that wait. */
export async function withHeldScores<R extends { id: number; game_user_id: number }>(
  context: ReadContext,
  player: Player,
  rows: R[],
): Promise<(R & { held_score?: number | undefined })[]> {
  if (rows.every((row) => row.game_user_id !== player.id)) return rows
  if (!(await mayHaveHeld(context, player.game_id))) return rows
  const own = rows.filter((row) => row.game_user_id === player.id).map(({ id }) => id)
  const held = await context.db.all(listHeldOfRounds, { rounds: idRows(own) })
  const scores = new Map(held.map(({ game_round_id, score }) => [game_round_id, score]))
  return rows.map((row) => ({ ...row, held_score: scores.get(row.id) }))
}

interface StoredRound extends CheckedRound {
  id: number
  game_user_id: number
  score: number | null
}

/**
 * Checks the score of a round that changes: a new one, or the one that it takes to another game type. `is_held`: it waits for
 * review now. `clears_score`: the old one must go, because it was never checked for the new game type.
 */
export async function checkChangedRound(
  context: Context,
  tx: Transaction,
  { player, round }: { player: Player; round: StoredRound },
  changes: { score?: number; game_type?: string },
) {
  const { id: game_round_id, multiplayer_game_round_id } = round
  const { game_type = round.game_type } = changes
  const has_new_type = game_type !== round.game_type
  const { score = has_new_type ? round.score : null } = changes
  const is_checked = has_new_type || score !== round.score
  const checked = { game_type, multiplayer_game_round_id, score: is_checked ? score : null }
  const owner = ownerOf(player, round.game_user_id)
  const hold = await checkScoreOfRound(context, tx, owner, checked)
  if (hold) await hold({ game_round_id })
  // A score that waits was not checked for a new game type either.
  else if (
    (changes.score !== undefined || has_new_type) &&
    (await mayHaveHeld({ ...context, db: tx }, player.game_id))
  )
    await tx.run(deleteHeldOfRound, { game_round_id })
  return { is_held: hold !== undefined, clears_score: hold && has_new_type ? 1 : 0 }
}

/** Of game rounds that were taken out of a multiplayer round. */
export async function dropHeldOfTakenOut(
  context: Context,
  tx: Transaction,
  { game_id, ids }: { game_id: number; ids: number[] },
): Promise<void> {
  if (ids.length > 0 && (await mayHaveHeld({ ...context, db: tx }, game_id)))
    await tx.run(deleteHeldOfTakenOut, { rounds: idRows(ids) })
}

/** A name of null: on every leaderboard. */
export const dropHeldEntries = (
  tx: Transaction,
  user_id: number,
  { name, group_id = 0 }: { name: string | null; group_id?: number | undefined },
) => tx.run(deleteHeldEntries, { user_id, name, group_id })

/** Rules look back for an hour at most. */
export const removeOldScoreCounts = (tx: Transaction) =>
  tx.run(deleteOldCounts, { before: tx.now() - HOUR_MS })
