import { longRead, statement } from '../../../storage/statement.ts'

/** Checks and changes in one statement, so no lock is needed. No row: the balance would be below zero or above the maximum. */
export const updateCreditsBy = statement<
  { user_id: number; change: number; max: number },
  { credits: number }
>(
  `update users set credits = credits + :change
    where id = :user_id and credits + :change >= 0 and credits + :change <= :max
   returning credits`,
  { updates: 'users' },
)

export const lockCredits = statement<{ user_id: number }, { credits: number }>(
  (sql) => `
  select credits from users where id = :user_id ${sql.lockRow}`,
)

export const updateCredits = statement<{ user_id: number; credits: number }>(
  `update users set credits = :credits where id = :user_id`,
  { updates: 'users' },
)

/** Run it after the change: `balance_after` is the user's balance now. */
export const insertLedgerRow = statement<{
  user_id: number
  change: number
  reason: string
  reference: string | null
  now: number
}>(
  `insert into credit_ledger (user_id, change, balance_after, reason, reference, created_at)
   select id, cast(:change as bigint), credits, cast(:reason as text), cast(:reference as text), cast(:now as bigint)
     from users where id = :user_id`,
  { inserts: 'credit_ledger' },
)

/** The next users after an id, each with the sum of their ledger. Both numbers are of the same moment. */
export const listLedgerSums = longRead<
  { after_id: number; limit: number },
  { id: number; game_id: number; credits: number; ledger: number }
>(
  `
  select batch.id, batch.game_id, batch.credits, coalesce(sum(credit_ledger.change), 0) as ledger
    from (select id, game_id, credits from users where id > :after_id order by id limit :limit + 0) as batch
    left join credit_ledger on credit_ledger.user_id = batch.id
   group by batch.id, batch.game_id, batch.credits
   order by batch.id`,
  'after_id',
)
