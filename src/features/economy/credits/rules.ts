import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal, type RefusalCode } from '../../../errors.ts'
import { ownUser } from '../../players/users/rules.ts'
import {
  addToCredits,
  compareLedger,
  insertLedgerRow,
  lockCredits,
  updateCredits,
} from './queries.ts'

const MAX_CREDITS = Number.MAX_SAFE_INTEGER
const USERS_PER_BATCH = 1000

interface CreditChange {
  change: number
  reason: 'added' | 'purchase' | 'refund'
  reference?: string
  /** Thrown if the credits would fall below zero or exceed the largest safe integer. */
  refusal: RefusalCode
}

/** Every change of credits has a row in the ledger. Returns the new balance. */
export async function changeCredits(
  tx: Transaction,
  user_id: number,
  { change, reason, reference, refusal }: CreditChange,
): Promise<number> {
  const [changed] = await Promise.all([
    tx.first(addToCredits, { user_id, change, most: MAX_CREDITS }),
    tx.run(insertLedgerRow, {
      user_id,
      change,
      reason,
      reference: reference ?? null,
      now: tx.now(),
    }),
  ])
  if (!changed) throw new Refusal(refusal)
  return changed.credits
}

export function addCredits(context: Context, player: Player, change: number) {
  return inTransaction(context, async (tx) => {
    const addition = { change, reason: 'added', refusal: 'out_of_range' } as const
    const [, user] = await Promise.all([
      changeCredits(tx, player.id, addition),
      ownUser(context, tx, player),
    ])
    return user
  })
}

/** The ledger stores the difference, so the balance is locked between reading and writing it. */
export function setCredits(context: Context, player: Player, credits: number) {
  return inTransaction(context, async (tx) => {
    const user_id = player.id
    const before = await tx.first(lockCredits, { user_id })
    if (!before) throw new Refusal('user_not_found')
    const change = credits - before.credits
    const [, , user] = await Promise.all([
      tx.run(updateCredits, { user_id, credits }),
      tx.run(insertLedgerRow, { user_id, change, reason: 'set', reference: null, now: tx.now() }),
      ownUser(context, tx, player),
    ])
    return user
  })
}

interface LedgerReport {
  users: number
  wrong: { user_id: number; game_id: number; credits: number; ledger: number }[]
}

/** Compares every user's credits with the sum of their ledger, in batches so that no other query waits long. */
export async function verifyLedger(context: Context, signal?: AbortSignal): Promise<LedgerReport> {
  const report: LedgerReport = { users: 0, wrong: [] }
  for (let after_id = 0; ;) {
    signal?.throwIfAborted()
    const rows = await context.db.all(compareLedger, { after_id, limit: USERS_PER_BATCH })
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
