import { type Context, inTransaction, type Player, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { step } from '../../../storage/statement.ts'
import { publicUser, recordIfWanted } from '../../operations/events/rules.ts'
import { ownUserStep, presentOwnUser } from '../../players/users/rules.ts'
import {
  updateCreditsBy,
  listLedgerSums,
  insertLedgerRow,
  insertLedgerRowOfPrice,
  insertLedgerRows,
  lockCredits,
  updateCredits,
  updateCreditsByPrice,
  updateCreditsOfMany,
} from './queries.ts'

const MAX_CREDITS = Number.MAX_SAFE_INTEGER

interface CreditChange {
  user_id: number
  change: number
  reason: 'added' | 'purchase' | 'refund' | 'staff' | 'game_code' | 'prize'
  reference?: string
}

/**
 * For `inOrder`: changes credits and writes the ledger, which always happens together. The first step gives no row where
 * the credits would fall below zero or exceed the largest safe integer; then the transaction must be refused.
 */
const creditSteps = ({ user_id, change, reason, reference }: CreditChange, now: number) =>
  [
    step(updateCreditsBy, { user_id, change, max: MAX_CREDITS }),
    step(insertLedgerRow, { user_id, change, reason, reference: reference ?? null, now }),
  ] as const

/**
 * The same for what a purchase costs, while it is in the table and the user is locked. Without a purchase they change nothing.
 * Where the credits would be out of range, they fail with `NullViolation`.
 */
export function priceSteps(
  { user_id, store_item_id }: { user_id: number; store_item_id: number },
  reason: 'purchase' | 'refund',
  now: number,
) {
  const purchase = { user_id, store_item_id, sign: reason === 'purchase' ? -1 : 1 } as const
  const reference = `store_item:${store_item_id}`
  return [
    step(insertLedgerRowOfPrice, { ...purchase, max: MAX_CREDITS, reason, reference, now }),
    step(updateCreditsByPrice, purchase),
  ] as const
}

/** Runs after the change. */
export const tellOfCredits = (
  tx: Transaction,
  { id, game_id }: Pick<Player, 'id' | 'game_id'>,
  change: { change: number; reason: CreditChange['reason'] | 'set' },
) =>
  recordIfWanted(tx, 'credits.changed', game_id, async () => ({
    actor_id: tx.staff ? null : id,
    audience: 'user',
    audience_id: id,
    data: { ...change, user: await publicUser(tx, id) },
  }))

interface Payments {
  /** One for each player. */
  payments: { user_id: number; change: number }[]
  reference: string
}

/** Pays prizes to players of a game. Returns who was paid: not those who would have more than a player can have. */
export async function payCredits(
  tx: Transaction,
  game_id: number,
  { payments, reference }: Payments,
): Promise<Set<number>> {
  if (payments.length === 0) return new Set()
  const wanted = { payments: JSON.stringify(payments), max: MAX_CREDITS }
  const paid = new Set((await tx.all(updateCreditsOfMany, wanted)).map(({ id }) => id))
  const made = payments.filter(({ user_id }) => paid.has(user_id))
  const reason = 'prize'
  const rows = JSON.stringify(made)
  await tx.run(insertLedgerRows, { payments: rows, reason, reference, now: tx.now() })
  for (const { user_id: id, change } of made)
    await tellOfCredits(tx, { id, game_id }, { change, reason })
  return paid
}

/** By staff, or by the game's own code. The ledger names them, and says why. Returns the new balance. */
export async function adjustCredits(
  tx: Transaction,
  player: Player,
  { change, note }: { change: number; note: string },
): Promise<number> {
  const { id = 0, name = '', is_game_code = false } = tx.staff ?? {}
  const reference = is_game_code
    ? `code:${JSON.stringify([name, note])}`
    : `staff:${id ?? 0}:${note}`
  const reason = is_game_code ? 'game_code' : 'staff'
  const entry = { user_id: player.id, change, reason, reference } as const
  const [[changed]] = await tx.inOrder(...creditSteps(entry, tx.now()))
  if (!changed) throw new Refusal('out_of_range')
  await tellOfCredits(tx, player, { change, reason })
  return changed.credits
}

/** Nobody else changes the user, their attributes or their values until the transaction ends. Returns their credits. */
export async function lockPlayerRow(tx: Transaction, user_id: number): Promise<number> {
  const row = await tx.first(lockCredits, { user_id })
  if (!row) throw new Refusal('user_not_found')
  return row.credits
}

interface AdjustedBy {
  /** 0: the system key, or the game's own code. */
  staff_id: number
  /** Of the code. Null: it was not by code. */
  code_name: string | null
  note: string
}

/** What `adjustCredits` has written. Undefined: the entry is not by staff, nor by code. */
export function readStaffReference(reference: string | null): AdjustedBy | undefined {
  const text = reference ?? ''
  if (text.startsWith('code:')) {
    const [code_name, note]: [string, string] = JSON.parse(text.slice('code:'.length))
    return { staff_id: 0, code_name, note }
  }
  const found = /^staff:(\d+):(.*)$/s.exec(text)
  return found ? { staff_id: Number(found[1]), code_name: null, note: found[2] ?? '' } : undefined
}

export function addCredits(context: Context, player: Player, change: number) {
  return inTransaction(context, async (tx) => {
    const [[changed], , [user]] = await tx.inOrder(
      ...creditSteps({ user_id: player.id, change, reason: 'added' }, tx.now()),
      ownUserStep(player),
    )
    if (!changed) throw new Refusal('out_of_range')
    await tellOfCredits(tx, player, { change, reason: 'added' })
    return presentOwnUser(context, user, player.token)
  })
}

/** The ledger stores the difference, so the balance is locked between reading and writing it. */
export function setCredits(context: Context, player: Player, credits: number) {
  return inTransaction(context, async (tx) => {
    const user_id = player.id
    const before = await tx.first(lockCredits, { user_id })
    if (!before) throw new Refusal('user_not_found')
    const change = credits - before.credits
    const [, , [user]] = await tx.inOrder(
      step(updateCredits, { user_id, credits }),
      step(insertLedgerRow, { user_id, change, reason: 'set', reference: null, now: tx.now() }),
      ownUserStep(player),
    )
    await tellOfCredits(tx, player, { change, reason: 'set' })
    return presentOwnUser(context, user, player.token)
  })
}

interface LedgerReport {
  users: number
  wrong: { user_id: number; game_id: number; credits: number; ledger: number }[]
}

/** Compares users' credits with the sums of their ledger, in batches so that no other query waits long. */
export async function* checkLedger(
  context: Context,
  after_id = 0,
): AsyncGenerator<LedgerReport & { last_id: number }> {
  for (let last_id = after_id; ;) {
    const rows = await context.db.all(listLedgerSums, { after_id: last_id })
    const last = rows.at(-1)
    if (!last) return
    last_id = last.id
    const wrong = rows
      .filter(({ credits, ledger }) => credits !== ledger)
      .map(({ id: user_id, ...row }) => ({ user_id, ...row }))
    yield { users: rows.length, wrong, last_id }
    await new Promise(setImmediate)
  }
}

/** Of all users. */
export async function verifyLedger(context: Context): Promise<LedgerReport> {
  const report: LedgerReport = { users: 0, wrong: [] }
  for await (const { users, wrong } of checkLedger(context)) {
    report.users += users
    report.wrong.push(...wrong)
  }
  return report
}
