import type { Player, ReadContext, Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { endOfPeriod, startOfPeriod } from '../../../services/periods.ts'
import type { Reader } from '../../../storage/database.ts'
import { findGroupInGame, findRole } from '../../social/groups/rules.ts'
import {
  findLatestSeason,
  findSeason,
  findSettings,
  insertGroupBoard,
  insertSeason,
  type Counts,
  listPrizeRules,
  listSeasons,
  listSettings,
  lockLatestSeason,
  lockSeasonAt,
  type SeasonRow,
  type SettingsRow,
} from './queries.ts'

export type { Counts, SeasonRow, SettingsRow }

export type Order = 'descending' | 'ascending'

/** No name of a leaderboard contains it: players cannot send such names. */
export const SEPARATOR = '\u001f'

const STORED = new RegExp(`^(.*)${SEPARATOR}(\\d+)(?::(\\d+))?$`, 's')

/** Entries of a season, and of a group, have a leaderboard of their own. Season 0: the leaderboard has no seasons. */
export const storedName = (name: string, season: number, group_id?: number) =>
  season === 0 && group_id === undefined
    ? name
    : `${name}${SEPARATOR}${season}${group_id === undefined ? '' : `:${group_id}`}`

/** What players and staff see of it. */
export function readStoredName(stored_name: string) {
  const [, leaderboard_name = stored_name, season = '0'] = STORED.exec(stored_name) ?? []
  return { leaderboard_name, season: Number(season) }
}

/** A name that only the server writes, so that nobody reaches a season or the leaderboard of a group by it. */
export const isStoredName = (name: string) => STORED.test(name)

/** For `not like`: the names of leaderboards of groups, which are nobody else's business. */
export const NAMES_OF_GROUPS = `%${SEPARATOR}%:%`
/** The same for the names of all seasons, and of all leaderboards of groups. */
export const STORED_NAMES = `%${SEPARATOR}%`

/** As they are now, by the name of the leaderboard. */
export async function listBoardSettings({ db }: Pick<ReadContext, 'db'>, game_id: number) {
  const rows = await db.all(listSettings, { game_id })
  return new Map(rows.map((row) => [row.leaderboard_name, row]))
}

/** Only for what is read: what is written follows the settings as they are now. */
const settingsOf = (context: ReadContext, game_id: number) =>
  context.board_settings.get(
    game_id,
    context.now(),
    () => listBoardSettings(context, game_id),
    (settings) => settings,
  )

export const findBoardSettings = (
  reader: Reader,
  board: { game_id: number; leaderboard_name: string },
) => reader.first(findSettings, board)

export const orderOf = (
  settings: Pick<SettingsRow, 'ranking_order'> | undefined,
  { ranking_order }: { ranking_order: string },
): Order => settings?.ranking_order ?? (ranking_order === 'ascending' ? 'ascending' : 'descending')

/** Where entries are, and how they are ranked. */
export interface Board {
  game_id: number
  /** As it is stored: never shown. */
  leaderboard_name: string
  order: Order
  /** Undefined: it has no seasons. */
  season: number | undefined
  /** Only members of this group are shown. Undefined: everybody. */
  members_of: number | undefined
}

export interface WantedBoard {
  game_id: number
  leaderboard_name: string
  season?: number
  group_id?: number
}

/** The season in which the moment is, as far as it is known: a later one has no entries yet. */
function seasonAt(latest: SeasonRow | undefined, now: number): number {
  if (!latest) return 1
  const is_over = latest.state !== 'running' || latest.ends_at <= now
  return is_over ? latest.season + 1 : latest.season
}

async function findSeasonOf(
  { db, now }: ReadContext,
  settings: SettingsRow | undefined,
  { game_id, leaderboard_name, season }: WantedBoard,
): Promise<{ season?: number; ranking_order?: Order | null }> {
  const board = { game_id, leaderboard_name }
  const has_seasons = settings !== undefined && settings.period !== 'none'
  if (season === undefined)
    return has_seasons ? { season: seasonAt(await db.first(findLatestSeason, board), now()) } : {}
  const found = await db.first(findSeason, { ...board, season })
  if (found) return found
  if (has_seasons && season === seasonAt(await db.first(findLatestSeason, board), now()))
    return { season }
  throw new Refusal('season_not_found')
}

async function refuseNonMember(
  reader: Reader,
  player: Pick<Player, 'id' | 'game_id'>,
  group_id: number,
): Promise<void> {
  await findGroupInGame(reader, player, group_id)
  const { is_member } = await findRole(reader, group_id, player.id)
  if (!is_member) throw new Refusal('not_group_member')
}

/** Which one a request means: the running season, unless it names another. Only members may ask for that of a group. */
export async function resolveBoard(
  context: ReadContext,
  player: Player,
  wanted: WantedBoard,
): Promise<Board> {
  const { game_id, leaderboard_name: name, group_id } = wanted
  const settings = (await settingsOf(context, game_id)).get(name)
  if (group_id !== undefined) await refuseNonMember(context.db, player, group_id)
  const of = await findSeasonOf(context, settings, wanted)
  const resolved = {
    game_id,
    order: of.ranking_order ?? orderOf(settings, player),
    season: of.season,
  }
  const season = of.season ?? 0
  if (settings?.one_for !== 'each_group') {
    // Nothing is stored under the separator alone.
    const leaderboard_name = isStoredName(name) ? SEPARATOR : storedName(name, season)
    return { ...resolved, leaderboard_name, members_of: group_id }
  }
  if (group_id === undefined) throw new Refusal('leaderboard_of_groups')
  const leaderboard_name = storedName(name, season, group_id)
  return { ...resolved, leaderboard_name, members_of: undefined }
}

/** For staff, who see the leaderboards of all players. On one of groups, that of a group only if it is named. */
export async function resolveBoardOfGame(
  context: ReadContext,
  game: { id: number; ranking_order: string },
  { leaderboard_name: name, season: number, group_id }: Omit<WantedBoard, 'game_id'>,
) {
  const wanted = {
    game_id: game.id,
    leaderboard_name: name,
    ...(number === undefined ? {} : { season: number }),
  }
  const settings = await context.db.first(findSettings, {
    game_id: game.id,
    leaderboard_name: name,
  })
  if (group_id !== undefined && settings?.one_for !== 'each_group')
    throw new Refusal('not_a_leaderboard_of_groups')
  const of = await findSeasonOf(context, settings, wanted)
  return {
    leaderboard_name: isStoredName(name) ? SEPARATOR : storedName(name, of.season ?? 0, group_id),
    order: of.ranking_order ?? orderOf(settings, game),
  }
}

type SeasonSettings = Pick<SettingsRow, 'period' | 'time_zone' | 'counts'>

/** Of two who are the first of a season, one adds it. It does not end before the transaction does. */
export async function lockRunningSeason(
  tx: Transaction,
  board: { game_id: number; leaderboard_name: string },
  settings: SeasonSettings,
): Promise<SeasonRow> {
  const now = tx.now()
  for (;;) {
    const latest = await tx.first(lockLatestSeason, board)
    if (latest && seasonAt(latest, now) === latest.season) return latest
    // A clock that is behind must not start a season before the last one has ended.
    const at = Math.max(now, latest?.ends_at ?? now)
    const starts_at = latest ? startOfPeriod(settings, at, latest.ends_at) : at
    await tx.run(insertSeason, {
      ...board,
      season: (latest?.season ?? 0) + 1,
      starts_at,
      ends_at: endOfPeriod(settings, at),
      counts: settings.counts,
    })
  }
}

/** So that an entry that waits for review finds the season in which it came, also if nobody else plays in it. */
export async function startSeason(
  tx: Transaction,
  board: { game_id: number; leaderboard_name: string },
): Promise<void> {
  const settings = await tx.first(findSettings, board)
  if (settings && settings.period !== 'none') await lockRunningSeason(tx, board, settings)
}

/** The season in which an entry came. If the leaderboard had none then: the one that runs now. */
async function lockSeasonOfEntry(
  tx: Transaction,
  board: { game_id: number; leaderboard_name: string },
  settings: SeasonSettings,
  came_at: number,
): Promise<SeasonRow> {
  const found =
    came_at < tx.now() ? await tx.first(lockSeasonAt, { ...board, at: came_at }) : undefined
  if (!found || found.ends_at <= came_at) return lockRunningSeason(tx, board, settings)
  if (found.state === 'ended') throw new Refusal('season_being_paid')
  return found
}

interface EntryToStore {
  leaderboard_name: string
  score: number
  came_at: number
  group_id?: number | undefined
  /** Null: the leaderboard has none. Else what counts, for whom it is, its order, time zone and period. */
  settings: string | null
}

const isCounts = (word: string | undefined): word is Counts =>
  word === 'best' || word === 'latest' || word === 'sum'

function readStoredSettings(settings: string) {
  const [counts, one_for, order, time_zone = '', ...period] = settings.split(' ')
  const ranking_order: Order | null = order === 'ascending' || order === 'descending' ? order : null
  return {
    counts: isCounts(counts) ? counts : 'best',
    is_of_groups: one_for === 'each_group',
    ranking_order,
    time_zone,
    period: period.join(' '),
  }
}

const PLAIN = readStoredSettings('best game  UTC none')

/** As many of them as a player can have do not add up to infinity. */
const LARGEST_SUMMAND = 1e300

/** Where a new entry is stored, by the time at which it came. */
export async function resolveStoredBoard(
  tx: Transaction,
  player: Pick<Player, 'id' | 'game_id' | 'ranking_order'>,
  { leaderboard_name: name, score, came_at, group_id, settings: text }: EntryToStore,
): Promise<Board & { counts: Counts }> {
  const { game_id } = player
  const settings = text === null ? PLAIN : readStoredSettings(text)
  if (settings.is_of_groups !== (group_id !== undefined))
    throw new Refusal(
      group_id === undefined ? 'leaderboard_of_groups' : 'not_a_leaderboard_of_groups',
    )
  if (group_id !== undefined) await refuseNonMember(tx, player, group_id)
  const board = { game_id, leaderboard_name: name }
  const of =
    settings.period === 'none' ? undefined : await lockSeasonOfEntry(tx, board, settings, came_at)
  const counts = of?.counts ?? settings.counts
  if (counts === 'sum' && Math.abs(score) > LARGEST_SUMMAND) throw new Refusal('out_of_range')
  if (group_id !== undefined) await tx.run(insertGroupBoard, { group_id, leaderboard_name: name })
  return {
    game_id,
    leaderboard_name: storedName(name, of?.season ?? 0, group_id),
    order: of?.ranking_order ?? orderOf(settings, player),
    counts,
    season: of?.season,
    members_of: undefined,
  }
}

/** The smaller key is the better one. */
export const scoreOfKey = (order: Order, key: number) => (order === 'ascending' ? key : 0 - key)

export const findPrizeRules = (
  reader: Reader,
  board: { game_id: number; leaderboard_name: string },
) => reader.all(listPrizeRules, board)

export const listSeasonsOf = (
  reader: Reader,
  board: { game_id: number; leaderboard_name: string },
  page: { limit: number; offset: number },
) => reader.all(listSeasons, { ...board, ...page })

/** What counts of the entries that are stored under this name. */
export async function findWhatCounts(reader: Reader, game_id: number, stored_name: string) {
  const { leaderboard_name, season } = readStoredName(stored_name)
  const board = { game_id, leaderboard_name }
  const found =
    season === 0
      ? await reader.first(findSettings, board)
      : await reader.first(findSeason, { ...board, season })
  return found?.counts ?? 'best'
}
