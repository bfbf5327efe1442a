import { DAY_MS, HOUR_MS } from '../../../durations.ts'
import { type Context, separateTransaction, type Transaction } from '../../../context.ts'
import { Refusal, type RefusalCode } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { addressGroup } from '../../../services/ip-addresses.ts'
import { comparisonKey } from '../../../services/names.ts'
import { hashSecret } from '../../../services/secrets.ts'
import { step } from '../../../storage/statement.ts'
import {
  deleteFailures,
  deleteFailuresOfAccount,
  deleteOldAddresses,
  deleteOldFailures,
  deleteSurplusAddresses,
  findDelay,
  insertFailures,
  insertKnownAddress,
  updateDelays,
} from './queries.ts'

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
 * errors; the rate limit `address_sign_ins` is for the rest. Neither applies to an address that has signed in to the
 * account before, so nobody else can lock its owner out. There only the failures at this account from this address count; that delay stays short, because the owner
 * may share the address with the attacker.
 */
export const DELAYS = {
  account_at_address: {
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

export interface SignInAttempt {
  /** A hash of account and address. */
  account_at_address: string
  /** A hash of the account that is being signed in to. */
  account: string
  /** A hash of the IP address that the attempt comes from. */
  address: string
  /** The address as the account knows it. */
  known_address: string
  /** 0: no user has the name that was sent. */
  user_id: number
  ip_address: string
}

const digest = (...parts: (string | number)[]) => hashSecret(JSON.stringify(parts))

/** A known account is counted by its id, whatever name was sent; an unknown one is counted by the name. */
type Account = { game_id: number; user_id: number } | { game_id: number; name: string }

const hashAccount = (account: Account) =>
  'user_id' in account
    ? digest(account.game_id, 'user', account.user_id)
    : digest(account.game_id, 'name', comparisonKey(account.name))

export function signInAttempt(of: Account, ip_address: string): SignInAttempt {
  const account = hashAccount(of)
  const group = addressGroup(ip_address)
  return {
    account_at_address: digest('account_at_address', account, group),
    account,
    address: digest('address', group),
    known_address: digest('known', account, group),
    user_id: 'user_id' in of ? of.user_id : 0,
    ip_address,
  }
}

const isOff = (context: Context) => context.config.RATE_LIMIT === 'off'

async function refuseWhileDelayed(context: Context, attempt: SignInAttempt): Promise<void> {
  if (isOff(context)) return
  const { account_at_address, account, address, known_address, user_id } = attempt
  const since = context.now() - limits.known_address_days.value * DAY_MS
  const subjects = { account_at_address, account, address, known_address, user_id, since }
  const delay = await context.db.first(findDelay, subjects)
  const wait_ms = (delay?.blocked_until ?? 0) - context.now()
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
  await refuseWhileDelayed(context, attempt)
  // Others wait until this password is checked, however many requests its sender makes.
  const in_turn = { ...context, db: context.db.usual_priority ?? context.db }
  const is_correct = await context.passwords.matches(password, hash, {
    address: attempt.ip_address,
    before: () => refuseWhileDelayed(in_turn, attempt),
    onWrong: () => countFailure(in_turn, attempt),
  })
  if (!is_correct) throw new Refusal(refusal)
}

/** In a separate transaction, because the request is refused right afterwards. */
export async function countFailure(
  context: Context,
  { account_at_address, account, address }: SignInAttempt,
): Promise<void> {
  if (isOff(context)) return
  // Where the address is known, all three are the same.
  const subjects = [
    { hash: account_at_address, account, delay: DELAYS.account_at_address },
    { hash: account, account, delay: DELAYS.account },
    { hash: address, account: null, delay: DELAYS.address },
  ].filter(({ hash }, at, all) => all.findIndex((one) => one.hash === hash) === at)
  await separateTransaction(context, async (tx) => {
    const now = tx.now()
    const rows = await tx.all(insertFailures, {
      subjects: JSON.stringify(subjects),
      now,
      since: now - DELAYS.account.memory_ms,
      since_of_address: now - DELAYS.address.memory_ms,
    })
    const delays = rows.map(({ subject_hash, failures }) => {
      const delay = subjects.find(({ hash }) => hash === subject_hash)?.delay ?? DELAYS.address
      return { hash: subject_hash, until: now + delayAfter(failures, delay) }
    })
    await tx.run(updateDelays, { delays: JSON.stringify(delays) })
  })
}

/**
 * After a correct password. The failures from other addresses still count, because their guesses are not the owner's.
 */
export async function recordSuccess(tx: Transaction, attempt: SignInAttempt): Promise<void> {
  const { account_at_address, user_id, known_address } = attempt
  const kept = limits.known_addresses.value
  await tx.inOrder(
    step(deleteFailures, { account_at_address }),
    step(insertKnownAddress, { user_id, known_address, now: tx.now() }),
    step(deleteSurplusAddresses, { user_id, kept }),
  )
}

/** After a correct password of somebody who is no user. */
export const forgetFailures = (tx: Transaction, { account_at_address }: SignInAttempt) =>
  tx.run(deleteFailures, { account_at_address })

/** For an account with a new password, at which earlier guesses no longer matter, and for one that is erased. */
export const clearFailures = (tx: Transaction, account: Account) =>
  tx.run(deleteFailuresOfAccount, { account: hashAccount(account) })

export const removeOldFailures = (tx: Transaction) =>
  tx.run(deleteOldFailures, { since: tx.now() - DAY_MS })

export const removeOldAddresses = (tx: Transaction) =>
  tx.run(deleteOldAddresses, { since: tx.now() - limits.known_address_days.value * DAY_MS })
