import { type Context, separateTransaction, type Transaction } from '../../../context.ts'
import { Refusal, type RefusalCode } from '../../../errors.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret } from '../../../services/secrets.ts'
import {
  insertFailures,
  deleteFailures,
  deleteOldFailures,
  findBlock,
  updateBlocks,
} from './queries.ts'

const DAY_MS = 86_400_000

interface SignInDelay {
  /** This failure in a row causes a delay of one second, and each further one doubles the delay. */
  first_delayed_failure: number
  max_delay_ms: number
}

/**
 * The delay of an account stays short, so that an attacker cannot lock its owner out for long. Many players may share an
 * IP address, so its delay starts later.
 */
const DELAYS: Record<'account' | 'address', SignInDelay> = {
  account: { first_delayed_failure: 10, max_delay_ms: 60_000 },
  address: { first_delayed_failure: 100, max_delay_ms: 900_000 },
}

/** Hashes of the account that is being signed in to and of the IP address that the attempt comes from. */
export interface SignInAttempt {
  account: string
  address: string
}

/** A known account is counted by its id, whatever name was sent; an unknown one is counted by the name. */
export function signInAttempt(
  { game_id, name, user_id }: { game_id: number; name: string; user_id: number | undefined },
  ip_address: string,
): SignInAttempt {
  const account = user_id === undefined ? ['name', comparisonKey(name)] : ['user', user_id]
  return {
    account: hashSecret(JSON.stringify([game_id, ...account])),
    address: hashSecret(JSON.stringify(['address', ip_address])),
  }
}

const isOff = (context: Context) => context.config.RATE_LIMIT === 'off'

async function refuseWhileBlocked(context: Context, attempt: SignInAttempt): Promise<void> {
  if (isOff(context)) return
  const block = await context.db.first(findBlock, { ...attempt })
  const wait_ms = (block?.blocked_until ?? 0) - context.now()
  if (wait_ms > 0) throw new Refusal('too_many_attempts', { retry_after_seconds: wait_ms / 1000 })
}

function delayAfter(
  failures: number,
  { first_delayed_failure, max_delay_ms }: SignInDelay,
): number {
  if (failures < first_delayed_failure) return 0
  return Math.min(max_delay_ms, 1000 * 2 ** Math.min(failures - first_delayed_failure, 20))
}

/** Refuses a wrong password, and counts it. An unknown account has no hash, and takes the same time. */
export async function verifyPassword(
  context: Context,
  attempt: SignInAttempt,
  { password, hash }: { password: string; hash: string | null },
  refusal: RefusalCode,
): Promise<void> {
  await refuseWhileBlocked(context, attempt)
  const is_correct = await context.passwords.matches(password, hash, () =>
    refuseWhileBlocked(context, attempt),
  )
  if (is_correct) return
  await countFailure(context, attempt)
  throw new Refusal(refusal)
}

/** In a separate transaction, because the request is refused right afterwards. */
async function countFailure(context: Context, attempt: SignInAttempt): Promise<void> {
  if (isOff(context)) return
  await separateTransaction(context, async (tx) => {
    const now = tx.now()
    const subjects = JSON.stringify([{ hash: attempt.account }, { hash: attempt.address }])
    const rows = await tx.all(insertFailures, { subjects, now, since: now - DAY_MS })
    const blocks = rows.map(({ subject_hash, failures }) => {
      const delay = subject_hash === attempt.account ? DELAYS.account : DELAYS.address
      return { hash: subject_hash, until: now + delayAfter(failures, delay) }
    })
    await tx.run(updateBlocks, { blocks: JSON.stringify(blocks) })
  })
}

export const clearFailures = (tx: Transaction, { account }: SignInAttempt) =>
  tx.run(deleteFailures, { account })

export const removeOldFailures = (tx: Transaction) =>
  tx.run(deleteOldFailures, { since: tx.now() - DAY_MS })
