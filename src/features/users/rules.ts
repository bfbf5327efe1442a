import { type Context, inTransaction, type Player, type Transaction } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { ownUser } from '../profiles/rules.ts'
import {
  addToCredits,
  addToScore,
  compareLedger,
  insertLedgerRow,
  lockCredits,
  updateCredits,
  updateScore,
} from './queries.ts'

const MOST = Number.MAX_SAFE_INTEGER
const USERS_AT_ONCE = 1000

export function addScore(context: Context, player: Player, change: number) {
  return inTransaction(context, async (tx) => {
    const range = { least: -MOST, most: MOST }
    const changed = await tx.first(addToScore, { user_id: player.id, change, ...range })
    if (!changed) throw new Refusal('out_of_range')
    return ownUser(context, tx, player)
  })
}

export function setScore(context: Context, player: Player, score: number) {
  return inTransaction(context, async (tx) => {
    await tx.run(updateScore, { user_id: player.id, score })
    return ownUser(context, tx, player)
  })
}

interface CreditChange {
  change: number
  reason: 'added' | 'set' | 'purchase' | 'refund'
  reference?: string
}

/** The one door to a user's credits: the ledger gets its row with every change. Undefined: out of range. */
export async function changeCredits(
  tx: Transaction,
  user_id: number,
  { change, reason, reference }: CreditChange,
): Promise<number | undefined> {
  const changed = await tx.first(addToCredits, { user_id, change, most: MOST })
  if (!changed) return undefined
  const row = {
    user_id,
    change,
    balance_after: changed.credits,
    reason,
    reference: reference ?? null,
  }
  await tx.run(insertLedgerRow, { ...row, now: tx.now() })
  return changed.credits
}

export function addCredits(context: Context, player: Player, change: number) {
  return inTransaction(context, async (tx) => {
    const credits = await changeCredits(tx, player.id, { change, reason: 'added' })
    if (credits === undefined) throw new Refusal('out_of_range')
    return ownUser(context, tx, player)
  })
}

/** What the ledger gets is the difference, so the old balance has to stand still meanwhile. */
export function setCredits(context: Context, player: Player, credits: number) {
  return inTransaction(context, async (tx) => {
    const user_id = player.id
    const before = await tx.first(lockCredits, { user_id })
    if (!before) throw new Refusal('user_not_found')
    await tx.run(updateCredits, { user_id, credits })
    const change = credits - before.credits
    const row = { user_id, change, balance_after: credits, reason: 'set', reference: null }
    await tx.run(insertLedgerRow, { ...row, now: tx.now() })
    return ownUser(context, tx, player)
  })
}

interface LedgerReport {
  users: number
  wrong: { user_id: number; game_id: number; credits: number; ledger: number }[]
}

/** Whether every user's credits are the sum of the ledger. Goes through the users in parts, so nothing waits long. */
export async function verifyLedger(context: Context): Promise<LedgerReport> {
  const report: LedgerReport = { users: 0, wrong: [] }
  for (let after_id = 0; ;) {
    const rows = await context.db.all(compareLedger, { after_id, limit: USERS_AT_ONCE })
    for (const { id, game_id, credits, ledger } of rows) {
      if (credits !== ledger) report.wrong.push({ user_id: id, game_id, credits, ledger })
    }
    report.users += rows.length
    const last = rows.at(-1)
    if (!last) return report
    after_id = last.id
    await new Promise(setImmediate)
  }
}
