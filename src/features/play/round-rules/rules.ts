import type { Transaction } from '../../../context.ts'
import { insertMatchedRounds, insertSeats } from './queries.ts'

export interface MatchedRound {
  game_id: number
  game_type: string
  /** The first one is the master. Each player is in one of the rounds that are created at once. */
  players: { user_id: number; team: number | null }[]
  /** Without it, one. Null: any number. */
  entries_per_player?: number | null
  /** Without it, the round has no end before it is finished. */
  closes_at?: number | null
}

const masterOf = ({ players }: MatchedRound) => players[0]?.user_id ?? 0

/** Closed rounds in which everybody has a seat, in two statements. Returns their ids in the order of the list. */
export async function createMatchedRounds(
  tx: Transaction,
  matched: MatchedRound[],
): Promise<number[]> {
  if (matched.length === 0) return []
  const now = tx.now()
  const added = matched.map((round) => ({
    game_id: round.game_id,
    master_id: masterOf(round),
    game_type: round.game_type,
    players: round.players.length,
    entries_per_player: round.entries_per_player === undefined ? 1 : round.entries_per_player,
    closes_at: round.closes_at ?? null,
  }))
  const rows = await tx.all(insertMatchedRounds, { added: JSON.stringify(added), now })
  const id_of = new Map(rows.map(({ id, master_id }) => [master_id, id]))
  if (id_of.size !== matched.length) throw new Error('a player is the master of two matched rounds')
  const ids = matched.map((round) => id_of.get(masterOf(round)) ?? 0)
  const seats = matched.flatMap(({ players }, index) =>
    players.map((player) => ({ id: ids[index], ...player })),
  )
  await tx.run(insertSeats, { added: JSON.stringify(seats), now })
  return ids
}

/** One closed round in which everybody has a seat. Returns its id. */
export async function createMatchedRound(tx: Transaction, matched: MatchedRound): Promise<number> {
  const [id = 0] = await createMatchedRounds(tx, [matched])
  return id
}
