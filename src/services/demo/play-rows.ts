import { isoTime } from '../times.ts'
import type { DemoLedgerRow, DemoPurchase } from './economy.ts'
import type { DemoMonth } from './month.ts'
import type { DemoEntry, DemoMatch, DemoRound } from './play.ts'
import { idAt, type Rows } from './player-rows.ts'
import { ITEMS } from './texts.ts'

export const itemRows = ({ players }: DemoMonth, game_id: number): Rows =>
  ITEMS.map(([name, cost, description, category]) => ({
    game_id,
    name,
    cost,
    description,
    category,
    created_at: players[0]?.joined_at ?? 0,
  }))

export const ledgerRows = (ledger: DemoLedgerRow[], users: number[], items: number[]): Rows =>
  ledger.map(({ user, change, balance_after, reason, item, at }) => ({
    user_id: idAt(users, user),
    change,
    balance_after,
    reason,
    reference: item === null ? null : `store_item:${idAt(items, item)}`,
    created_at: at,
  }))

export const purchaseRows = (purchases: DemoPurchase[], users: number[], items: number[]): Rows =>
  purchases.map(({ user, item, price, at }) => ({
    user_id: idAt(users, user),
    store_item_id: idAt(items, item),
    price,
    bought_at: at,
  }))

export const matchRows = (matches: DemoMatch[], users: number[], game_id: number): Rows =>
  matches.map(({ master, at }) => ({ game_id, master_id: idAt(users, master), created_at: at }))

export const roundRows = (rounds: DemoRound[], users: number[], matches: number[]): Rows =>
  rounds.map(({ user, match, game_type, started_at, ended_at, score, level }) => ({
    game_user_id: idAt(users, user),
    multiplayer_game_round_id: match === null ? null : idAt(matches, match),
    game_type,
    start_time: isoTime(started_at),
    started_at,
    end_time: isoTime(ended_at),
    score,
    metadata: JSON.stringify({ level }),
    created_at: started_at,
    updated_at: ended_at,
  }))

export const entryRows = (entries: DemoEntry[], users: number[], game_id: number) =>
  entries.map(({ user, leaderboard_name, score, level, at }) => ({
    game_id,
    user_id: idAt(users, user),
    leaderboard_name,
    score,
    extra_attributes: JSON.stringify({ level }),
    created_at: at,
  }))

type Entry = ReturnType<typeof entryRows>[number]

const bytesOf = ({ extra_attributes, leaderboard_name }: Entry) =>
  Buffer.byteLength(extra_attributes) + Buffer.byteLength(leaderboard_name)

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** Of several entries with the best score, the first one counts. `ids` are those of the entries. */
export function bestRows(entries: Entry[], ids: number[]): Rows {
  const numbered = entries.map((entry, place) => ({ ...entry, id: idAt(ids, place) }))
  const of_boards = Map.groupBy(
    numbered,
    ({ user_id, leaderboard_name }) => `${user_id} ${leaderboard_name}`,
  )
  return [...of_boards.values()].flatMap((of_board) => {
    const [highest] = of_board.toSorted(
      (one, other) => other.score - one.score || one.id - other.id,
    )
    const [lowest] = of_board.toSorted((one, other) => one.score - other.score || one.id - other.id)
    if (!highest || !lowest) return []
    const { user_id, leaderboard_name, game_id } = highest
    return [
      {
        user_id,
        leaderboard_name,
        game_id,
        descending_key: -highest.score,
        descending_entry_id: highest.id,
        ascending_key: lowest.score,
        ascending_entry_id: lowest.id,
        entries: of_board.length,
        entry_bytes: sumOf(of_board.map(bytesOf)),
      },
    ]
  })
}

export const usageRows = (entries: Entry[]): Rows =>
  [...Map.groupBy(entries, ({ user_id }) => user_id)].map(([user_id, own]) => ({
    user_id,
    entries: own.length,
    entry_bytes: sumOf(own.map(bytesOf)),
  }))
