import type { Context, Transaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { isoTime } from '../../../services/times.ts'
import { idRows } from '../../../storage/statement.ts'
import { payCredits } from '../../economy/credits/rules.ts'
import { giveItem } from '../../economy/store/rules.ts'
import { recordEvents, recordForGame } from '../../operations/events/rules.ts'
import { storedName } from '../board-seasons/rules.ts'
import {
  type DueSeason,
  findOrder,
  insertWinners,
  listEndedSeasons,
  listOverSeasons,
  lockDueSeason,
  lockFreeSeason,
  lockWinners,
  type PrizeRow,
  updateRefused,
  updateSeasonEnded,
  updateSeasonPaid,
  updateSomePaid,
} from './queries.ts'

export type { DueSeason } from './queries.ts'

/** How many are looked for. Each is worked on in transactions of its own, so that none holds up another. */
const SEASONS_AT_ONCE = 100
/** How many prizes one transaction pays. */
const PAID_AT_ONCE = 50

const describe = ({ leaderboard_name, season, starts_at, ends_at }: DueSeason) => ({
  leaderboard_name,
  season,
  starts_at: isoTime(starts_at),
  ends_at: isoTime(ends_at),
})

/** Freezes the ranking: who wins what is written down, with the prizes as they are now. */
async function endSeason(tx: Transaction, due: DueSeason): Promise<void> {
  const { id, game_id, leaderboard_name, season } = due
  const found = await tx.first(findOrder, { game_id, leaderboard_name })
  const order = found?.ranking_order === 'ascending' ? 'ascending' : 'descending'
  const winners = await tx.run(insertWinners[order], {
    season_id: id,
    game_id,
    leaderboard_name,
    stored_name: storedName(leaderboard_name, season),
    max_rank: limits.prize_rank.value,
  })
  const state = winners === 0 ? 'paid' : 'ended'
  await tx.run(updateSeasonEnded, { id, state, ranking_order: order })
  const data = { ...describe(due), winners }
  await recordForGame(tx, 'leaderboard.season_ended', { game_id, actor_id: null, data })
}

/** The next ones after the given one. */
const pageAfter = (after: DueSeason | undefined) => ({
  after_end: after?.ends_at ?? 0,
  after_id: after?.id ?? 0,
  limit: SEASONS_AT_ONCE,
})

/** Some of those that are over and have not ended. */
export const findSeasonsToEnd = ({ db, now }: Context, after: DueSeason | undefined) =>
  db.all(listOverSeasons, { now: now(), ...pageAfter(after) })

/** Some of those that have ended, and whose prizes are not all paid. */
export const findSeasonsToPay = ({ db }: Context, after: DueSeason | undefined) =>
  db.all(listEndedSeasons, pageAfter(after))

/** Returns how many: 0 if somebody is working on it. */
export async function endSeasonIfFree(tx: Transaction, { id }: DueSeason): Promise<number> {
  const season = await tx.first(lockFreeSeason, { id, now: tx.now() })
  if (season) await endSeason(tx, season)
  return season ? 1 : 0
}

export async function endSeasonIfDue(tx: Transaction, id: number): Promise<void> {
  const season = await tx.first(lockDueSeason, { id, now: tx.now() })
  if (season) await endSeason(tx, season)
}

/** Those whose prize is not paid: they are banned, or would have more credits than a player can have. */
async function payAll(tx: Transaction, season: DueSeason, prizes: PrizeRow[]): Promise<number[]> {
  const { game_id, leaderboard_name } = season
  const players = idRows(prizes.map(({ user_id }) => user_id))
  const now = tx.now()
  const rows = await tx.all(lockWinners, { players })
  const allowed = new Set(
    rows.filter(({ banned_until }) => (banned_until ?? 0) <= now).map(({ id }) => id),
  )
  const reference = `season:${season.season}:${leaderboard_name}`
  const payments = prizes
    .filter(({ user_id, credits }) => allowed.has(user_id) && credits > 0)
    .map(({ user_id, credits: change }) => ({ user_id, change }))
  const paid = await payCredits(tx, game_id, { payments, reference })
  const isPaid = ({ user_id, credits }: PrizeRow) =>
    allowed.has(user_id) && (credits === 0 || paid.has(user_id))
  const won = prizes.filter(isPaid)
  for (const { user_id, store_item_id } of won)
    if (store_item_id !== null) await giveItem(tx, { id: user_id, game_id }, store_item_id)
  await recordEvents(
    tx,
    'leaderboard.prize_won',
    won.map(({ user_id, rank, credits, store_item_id }) => ({
      game_id,
      actor_id: null,
      audience: 'user',
      audience_id: user_id,
      data: { leaderboard_name, season: season.season, rank, credits, store_item_id },
    })),
  )
  return prizes.filter((prize) => !isPaid(prize)).map(({ id }) => id)
}

/** Pays some prizes of a season that has ended. Returns how many, or 0 if nothing is left to do. */
export async function payDuePrizes(tx: Transaction, season: DueSeason): Promise<number> {
  const taken = { season_id: season.id, now: tx.now(), limit: PAID_AT_ONCE }
  const prizes = await tx.all(updateSomePaid, taken)
  if (prizes.length > 0) {
    const refused = await payAll(tx, season, prizes)
    if (refused.length > 0) await tx.run(updateRefused, { prizes: idRows(refused) })
  }
  const is_paid = (await tx.run(updateSeasonPaid, { id: season.id })) > 0
  return prizes.length + Number(is_paid)
}
