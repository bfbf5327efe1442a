import { SECOND_MS } from '../../../durations.ts'
import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits, MAX_COUNTED } from '../../../limits.ts'
import type { MatchRules } from '../../../services/matchmaking/step.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { idRows } from '../../../storage/statement.ts'
import { recordChange } from '../../operations/audit-log/rules.ts'
import { refuseUnknownGame } from '../../operations/games/rules.ts'
import {
  countTypes,
  countWaiting,
  deleteType,
  findType,
  listTypes,
  listTypesOfGames,
  lockGame,
  type TypeRow,
  type TypeSettings,
  updateRecentWaits,
  upsertType,
} from './queries.ts'

export type { TypeRow }

/** So that the round of a match that all have left finishes too. */
const CLOSE_AFTER_SECONDS = 86_400

/** How many players of one ticket can play in one team, or in one match without teams. */
export const largestParty = ({ teams, team_size, max_players }: TypeSettings) =>
  teams === 0 ? max_players : team_size

/** A game can be imported, with whatever numbers its file has. */
const clampPlayers = (players: number) => Math.min(players, limits.match_players.value)

export const toMatchRules = (row: TypeSettings): MatchRules => ({
  ...row,
  teams: clampPlayers(row.teams),
  team_size: clampPlayers(row.team_size),
  max_players: clampPlayers(row.max_players),
  fill_ms: row.fill_seconds * SECOND_MS,
  mix_regions_after_ms: row.mix_regions_after === null ? null : row.mix_regions_after * SECOND_MS,
})

/** Refused where the game has no matchmaking for this type. */
export async function findTypeOfGame(reader: Reader, game_id: number, game_type: string) {
  const row = await reader.first(findType, { game_id, game_type })
  if (!row) throw new Refusal('matchmaking_not_offered')
  return row
}

/** For a match whose ready check ends. Staff may have taken the type away meanwhile. */
export async function readCloseAfter(reader: Reader, of: { game_id: number; game_type: string }) {
  const row = await reader.first(findType, of)
  return row ? row.close_after_seconds : CLOSE_AFTER_SECONDS
}

export const readTypes = (reader: Reader, game_ids: Iterable<number>) =>
  reader.all(listTypesOfGames, { ids: idRows(game_ids) })

interface Waits {
  game_id: number
  game_type: string
  wait_ms: number
}

export const rememberWaits = (tx: Transaction, waits: Waits[]) =>
  tx.defer(updateRecentWaits, { waits: JSON.stringify(waits) })

const present = ({ game_id: _game_id, recent_wait_ms, changed_at, ...row }: TypeRow) => ({
  ...row,
  recent_wait_seconds: recent_wait_ms === null ? null : recent_wait_ms / SECOND_MS,
  changed_at: isoTime(changed_at),
})

export async function showTypes({ db }: Context, game_id: number) {
  await refuseUnknownGame(db, game_id)
  const [rows, counts] = await Promise.all([
    db.all(listTypes, { game_id }),
    db.all(countWaiting, { game_id, max: MAX_COUNTED }),
  ])
  const waiting = new Map(counts.map(({ game_type, tickets }) => [game_type, tickets]))
  return {
    matchmaking: rows.map((row) => ({
      ...present(row),
      waiting_tickets: waiting.get(row.game_type) ?? 0,
    })),
  }
}

type TypeInput = Partial<TypeSettings>

const refuse = (sentence: string) => new Refusal('invalid_input', { sentence })

function checkSizes({ teams, team_size, min_players, max_players }: TypeSettings): void {
  const most = limits.match_players.value
  if (teams === 1) throw refuse('teams must be 0, for none, or at least 2.')
  if (teams > 0 && teams * team_size > most)
    throw refuse(`teams times team_size must be at most ${most} players.`)
  if (teams === 0 && min_players > max_players)
    throw refuse('min_players must not be more than max_players.')
}

/** Two players, if nothing else is said. */
function completeSettings(input: TypeInput): TypeSettings {
  const { min_players = 2, distance = 100, distance_per_second = 10 } = input
  const has_players = input.min_players !== undefined || input.max_players !== undefined
  const settings: TypeSettings = {
    teams: input.teams ?? (has_players ? 0 : 2),
    team_size: input.team_size ?? 1,
    min_players,
    max_players: input.max_players ?? Math.max(2, min_players),
    fill_seconds: input.fill_seconds ?? 10,
    distance,
    distance_per_second,
    anyone_from_distance: input.anyone_from_distance ?? Math.max(distance, 1000),
    mix_regions_after: input.mix_regions_after ?? null,
    ready_seconds: input.ready_seconds ?? 0,
    close_after_seconds:
      input.close_after_seconds === undefined ? CLOSE_AFTER_SECONDS : input.close_after_seconds,
    attributes: input.attributes ?? 'allowed',
  }
  checkSizes(settings)
  if (settings.distance > settings.anyone_from_distance)
    throw refuse('distance must not be more than anyone_from_distance.')
  return settings
}

const ofType = (action: string, game_id: number) => ({
  action,
  game_id,
  target: 'matchmaking',
  named_by: ['game_type'],
})

/** For the audit log. */
const settingsOf = ({ game_id: _game, recent_wait_ms: _wait, changed_at: _at, ...row }: TypeRow) =>
  row

export function changeType(
  context: Context,
  game_id: number,
  input: TypeInput & { game_type: string },
) {
  const { game_type } = input
  const settings = completeSettings(input)
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    await tx.first(lockGame, { id: game_id })
    const before = await tx.first(findType, { game_id, game_type })
    const counted = before ? undefined : await tx.first(countTypes, { game_id })
    if (counted && counted.count >= limits.matchmaking_types.value)
      throw new Refusal('too_many_matchmaking_types')
    const row = { ...settings, game_id, game_type, changed_at: tx.now() }
    const after = await tx.first(upsertType, row)
    if (!after) throw new Error('the settings of matchmaking were not written')
    await recordChange(tx, {
      ...ofType('admin.matchmaking.change', game_id),
      before: before ? settingsOf(before) : {},
      after: settingsOf(after),
    })
    return present(after)
  })
}

/** Tickets that wait are cancelled by the next step of matchmaking. */
export function removeType(context: Context, game_id: number, game_type: string) {
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    const removed = await tx.first(deleteType, { game_id, game_type })
    if (!removed) throw new Refusal('matchmaking_not_found')
    await recordChange(tx, {
      ...ofType('admin.matchmaking.remove', game_id),
      before: settingsOf(removed),
    })
    return { message: 'removed' }
  })
}
