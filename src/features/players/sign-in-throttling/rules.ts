import { type Context, separateTransaction, type Transaction } from '../../../context.ts'
import { Refusal, type RefusalCode } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { addressGroup } from '../../../services/addresses.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret } from '../../../services/secrets.ts'
import { step } from '../../../storage/statement.ts'
import {
  deleteFailures,
  deleteFailuresOfAccount,
  deleteOldAddresses,
  deleteOldFailures,
  deleteSurplusAddresses,
  findBlock,
  insertFailures,
  insertKnownAddress,
  updateBlocks,
} from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface SignInDelay {
  counted: string
  /** This failure in a row causes a delay of one second, and each further one doubles the delay. */
  first_delayed_failure: number
  max_delay_ms: number
  /** A failure so long after the last one counts as the first. */
  memory_ms: number
}

/**
 * Many players may share an IP address, and an attacker may have many, so the delays of an address and of an account
 * start late. That of an address stays short, so that a class at a new address can sign in in spite of its typing
 * errors; the rate limit `address_sign_ins` is for the rest. Neither applies to an address from which the account was signed in to before, so nobody else can lock its
 * owner out. There only the failures at this account from this address count; that delay stays short, because the owner
 * may share the address with the attacker.
 */
export const DELAYS = {
  pair: {
    counted: 'One account, from one IP address',
    first_delayed_failure: 10,
    max_delay_ms: 60_000,
    memory_ms: DAY_MS,
  },
  account: {
    counted: 'One account, from all addresses where it was not signed in to before',
    first_delayed_failure: 100,
    max_delay_ms: 900_000,
    memory_ms: DAY_MS,
  },
  address: {
    counted: 'One IP address, at all accounts that were not signed in to from there before',
    first_delayed_failure: 100,
    max_delay_ms: 10_000,
    memory_ms: HOUR_MS,
  },
} satisfies Record<string, SignInDelay>

/** Hashes of the account that is being signed in to, of the IP address that the attempt comes from, and of both. */
export interface SignInAttempt {
  pair: string
  account: string
  address: string
  /** The address as the account knows it. */
  known_address: string
  /** 0: no user has the name that was sent. */
  user_id: number
  ip_address: string
}

const digest = (...parts: (string | number)[]) => hashSecret(JSON.stringify(parts))

interface Account {
  game_id: number
  name: string
  user_id: number | undefined
}

/** A known account is counted by its id, whatever name was sent; an unknown one is counted by the name. */
const hashAccount = ({ game_id, name, user_id }: Account) =>
  user_id === undefined
    ? digest(game_id, 'name', comparisonKey(name))
    : digest(game_id, 'user', user_id)

export function signInAttempt(of: Account, ip_address: string): SignInAttempt {
  const account = hashAccount(of)
  const group = addressGroup(ip_address)
  return {
    pair: digest('pair', account, group),
    account,
    address: digest('address', group),
    known_address: digest('known', account, group),
    user_id: of.user_id ?? 0,
    ip_address,
  }
}

const isOff = (context: Context) => context.config.RATE_LIMIT === 'off'

async function refuseWhileBlocked(context: Context, attempt: SignInAttempt): Promise<void> {
  if (isOff(context)) return
  const { pair, account, address, known_address, user_id } = attempt
  const since = context.now() - limits.known_address_days.value * DAY_MS
  const subjects = { pair, account, address, known_address, user_id, since }
  const block = await context.db.first(findBlock, subjects)
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
  const is_correct = await context.passwords.matches(password, hash, {
    address: attempt.ip_address,
    before: () => refuseWhileBlocked(context, attempt),
    onWrong: () => countFailure(context, attempt),
  })
  if (!is_correct) throw new Refusal(refusal)
}

/** In a separate transaction, because the request is refused right afterwards. */
async function countFailure(
  context: Context,
  { pair, account, address }: SignInAttempt,
): Promise<void> {
  if (isOff(context)) return
  const subjects = [
    { hash: pair, account, delay: DELAYS.pair },
    { hash: account, account, delay: DELAYS.account },
    { hash: address, account: null, delay: DELAYS.address },
  ]
  await separateTransaction(context, async (tx) => {
    const now = tx.now()
    const rows = await tx.all(insertFailures, {
      subjects: JSON.stringify(subjects),
      now,
      since: now - DELAYS.account.memory_ms,
      since_of_address: now - DELAYS.address.memory_ms,
    })
    const blocks = rows.map(({ subject_hash, failures }) => {
      const delay = subjects.find(({ hash }) => hash === subject_hash)?.delay ?? DELAYS.address
      return { hash: subject_hash, until: now + delayAfter(failures, delay) }
    })
    await tx.run(updateBlocks, { blocks: JSON.stringify(blocks) })
  })
}

/**
 * After a correct password. The failures from other addresses still count, because their guesses are not the owner's.
 */
export async function recordSuccess(tx: Transaction, attempt: SignInAttempt): Promise<void> {
  const { pair, user_id, known_address } = attempt
  const kept = limits.known_addresses.value
  await tx.inOrder(
    step(deleteFailures, { pair }),
    step(insertKnownAddress, { user_id, known_address, now: tx.now() }),
    step(deleteSurplusAddresses, { user_id, kept }),
  )
}

/** For an account with a new password, at which earlier guesses no longer matter, and for one that is erased. */
export const clearFailures = (tx: Transaction, account: Account) =>
  tx.run(deleteFailuresOfAccount, { account: hashAccount(account) })

export const removeOldFailures = (tx: Transaction) =>
  tx.run(deleteOldFailures, { since: tx.now() - DAY_MS })

export const removeOldAddresses = (tx: Transaction) =>
  tx.run(deleteOldAddresses, { since: tx.now() - limits.known_address_days.value * DAY_MS })
