import {
  type Context,
  inTransaction,
  separateTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { moderationRows } from '../../../services/demo/moderation-rows.ts'
import { type DemoMonth, planMonth, summarize } from '../../../services/demo/month.ts'
import {
  bestRows,
  entryRows,
  itemRows,
  ledgerRows,
  matchRows,
  purchaseRows,
  roundRows,
  usageRows,
} from '../../../services/demo/play-rows.ts'
import {
  activityRows,
  attributeRows,
  idAt,
  presenceRows,
  type Rows,
  sessionRows,
  userRows,
} from '../../../services/demo/player-rows.ts'
import {
  blockRows,
  chatRows,
  connectionRows,
  type DemoMessage,
  friendRows,
  friendshipRows,
  groupAttributeRows,
  groupRows,
  lastMessages,
  messageRows,
  messagesInOrder,
  participantRows,
  readRows,
  wordRows,
} from '../../../services/demo/social-rows.ts'
import type { Statement } from '../../../storage/statement.ts'
import { countSales } from '../../economy/sales/rules.ts'
import { recordChange } from '../audit-log/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import { updateStatistics } from '../statistics/rules.ts'
import {
  addCredits,
  countPlayers,
  insertActivity,
  insertAttributes,
  insertBests,
  insertBlocks,
  insertChats,
  insertConnections,
  insertEntries,
  insertFriends,
  insertFriendships,
  insertGroupAttributes,
  insertGroups,
  insertItems,
  insertLedger,
  insertMatches,
  insertMessages,
  insertParticipants,
  insertPresence,
  insertPurchases,
  insertReads,
  insertReports,
  insertRounds,
  insertSanctions,
  insertSessions,
  insertUsage,
  insertUsers,
  insertWords,
  lockGame,
  updateHidden,
  updateLastMessages,
  updateSanctioned,
} from './queries.ts'

/** Of all demo players but the guests. It is not a secret. */
const PASSWORD = 'playkeep-demo'
const MAX_COUNTED = 10_000
/** Small enough that on SQLite nobody waits long for the end of a transaction. */
const ROWS_AT_ONCE = 1000
const PLAYERS_AT_ONCE = 50
const MAX_COUNTING_MS = 10_000

type Insert = Statement<{ added: string }, unknown>
type InsertWithIds = Statement<{ added: string }, { id: number }>

/** Called after every batch, with the number of rows written so far. */
type OnProgress = (table: string, rows: number) => void

const toJson = (rows: Rows) => JSON.stringify(rows.map((row, position) => ({ ...row, position })))

const insert = (tx: Transaction, statement: Insert, rows: Rows) =>
  tx.run(statement, { added: toJson(rows) })

/** The ids are in the order of the rows. */
async function insertForIds(tx: Transaction, statement: InsertWithIds, rows: Rows) {
  const added = await tx.all(statement, { added: toJson(rows) })
  return added.map(({ id }) => id).toSorted((one, other) => one - other)
}

const groupByUser = <T extends { user: number }>(list: T[]) => [
  ...Map.groupBy(list, ({ user }) => user).values(),
]

/** Writes a month of data into a game that has only its players so far. */
class Filling {
  readonly #context: Context
  readonly #game_id: number
  readonly #month: DemoMonth
  readonly #users: number[]
  readonly #onProgress: OnProgress

  constructor(
    context: Context,
    game: { game_id: number; users: number[] },
    { month, onProgress }: { month: DemoMonth; onProgress: OnProgress },
  ) {
    this.#context = context
    this.#game_id = game.game_id
    this.#users = game.users
    this.#month = month
    this.#onProgress = onProgress
  }

  #once = <T>(work: (tx: Transaction) => Promise<T>) => separateTransaction(this.#context, work)

  /** A transaction for each part, so that other writers get their turn in between. */
  async #inParts<T, R>(
    { table, list, size = ROWS_AT_ONCE }: { table: string; list: T[]; size?: number },
    work: (tx: Transaction, part: T[]) => Promise<R>,
  ): Promise<R[]> {
    const results: R[] = []
    for (let start = 0; start < list.length; start += size) {
      const part = list.slice(start, start + size)
      results.push(await this.#once((tx) => work(tx, part)))
      this.#onProgress(table, start + part.length)
      await new Promise(setImmediate)
    }
    return results
  }

  #insertAll = (table: string, statement: Insert, list: Rows) =>
    this.#inParts({ table, list }, (tx, part) => insert(tx, statement, part))

  async #insertAllForIds(table: string, statement: InsertWithIds, list: Rows): Promise<number[]> {
    const ids = await this.#inParts({ table, list }, (tx, part) =>
      insertForIds(tx, statement, part),
    )
    return ids.flat()
  }

  async #fillPlayers(): Promise<void> {
    const { now, config } = this.#context
    const [month, users] = [this.#month, this.#users]
    const sessions = { now: now(), session_days: config.SESSION_DAYS }
    await this.#insertAll('user_activity', insertActivity, activityRows(month, users))
    await this.#insertAll('sessions', insertSessions, sessionRows(month, users, sessions))
    await this.#insertAll('presence', insertPresence, presenceRows(month, users))
    await this.#insertAll('user_attributes', insertAttributes, attributeRows(month, users))
  }

  /** Credits and ledger change together. */
  async #fillStore(): Promise<void> {
    const { ledger, purchases } = this.#month
    const rows = itemRows(this.#month, this.#game_id)
    const items = await this.#insertAllForIds('store_items', insertItems, rows)
    const parts = { table: 'credit_ledger', list: groupByUser(ledger), size: PLAYERS_AT_ONCE }
    await this.#inParts(parts, async (tx, part) => {
      await insert(tx, insertLedger, ledgerRows(part.flat(), this.#users, items))
      const balances = part.map((own) => ({
        user_id: idAt(this.#users, own[0]?.user ?? 0),
        credits: own.at(-1)?.balance_after ?? 0,
      }))
      await tx.run(addCredits, { balances: JSON.stringify(balances) })
    })
    const bought = purchaseRows(purchases, this.#users, items)
    await this.#insertAll('purchases', insertPurchases, bought)
  }

  async #fillRounds(): Promise<void> {
    const { matches, rounds, entries } = this.#month
    const ids = await this.#insertAllForIds(
      'multiplayer_game_rounds',
      insertMatches,
      matchRows(matches, this.#users, this.#game_id),
    )
    await this.#insertAll('game_rounds', insertRounds, roundRows(rounds, this.#users, ids))
    const parts = {
      table: 'leaderboard_entries',
      list: groupByUser(entries),
      size: PLAYERS_AT_ONCE,
    }
    await this.#inParts(parts, async (tx, part) => {
      const rows = entryRows(part.flat(), this.#users, this.#game_id)
      const entry_ids = await insertForIds(tx, insertEntries, rows)
      await insert(tx, insertBests, bestRows(rows, entry_ids))
      await insert(tx, insertUsage, usageRows(rows))
    })
  }

  /** Returns the ids of the groups. */
  #fillGroups(): Promise<number[]> {
    const { groups } = this.#month
    return this.#once(async (tx) => {
      const ids = await insertForIds(tx, insertGroups, groupRows(groups, this.#game_id))
      await insert(tx, insertWords, wordRows(groups, ids, this.#game_id))
      await insert(tx, insertConnections, connectionRows(groups, ids, this.#users))
      await insert(tx, insertGroupAttributes, groupAttributeRows(groups, ids, this.#users))
      return ids
    })
  }

  #fillFriends(): Promise<void> {
    const { friendships, blocks } = this.#month
    return this.#once(async (tx) => {
      const rows = friendshipRows(friendships, this.#users)
      const ids = await insertForIds(tx, insertFriendships, rows)
      await insert(tx, insertFriends, friendRows(friendships, ids, this.#users))
      await insert(tx, insertBlocks, blockRows(blocks, this.#users))
    })
  }

  async #fillChats(groups: number[]): Promise<void> {
    const { chats } = this.#month
    const users = this.#users
    const rows = chatRows(chats, { game_id: this.#game_id, users, groups })
    const chat_ids = await this.#insertAllForIds('chats', insertChats, rows)
    const messages = messagesInOrder(chats)
    const message_ids = await this.#insertAllForIds(
      'messages',
      insertMessages,
      messageRows(messages, chat_ids, users),
    )
    const reads = readRows(messages, message_ids, users)
    await this.#insertAll('message_reads', insertReads, reads)
    const last = lastMessages(messages, message_ids)
    const chats_written = JSON.stringify(
      chat_ids.map((id, chat) => ({ id, last_message_id: last.get(chat) ?? 0 })),
    )
    await this.#once(async (tx) => {
      await tx.run(updateLastMessages, { chats_written })
      const participants = participantRows(chats, { ids: chat_ids, users, last })
      await insert(tx, insertParticipants, participants)
    })
    await this.#fillModeration(messages, { groups, chats: chat_ids, messages: message_ids })
  }

  #fillModeration(
    messages: DemoMessage[],
    ids: { groups: number[]; chats: number[]; messages: number[] },
  ): Promise<void> {
    const rows = moderationRows({
      month: this.#month,
      messages,
      ids: { ...ids, game_id: this.#game_id, users: this.#users },
      now: this.#context.now(),
    })
    return this.#once(async (tx) => {
      await insert(tx, insertReports, rows.reports)
      await insert(tx, insertSanctions, rows.sanctions)
      await tx.run(updateHidden, { hidden: JSON.stringify(rows.hidden) })
      await tx.run(updateSanctioned, { sanctioned: JSON.stringify(rows.sanctioned) })
    })
  }

  async run(): Promise<void> {
    await this.#fillPlayers()
    await this.#fillStore()
    await this.#fillRounds()
    await this.#fillFriends()
    await this.#fillChats(await this.#fillGroups())
  }
}

async function refusePlayers(tx: Transaction, game_id: number): Promise<void> {
  const players = (await tx.first(countPlayers, { game_id, max: MAX_COUNTED }))?.players ?? 0
  if (players === 0) return
  const many = players < MAX_COUNTED ? players : `at least ${MAX_COUNTED.toLocaleString('en')}`
  throw new Refusal('game_has_players', {
    sentence: `Game ${game_id} has ${many} ${players === 1 ? 'player' : 'players'}, and demo data is only for a game without players: create a new game for it.`,
  })
}

/** For the charts, which would otherwise show nothing for a few minutes. What is left is counted by the jobs. */
async function countNow(context: Context): Promise<void> {
  const signal = AbortSignal.timeout(MAX_COUNTING_MS)
  const until = performance.now() + MAX_COUNTING_MS
  try {
    await updateStatistics(context, { signal, until })
  } catch (error) {
    if (!signal.aborted) throw error
  }
  while (performance.now() < until && (await separateTransaction(context, countSales)));
}

/**
 * Fills a game without players with a month of data. All players are added at once, so that of two requests one is refused;
 * everything else follows in parts. A server that is stopped meanwhile leaves what is written.
 */
export async function fillWithDemoData(
  context: Context,
  game_id: number,
  onProgress: OnProgress = () => {},
) {
  await refuseUnknownGame(context.db, game_id)
  const month = planMonth(context.now())
  const password_hash = await context.passwords.hash(PASSWORD, '')
  let users: number[] = []
  const answer = await inTransaction(context, async (tx) => {
    await tx.first(lockGame, { id: game_id })
    await refusePlayers(tx, game_id)
    users = await insertForIds(tx, insertUsers, userRows(month, game_id, password_hash))
    const { username, ...counts } = summarize(month)
    const filled = { action: 'admin.demoData.fill', game_id, target: 'game', target_id: game_id }
    await recordChange(tx, { ...filled, after: counts })
    return { ...counts, username, players_password: PASSWORD }
  })
  try {
    await new Filling(context, { game_id, users }, { month, onProgress }).run()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, {
      sentence: `${error.message} Game ${game_id} is only partly filled with demo data: create a new game for it.`,
    })
  }
  await countNow(context)
  return answer
}
