import {
  type Context,
  inTransaction,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { refuseUnreadableName } from '../../../services/names.ts'
import { prepareModel } from '../../../services/skill-ratings.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  deleteSettings,
  deleteSomeRatings,
  deleteSomeRounds,
  findSettings,
  listSettings,
  lockSettings,
  type SettingsRow,
  updateDisabled,
  updateRatedRounds,
  upsertSettings,
} from './queries.ts'

interface GameType {
  game_id: number
  game_type: string
}

/** Those of the model itself. With `tau`, ratings never stand still, however much a player has played. */
const DEFAULTS = {
  is_enabled: 1,
  mu: 25,
  sigma: 25 / 3,
  beta: 25 / 6,
  tau: 25 / 300,
  min_scores: 2,
}

const present = ({ game_id: _game, is_enabled, changed_at, ...row }: SettingsRow) => ({
  ...row,
  enabled: is_enabled === 1,
  changed_at: isoTime(changed_at),
})

/** Undefined: it is not rated now. */
export async function findRatedType(reader: Reader, wanted: GameType) {
  const row = await reader.first(findSettings, wanted)
  return row?.is_enabled === 1 ? row : undefined
}

/** Those that are not rated now are among them. */
export async function listRatedTypes(reader: Reader, game_id: number) {
  return reader.all(listSettings, { game_id, limit: limits.rated_game_types.value })
}

/** While it is locked, no round of this game type is rated. */
export const lockRatedType = (tx: Transaction, wanted: GameType) => tx.first(lockSettings, wanted)

/** The settings with the number of the next rated round. Undefined: the game type is not rated any more. */
export const takeNextNumber = (tx: Transaction, wanted: GameType) =>
  tx.first(updateRatedRounds, wanted)

export async function showRatedTypes({ db }: Context, game_id: number) {
  await refuseUnknownGame(db, game_id)
  return { rated_game_types: (await listRatedTypes(db, game_id)).map(present) }
}

interface SettingsInput {
  enabled?: boolean
  mu?: number
  sigma?: number
  beta?: number
  tau?: number
  min_scores?: number
}

async function refuseTooMany(tx: Transaction, game_id: number): Promise<void> {
  const max = limits.rated_game_types.value
  const rows = await tx.all(listSettings, { game_id, limit: max + 1 })
  if (rows.length > max) throw new Refusal('too_many_rated_game_types')
}

/** What is not sent stays as it is. Rounds that were rated before keep the numbers with which they were. */
export async function changeRatedType(context: Context, wanted: GameType, input: SettingsInput) {
  const { enabled, ...numbers } = input
  await prepareModel()
  return inTransaction(context, async (tx) => {
    const { game_id, game_type } = wanted
    await refuseUnknownGame(tx, game_id)
    const before = await tx.first(lockSettings, wanted)
    if (!before) refuseUnreadableName('game_type', game_type)
    const { rated_rounds: _rounds, ...settings } = { ...DEFAULTS, rated_rounds: 0, ...before }
    const is_enabled = enabled === undefined ? settings.is_enabled : Number(enabled)
    const row = { ...settings, ...numbers, ...wanted, is_enabled, changed_at: tx.now() }
    const after = await tx.first(upsertSettings, row)
    if (!after) throw new Error('the settings were not stored')
    if (!before) await refuseTooMany(tx, game_id)
    await recordChange(tx, {
      action: 'admin.ratedGameTypes.change',
      game_id,
      target: 'rated_game_type',
      before: before ? { ...present(before), changed_at: undefined } : {},
      after: { ...present(after), changed_at: undefined },
      named_by: ['game_type'],
    })
    return present(after)
  })
}

const ROUNDS_AT_ONCE = 50
const RATINGS_AT_ONCE = 1000
/** Others must be able to write too. What is left waits for the next request. */
const MAX_DELETING_MS = 3000

/** Few enough to delay nobody. Returns whether nothing is left but the settings. */
async function deleteSome(tx: Transaction, wanted: GameType): Promise<boolean> {
  await tx.first(lockSettings, wanted)
  if ((await tx.run(deleteSomeRounds, { ...wanted, limit: ROUNDS_AT_ONCE })) > 0) return false
  return (await tx.run(deleteSomeRatings, { ...wanted, limit: RATINGS_AT_ONCE })) === 0
}

async function stopRating(tx: Transaction, wanted: GameType): Promise<void> {
  const before = await tx.first(lockSettings, wanted)
  if (!before) return
  await tx.run(updateDisabled, wanted)
  await recordChange(tx, {
    action: 'admin.ratedGameTypes.delete',
    game_id: wanted.game_id,
    target: 'rated_game_type',
    before: { ...present(before), changed_at: undefined },
  })
}

/**
 * With all ratings and their history, in batches. If some are left, the same request, sent again, continues; if nothing is
 * left, it does nothing.
 */
export async function deleteRatedType(context: Context, wanted: GameType) {
  const until = performance.now() + MAX_DELETING_MS
  await refuseUnknownGame(context.db, wanted.game_id)
  await separateTransaction(context, (tx) => stopRating(tx, wanted))
  for (;;) {
    const is_deleted = await separateTransaction(context, async (tx) => {
      const is_empty = await deleteSome(tx, wanted)
      if (is_empty) await tx.run(deleteSettings, wanted)
      return is_empty
    })
    if (is_deleted || performance.now() > until) return { is_deleted }
  }
}
