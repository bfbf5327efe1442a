import { type Context, separateTransaction, type Transaction } from '../../../context.ts'
import { Refusal, type RefusalCode } from '../../../errors.ts'
import { caseBlind, hashSecret } from '../../../services/secrets.ts'
import { addFailure, deleteFailures, deleteOldFailures, findBlock, setBlocks } from './queries.ts'

const DAY_MS = 86_400_000

/**
 * So many failures are free; each further one doubles the wait, up to the longest. An account's wait stays short,
 * so that nobody can lock its owner out for long; an address serves many players, so it has more for free.
 */
const PATIENCE = {
  account: { free: 10, longest_ms: 60_000 },
  address: { free: 100, longest_ms: 900_000 },
} as const

/** What somebody tries to get into, and the address he comes from. */
export interface Attempt {
  account: string
  address: string
}

/** A known account is one subject by whatever name it is called; an unknown one is watched just the same. */
export function attemptOn(
  { game_id, named, user_id }: { game_id: number; named: string; user_id: number | undefined },
  address: string,
): Attempt {
  const subject = user_id === undefined ? ['name', caseBlind(named)] : ['user', user_id]
  return {
    account: hashSecret(JSON.stringify([game_id, ...subject])),
    address: hashSecret(JSON.stringify(['address', address])),
  }
}

const isOff = (context: Context) => context.config.RATE_LIMIT === 'off'

async function refuseWhileBlocked(context: Context, attempt: Attempt): Promise<void> {
  if (isOff(context)) return
  const block = await context.db.first(findBlock, { ...attempt })
  const wait_ms = (block?.blocked_until ?? 0) - context.now()
  if (wait_ms > 0) throw new Refusal('too_many_attempts', { retry_after_seconds: wait_ms / 1000 })
}

function waitAfter(
  failures: number,
  { free, longest_ms }: { free: number; longest_ms: number },
): number {
  return failures < free ? 0 : Math.min(longest_ms, 1000 * 2 ** Math.min(failures - free, 20))
}

/** Refuses a wrong password, slower with every one. An unknown account has no hash and takes the same time. */
export async function provePassword(
  context: Context,
  attempt: Attempt,
  { password, stored }: { password: string; stored: string | null },
  refusal: RefusalCode,
): Promise<void> {
  await refuseWhileBlocked(context, attempt)
  const fits = await context.passwords.matches(password, stored, () =>
    refuseWhileBlocked(context, attempt),
  )
  if (fits) return
  await countFailure(context, attempt)
  throw new Refusal(refusal)
}

/** Stays counted although the request is refused right after it. */
async function countFailure(context: Context, attempt: Attempt): Promise<void> {
  if (isOff(context)) return
  await separateTransaction(context, async (tx) => {
    const now = tx.now()
    const subjects = JSON.stringify([{ hash: attempt.account }, { hash: attempt.address }])
    const rows = await tx.all(addFailure, { subjects, now, since: now - DAY_MS })
    const blocks = rows.map(({ subject_hash, failures }) => {
      const patience = subject_hash === attempt.account ? PATIENCE.account : PATIENCE.address
      return { hash: subject_hash, until: now + waitAfter(failures, patience) }
    })
    await tx.run(setBlocks, { blocks: JSON.stringify(blocks) })
  })
}

export const forgetFailures = (tx: Transaction, { account }: Attempt) =>
  tx.run(deleteFailures, { account })

export const forgetOldFailures = (tx: Transaction) =>
  tx.run(deleteOldFailures, { since: tx.now() - DAY_MS })
