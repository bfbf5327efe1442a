import { timingSafeEqual } from 'node:crypto'
import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { isForGame } from '../../../access/staff.ts'
import {
  mayCallOpenly,
  type Permissions,
  type Preset,
  readPermissions,
} from '../../../access/permissions.ts'
import { hashSecret, newToken } from '../../../services/secrets.ts'
import { isoTime } from '../../../services/times.ts'
import type { Reader } from '../../../storage/database.ts'
import { flagOrNull } from '../../../storage/statement.ts'
import { recordChange } from '../audit-log/rules.ts'
import {
  deleteGame,
  deleteVariables,
  findGame,
  type GameRow,
  insertFirstGame,
  insertGame,
  listGameNames,
  listGames,
  listVariables,
  lockPermissions,
  insertVariables,
  updateGame,
  updateGameToken,
} from './queries.ts'

const STAFF_VIEWER_ID = 0

interface NewGame {
  name: string
  description?: string
  /** Created through the test suite, which may delete it again. */
  is_test?: boolean
}

/** Only a hash of the token is stored, so it can be shown only here. */
export function createGame(context: Context, { name, description = '', is_test = false }: NewGame) {
  refuseInvalidName(name)
  const token = newToken()
  const game = { name, description, token_hash: hashSecret(token), is_test: is_test ? 1 : 0 }
  return inTransaction(context, async (tx) => {
    const row = await tx.first(insertGame, { ...game, now: tx.now() })
    if (!row) throw new Error('the new game has no id')
    if (!is_test) await recordGame(tx, row.id, { action: 'create', after: { name, description } })
    return { id: row.id, name, description, token }
  })
}

/** Creates a game if the database has none. Undefined: it has one already. */
export async function createFirstGame(context: Context) {
  const token = newToken()
  const game = { name: 'My first game', token_hash: hashSecret(token) }
  const row = await inTransaction(context, (tx) =>
    tx.first(insertFirstGame, { ...game, now: tx.now() }),
  )
  return row && { id: row.id, token }
}

async function replaceToken(tx: Transaction, id: number, token: string): Promise<void> {
  const changed = await tx.run(updateGameToken, { id, token_hash: hashSecret(token) })
  if (changed === 0) throw unknownGame(id)
}

/** For a request that is sent again: the first token was lost with the first answer. */
export async function reissueGameToken(context: Context, id: number) {
  const token = newToken()
  await inTransaction(context, async (tx) => {
    await replaceToken(tx, id, token)
    await recordGame(tx, id, { action: 'reissueToken' })
  })
  return { token }
}

/** The old token stops working at once. */
export function rotateGameToken(context: Context, id: number) {
  const token = newToken()
  return inTransaction(context, async (tx) => {
    await replaceToken(tx, id, token)
    await recordGame(tx, id, { action: 'rotateToken' })
    return { id, token }
  })
}

const unknownGame = (id: number) =>
  new Refusal('game_not_found', { sentence: `There is no game ${id}.` })

/** For operators, who name a game by its id alone. */
export async function refuseUnknownGame(reader: Reader, id: number): Promise<void> {
  await findGameById(reader, id)
}

export async function findGameById(reader: Reader, id: number): Promise<GameRow> {
  const game = await reader.first(findGame, { id })
  if (!game) throw unknownGame(id)
  return game
}

/**
 * Stands for staff where a rule asks for the player who looks or acts. No user has its id, so it owns nothing, sees no email
 * address, and events have no actor.
 */
export async function staffViewer(reader: Reader, game_id: number): Promise<Player> {
  const { ranking_order, permissions } = await findGameById(reader, game_id)
  return {
    id: STAFF_VIEWER_ID,
    game_id,
    session_id: null,
    token: null,
    ranking_order,
    share_player_emails: 0,
    permissions,
    service_key_id: null,
    muted_until: null,
  }
}

function refuseInvalidName(name: string): void {
  const max = limits.game_name_characters.value
  if (name.length === 0 || name.length > max) {
    throw new Refusal('invalid_input', { sentence: `name must be 1 to ${max} characters long.` })
  }
}

function tokenMatches(game: GameRow, token: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(token)), Buffer.from(game.token_hash))
}

/** Where the token is optional, a wrong one is still refused. So is a route that the game has closed. */
export async function authenticateGame(
  context: Context,
  { game_id, game_token }: { game_id: number; game_token?: string | undefined },
): Promise<GameRow> {
  const game = await context.db.first(findGame, { id: game_id })
  if (!game || (game_token !== undefined && !tokenMatches(game, game_token))) {
    throw new Refusal('game_not_found')
  }
  if (game.enabled === 0) throw new Refusal('game_disabled')
  const { open_call } = context
  if (open_call) open_call.game_id = game.id
  if (open_call && !(await mayCallOpenly(game, open_call))) throw new Refusal('route_closed')
  return game
}

interface ShowGameInput {
  game_id: number
  game_token: string
  seed_store?: boolean
}

export async function showGame(context: Context, input: ShowGameInput) {
  const { id, name, description, permissions } = await authenticateGame(context, input)
  const players_write = readPermissions(permissions).preset !== 'server_authoritative'
  if (input.seed_store && players_write) {
    await inTransaction(context, (tx) => tx.announce('store_samples_requested', { game_id: id }))
  }
  const game_variables = await context.db.all(listVariables, { game_id: id })
  return { id, name, description, token: input.game_token, game_variables }
}

/** Lets a game avoid trusting the clock of the player's device. */
export const showServerTime = (context: Context) => ({
  server_time: isoTime(context.now()),
})

interface GameChanges {
  name?: string | undefined
  description?: string | undefined
  enabled?: boolean | undefined
  ranking_order?: 'ascending' | 'descending' | undefined
  share_player_emails?: boolean | undefined
  requires_verified_email?: boolean | undefined
  variables?: { key: string; value: string }[] | undefined
  /** By key. */
  removed_variables?: string[] | undefined
  /** Replaces all permissions. */
  permissions?: Permissions | undefined
  /** These two replace a part of the permissions. */
  preset?: Preset | undefined
  server_attribute_prefix?: string | undefined
}

/** The new permissions as JSON. Null: they stay. */
async function changedPermissions(tx: Transaction, id: number, changes: GameChanges) {
  const { permissions, preset, server_attribute_prefix } = changes
  if (permissions) return JSON.stringify(permissions)
  if (preset === undefined && server_attribute_prefix === undefined) return null
  const row = await tx.first(lockPermissions, { id })
  if (!row) throw unknownGame(id)
  const { routes, ...old } = readPermissions(row.permissions)
  return JSON.stringify({
    preset: preset ?? old.preset,
    routes,
    server_attribute_prefix: server_attribute_prefix ?? old.server_attribute_prefix,
  })
}

/** As the audit log shows it. */
async function describeGame(tx: Transaction, id: number) {
  const row = await findGameById(tx, id)
  const variables = await tx.all(listVariables, { game_id: id })
  return { row, ...presentGame(row), variables }
}

const recordGame = (
  tx: Transaction,
  id: number,
  {
    action,
    ...values
  }: {
    action: 'create' | 'change' | 'rotateToken' | 'reissueToken'
    before?: object
    after?: object
  },
) =>
  recordChange(tx, {
    action: `admin.games.${action}`,
    game_id: id,
    target: 'game',
    target_id: id,
    before: { ...values.before, row: undefined },
    after: { ...values.after, row: undefined },
  })

export function changeGame(context: Context, id: number, changes: GameChanges) {
  return inTransaction(context, async (tx) => {
    if (changes.name !== undefined) refuseInvalidName(changes.name)
    const before = tx.staff && (await describeGame(tx, id))
    const changed = await tx.run(updateGame, {
      id,
      name: changes.name ?? null,
      description: changes.description ?? null,
      enabled: flagOrNull(changes.enabled),
      ranking_order: changes.ranking_order ?? null,
      share_player_emails: flagOrNull(changes.share_player_emails),
      requires_verified_email: flagOrNull(changes.requires_verified_email),
      permissions: await changedPermissions(tx, id, changes),
    })
    if (changed === 0) throw unknownGame(id)
    const variables = JSON.stringify(changes.variables ?? [])
    const removed = JSON.stringify((changes.removed_variables ?? []).map((key) => ({ key })))
    await tx.run(deleteVariables, { game_id: id, removed })
    await tx.run(insertVariables, { game_id: id, variables })
    const after = await describeGame(tx, id)
    if (before) await recordGame(tx, id, { action: 'change', before, after })
    return presentGame(after.row)
  })
}

export const allGames = (context: Context) => context.db.all(listGames, {})

function presentGame(row: GameRow) {
  const { id, name, description, ranking_order } = row
  return {
    id,
    name,
    description,
    enabled: row.enabled === 1,
    ranking_order,
    share_player_emails: row.share_player_emails === 1,
    requires_verified_email: row.requires_verified_email === 1,
    permissions: readPermissions(row.permissions),
  }
}

/** With its variables. */
export async function showGameSettings({ db }: Context, id: number) {
  const row = await findGameById(db, id)
  return { ...presentGame(row), game_variables: await db.all(listVariables, { game_id: id }) }
}

/** Of all games, without what takes long to count. */
export const listNames = (reader: Reader) => reader.all(listGameNames, {})

/** Staff of some games see only these. */
export async function showGames(context: Context) {
  const { staff } = context
  const rows = (await allGames(context)).filter(({ id }) => !staff || isForGame(staff, id))
  return { games: rows.map((row) => ({ ...presentGame(row), players: row.players })) }
}

/** The test suite must not touch any game that it did not create. */
export async function findTestGame(context: Context, game_id: number): Promise<GameRow> {
  const game = await context.db.first(findGame, { id: game_id })
  if (!game || game.is_test === 0) throw new Refusal('game_not_found')
  return game
}

/** Deletes everything in it, too. */
export const removeGame = (tx: Transaction, id: number) => tx.run(deleteGame, { id })
