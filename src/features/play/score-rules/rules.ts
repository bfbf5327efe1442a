import { type Context, inTransaction, type ReadContext } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import type { ScoreKind, ScoreRule } from '../../../services/score-rules.ts'
import { isoTime } from '../../../services/times.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  countRules,
  deleteRule,
  findAnyHeld,
  findRule,
  listRules,
  lockGame,
  type RuleRow,
  upsertRule,
} from './queries.ts'

async function readRules({ db }: Pick<ReadContext, 'db'>, game_id: number) {
  const rows = await db.all(listRules, { game_id, limit: limits.score_rules.value })
  const ofKind = (kind: ScoreKind) =>
    new Map(rows.filter((row) => row.kind === kind).map((row) => [row.name, row]))
  return {
    leaderboard: ofKind('leaderboard'),
    game_type: ofKind('game_type'),
    may_have_held: rows.length > 0 || (await db.first(findAnyHeld, { game_id })) !== undefined,
  }
}

/** Most scores need no statement for it. */
const rulesOf = (context: ReadContext, game_id: number) =>
  context.score_rules.get(
    game_id,
    context.now(),
    () => readRules(context, game_id),
    (rules) => rules,
  )

/** Undefined: all scores are allowed there. */
export const findScoreRule = async (
  context: ReadContext,
  game_id: number,
  { kind, name }: Subject,
): Promise<ScoreRule | undefined> => (await rulesOf(context, game_id))[kind].get(name)

/** Whether scores of the game may wait for review. */
export const mayHaveHeld = async (context: ReadContext, game_id: number) =>
  (await rulesOf(context, game_id)).may_have_held

const present = ({ changed_at, needs_finished_round, ...row }: RuleRow) => ({
  ...row,
  needs_finished_round: needs_finished_round === 1,
  changed_at: isoTime(changed_at),
})

export async function listScoreRules({ db }: Context, game_id: number) {
  await refuseUnknownGame(db, game_id)
  const rows = await db.all(listRules, { game_id, limit: limits.score_rules.value })
  return { score_rules: rows.map(present) }
}

interface Subject {
  kind: ScoreKind
  name: string
}

interface RuleInput extends Subject {
  minimum?: number | null | undefined
  maximum?: number | null | undefined
  largest_step?: number | null | undefined
  most_per_minute?: number | null | undefined
  needs_finished_round?: boolean | undefined
  outcome: 'refuse' | 'review'
}

function readLimits(input: RuleInput) {
  const { minimum = null, maximum = null, largest_step = null, most_per_minute = null } = input
  const needs_finished_round = input.needs_finished_round ? 1 : 0
  const numbers = [minimum, maximum, largest_step, most_per_minute]
  if (numbers.every((limit) => limit === null) && needs_finished_round === 0)
    throw new Refusal('invalid_input', {
      sentence:
        'Send one of minimum, maximum, largest_step, most_per_minute and needs_finished_round, or more; delete a rule that is not wanted.',
    })
  if (minimum !== null && maximum !== null && minimum > maximum)
    throw new Refusal('invalid_input', { sentence: 'minimum must not be above maximum.' })
  return { minimum, maximum, largest_step, most_per_minute, needs_finished_round }
}

const withoutTime = (row: RuleRow | undefined) =>
  row ? { ...present(row), changed_at: undefined } : {}

/** Replaces the rule that there was. It holds for scores from now on. */
export function setScoreRule(context: Context, game_id: number, input: RuleInput) {
  const { kind, name, outcome } = input
  const of = { game_id, kind, name }
  const numbers = readLimits(input)
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    tx.afterCommit(() => context.score_rules.forget(game_id))
    await tx.first(lockGame, { id: game_id })
    const before = await tx.first(findRule, of)
    const counted = before ? undefined : await tx.first(countRules, { game_id })
    if (counted && counted.count >= limits.score_rules.value)
      throw new Refusal('too_many_score_rules')
    const row = { ...of, ...numbers, outcome, now: tx.now() }
    const after = await tx.first(upsertRule, row)
    if (!after) throw new Error('the rule was not stored')
    await recordChange(tx, {
      action: 'admin.scoreRules.set',
      game_id,
      target: 'score_rule',
      target_id: after.id,
      before: withoutTime(before),
      after: withoutTime(after),
      named_by: ['kind', 'name'],
    })
    return present(after)
  })
}

/** What waits for review goes on waiting. */
export function removeScoreRule(context: Context, game_id: number, subject: Subject) {
  const of = { game_id, kind: subject.kind, name: subject.name }
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    tx.afterCommit(() => context.score_rules.forget(game_id))
    await tx.first(lockGame, { id: game_id })
    const before = await tx.first(findRule, of)
    if (!before) throw new Refusal('score_rule_not_found')
    await tx.run(deleteRule, { id: before.id })
    await recordChange(tx, {
      action: 'admin.scoreRules.delete',
      game_id,
      target: 'score_rule',
      target_id: before.id,
      before: withoutTime(before),
    })
    return { message: 'the rule was deleted' }
  })
}
