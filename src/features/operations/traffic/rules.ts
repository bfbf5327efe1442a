import { HOUR_MS } from '../../../durations.ts'
import { type Context, relaxedTransaction, type Transaction } from '../../../context.ts'
import { newToken } from '../../../services/secrets.ts'
import { isoTime } from '../../../services/times.ts'
import { DURATIONS_MS } from '../../../services/traffic.ts'
import type { Reader } from '../../../storage/database.ts'
import { deleteOldTraffic, listTraffic, type TrafficRow, upsertTraffic } from './queries.ts'

const SHOWN_MS = 24 * HOUR_MS
const KEPT_MS = 48 * HOUR_MS
const MAX_GAMES_PER_WRITE = 250

/** Several processes count the same game, each in its own rows. */
const PROCESS = newToken().slice(0, 16)

/** Writes what this process has counted. What could not be written is kept for the next time. */
export async function writeTraffic(context: Context): Promise<void> {
  const { traffic } = context.unwritten
  for (;;) {
    const taken = traffic.takeChanged(MAX_GAMES_PER_WRITE)
    if (taken.length === 0) return traffic.forget(context.now() - HOUR_MS)
    const rows = taken.map((row) => ({ ...row, durations: JSON.stringify(row.durations) }))
    try {
      await relaxedTransaction(context, (tx) =>
        tx.run(upsertTraffic, { counted: JSON.stringify(rows), writer: PROCESS }),
      )
    } catch (error) {
      traffic.putBack(taken)
      throw error
    }
  }
}

export const removeOldTraffic = (tx: Transaction) =>
  tx.run(deleteOldTraffic, { before: tx.now() - KEPT_MS })

const readDurations = (text: string): number[] => JSON.parse(text)

function sumDurations(rows: TrafficRow[]): number[] {
  const sums = Array<number>(DURATIONS_MS.length + 1).fill(0)
  for (const { durations } of rows)
    for (const [group, count] of readDurations(durations).entries())
      sums[group] = (sums[group] ?? 0) + count
  return sums
}

/** A percentile of the response times, rounded up to one of `DURATIONS_MS`. Null: there were no requests. */
function enoughFor(part: number, durations: number[]): number | null {
  const all = durations.reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  let counted = 0
  const group = durations.findIndex((count) => (counted += count) >= all * part)
  return DURATIONS_MS[group] ?? DURATIONS_MS.at(-1) ?? null
}

/** The requests of a game in the last 24 hours, of all processes, by periods of five minutes. */
export async function listTrafficOf(db: Reader, game_id: number, now: number) {
  const rows = await db.all(listTraffic, { game_id, since: now - SHOWN_MS })
  const sum = (list: TrafficRow[], field: 'requests' | 'refusals' | 'failures') =>
    list.reduce((total, row) => total + row[field], 0)
  return [...Map.groupBy(rows, ({ begins_at }) => begins_at)].map(([begins_at, list]) => {
    const durations = sumDurations(list)
    return {
      at: isoTime(begins_at),
      requests: sum(list, 'requests'),
      refusals: sum(list, 'refusals'),
      failures: sum(list, 'failures'),
      half_within_ms: enoughFor(0.5, durations),
      most_within_ms: enoughFor(0.95, durations),
    }
  })
}
