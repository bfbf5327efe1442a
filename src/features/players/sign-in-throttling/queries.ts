import { deleteSome, statement } from '../../../storage/statement.ts'

/**
 * Until when the attempt is refused. From an address that has signed in before, only the failures of the account at this
 * address count.
 */
export const findDelay = statement<
  {
    account_at_address: string
    account: string
    address: string
    user_id: number
    known_address: string
    since: number
  },
  { blocked_until: number | null }
>(`
  select max(blocked_until) as blocked_until from failed_sign_ins
   where subject_hash in (:account_at_address, :account, :address)
     and (subject_hash = :account_at_address or not exists (
       select 1 from known_addresses
        where user_id = :user_id and address_hash = :known_address and last_sign_in_at > :since))`)

/** A failure long after the last one counts as the first. The row of an address has no account. */
export const insertFailures = statement<
  { subjects: string; now: number; since: number; since_of_address: number },
  { subject_hash: string; failures: number }
>(
  (sql) => `
  insert into failed_sign_ins as f (subject_hash, account_hash, failures, blocked_until, last_failed_at)
  select subjects.hash, subjects.account, 1, 0, :now
    from ${sql.rowsFromJson('subjects', { hash: 'text', account: 'text' })}
   where true
   order by subjects.hash
  on conflict (subject_hash) do update set
    failures = case
      when f.last_failed_at < :since then 1
      when f.account_hash is null and f.last_failed_at < :since_of_address then 1
      else f.failures + 1 end,
    last_failed_at = excluded.last_failed_at
  returning subject_hash, failures`,
  { inserts: 'failed_sign_ins', updates: 'failed_sign_ins' },
)

export const updateDelays = statement<{ delays: string }>(
  (sql) => `
  update failed_sign_ins set blocked_until = delays.until
    from ${sql.rowsFromJson('delays', { hash: 'text', until: 'bigint' })}
   where failed_sign_ins.subject_hash = delays.hash`,
  { updates: 'failed_sign_ins' },
)

export const deleteFailures = statement<{ account_at_address: string }>(
  `delete from failed_sign_ins where subject_hash = :account_at_address`,
  { deletes: 'failed_sign_ins' },
)

export const deleteFailuresOfAccount = statement<{ account: string }>(
  `delete from failed_sign_ins where account_hash = :account`,
  { deletes: 'failed_sign_ins' },
)

export const deleteOldFailures = deleteSome<{ since: number }>('failed_sign_ins', {
  key: 'subject_hash',
  age: 'last_failed_at',
  is_old: '< :since',
})

export const insertKnownAddress = statement<{
  user_id: number
  known_address: string
  now: number
}>(
  `insert into known_addresses (user_id, address_hash, last_sign_in_at)
   values (:user_id, :known_address, :now)
   on conflict (user_id, address_hash) do update set last_sign_in_at = excluded.last_sign_in_at`,
  { inserts: 'known_addresses', updates: 'known_addresses' },
)

export const deleteSurplusAddresses = statement<{ user_id: number; kept: number }>(
  `delete from known_addresses
    where user_id = :user_id and address_hash not in (
      select address_hash from known_addresses
       where user_id = :user_id order by last_sign_in_at desc, address_hash limit :kept + 0)`,
  { deletes: 'known_addresses' },
)

export const deleteOldAddresses = deleteSome<{ since: number }>('known_addresses', {
  key: 'user_id, address_hash',
  age: 'last_sign_in_at',
  is_old: '< :since',
})
