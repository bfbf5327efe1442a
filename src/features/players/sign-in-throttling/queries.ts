import { statement } from '../../../storage/statement.ts'

export const findBlock = statement<
  { account: string; address: string },
  { blocked_until: number | null }
>(`
  select max(blocked_until) as blocked_until from failed_sign_ins
   where subject_hash in (:account, :address)`)

/** A failure long after the last one counts as the first. */
export const insertFailures = statement<
  { subjects: string; now: number; since: number },
  { subject_hash: string; failures: number }
>(
  (sql) => `
  insert into failed_sign_ins as f (subject_hash, failures, blocked_until, last_failed_at)
  select subjects.hash, 1, 0, :now from ${sql.rowsFromJson('subjects', { hash: 'text' })}
   where true
   order by subjects.hash
  on conflict (subject_hash) do update set
    failures = case when f.last_failed_at < :since then 1 else f.failures + 1 end,
    last_failed_at = excluded.last_failed_at
  returning subject_hash, failures`,
  { inserts: 'failed_sign_ins', updates: 'failed_sign_ins' },
)

export const updateBlocks = statement<{ blocks: string }>(
  (sql) => `
  update failed_sign_ins set blocked_until = blocks.until
    from ${sql.rowsFromJson('blocks', { hash: 'text', until: 'bigint' })}
   where failed_sign_ins.subject_hash = blocks.hash`,
  { updates: 'failed_sign_ins' },
)

export const deleteFailures = statement<{ account: string }>(
  `delete from failed_sign_ins where subject_hash = :account`,
  { deletes: 'failed_sign_ins' },
)

export const deleteOldFailures = statement<{ since: number }>(
  `delete from failed_sign_ins where last_failed_at < :since`,
  { deletes: 'failed_sign_ins' },
)
