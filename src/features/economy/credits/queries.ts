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

/**
 * One purchase. The plus sign keeps PostgreSQL from looking among all purchases of the item, which it may do if it made its plan
 * while the table was empty.
 */
export const PURCHASE = 'purchases where user_id = :user_id and +store_item_id = :store_item_id'

const CREDITS_AFTER = 'users.credits + :sign * purchases.price'

const PURCHASE_OF_USER = `users.id = :user_id and purchases.user_id = :user_id
      and +purchases.store_item_id = :store_item_id`

/**
 * For a purchase or its refund, before the credits are changed; the user is locked. Without a purchase it inserts nothing. Fails if
 * the credits would be below zero or above the maximum. It does so here, and not where the credits are, because PostgreSQL writes a row
 * that it refuses into its log.
 */
export const insertLedgerRowOfPrice = statement<{
  user_id: number
  store_item_id: number
  sign: -1 | 1
  max: number
  reason: string
  reference: string
  now: number
}>(
  `insert into credit_ledger (user_id, change, balance_after, reason, reference, created_at)
   select users.id, :sign * purchases.price,
          case when ${CREDITS_AFTER} between 0 and :max then ${CREDITS_AFTER} end,
          cast(:reason as text), cast(:reference as text), cast(:now as bigint)
     from users cross join purchases where ${PURCHASE_OF_USER}`,
  { inserts: 'credit_ledger' },
)

/** Adds the price of a purchase, or takes it if the sign is -1. No row: there is no such purchase. */
export const updateCreditsByPrice = statement<
  { user_id: number; store_item_id: number; sign: -1 | 1 },
  { credits: number }
>(
  `update users set credits = ${CREDITS_AFTER} from purchases where ${PURCHASE_OF_USER}
   returning users.credits`,
  { updates: 'users' },
)

/** For several users at once. No row for those who would have more than the maximum. */
export const updateCreditsOfMany = statement<{ payments: string; max: number }, { id: number }>(
  (sql) => `
  update users set credits = users.credits + payments.change
    from ${sql.rowsFromJson('payments', { user_id: 'bigint', change: 'bigint' })}
   where users.id = payments.user_id and users.credits + payments.change <= :max
  returning users.id`,
  { updates: 'users' },
)

/** Run it after the changes, for those that were made. */
export const insertLedgerRows = statement<{
  payments: string
  reason: string
  reference: string
  now: number
}>(
  (sql) => `
  insert into credit_ledger (user_id, change, balance_after, reason, reference, created_at)
  select users.id, payments.change, users.credits, cast(:reason as text), cast(:reference as text),
         cast(:now as bigint)
    from ${sql.rowsFromJson('payments', { user_id: 'bigint', change: 'bigint' })}
   cross join users where users.id = payments.user_id`,
  { inserts: 'credit_ledger' },
)

const LEDGER_BATCH = 1000

/**
 * The next users after an id, each with the sum of their ledger. Both numbers are of the same moment. A join, or a limit
 * that PostgreSQL does not know when it plans, would make it read the whole ledger for every batch.
 */
export const listLedgerSums = longRead<
  { after_id: number },
  { id: number; game_id: number; credits: number; ledger: number }
>(
  `
  select id, game_id, credits,
         (select coalesce(sum(change), 0) from credit_ledger where user_id = users.id) as ledger
    from users where id > :after_id order by id limit ${LEDGER_BATCH}`,
  'after_id',
)
