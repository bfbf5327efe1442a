import { statement } from '../../../storage/statement.ts'
import { USER_SUMMARY_COLUMNS, type UserSummaryRow } from '../../players/users/queries.ts'

/**
 * Waits for transactions that are adding rows which refer to these users, such as a friend request; later ones wait for
 * this one. In the order of their ids, so that two players who block each other do not wait for each other in a circle.
 */
export const lockUsers = statement<{ id: number; other_id: number }, { id: number }>(
  (sql) => `
  select id from users where id in (:id, :other_id) order by id ${sql.lockRowAgainstReferences}`,
)

export const insertBlock = statement<{ blocker_id: number; blocked_id: number; now: number }>(
  `insert into blocks (blocker_id, blocked_id, blocked_at) values (:blocker_id, :blocked_id, :now)
   on conflict do nothing`,
  { inserts: 'blocks' },
)

export const deleteBlock = statement<{ blocker_id: number; blocked_id: number }>(
  `delete from blocks where blocker_id = :blocker_id and blocked_id = :blocked_id`,
  { deletes: 'blocks' },
)

/** At most two rows: each of the two may have blocked the other. */
export const listBlocksBetween = statement<
  { user_id: number; other_id: number },
  { blocker_id: number }
>(`
  select blocker_id from blocks where blocker_id = :user_id and blocked_id = :other_id
  union all
  select blocker_id from blocks where blocker_id = :other_id and blocked_id = :user_id`)

/** Counts no further than `max`. */
export const countBlocks = statement<{ blocker_id: number; max: number }, { count: number }>(`
  select count(*) as count
    from (select 1 from blocks where blocker_id = :blocker_id limit :max + 0) as counted`)

export const listBlocks = statement<
  { blocker_id: number; limit: number; offset: number },
  UserSummaryRow & { blocked_at: number }
>(`
  select ${USER_SUMMARY_COLUMNS}, listed.blocked_at
    from (select blocked_id, blocked_at from blocks where blocker_id = :blocker_id
           order by blocked_at desc, blocked_id desc limit :limit + 0 offset :offset) as listed
    join users on users.id = listed.blocked_id
   order by listed.blocked_at desc, listed.blocked_id desc`)

/** A row: one of these players has blocked this user, or was blocked by them. */
export const findBlockAmong = statement<
  { user_id: number; others: string },
  { blocker_id: number }
>(
  (sql) => `
  select blocks.blocker_id from ${sql.rowsFromJson('others', { id: 'bigint' })}
   cross join blocks where blocks.blocker_id = others.id and blocks.blocked_id = :user_id
  union all
  select blocks.blocker_id from ${sql.rowsFromJson('others', { id: 'bigint' })}
   cross join blocks where blocks.blocker_id = :user_id and blocks.blocked_id = others.id
   limit 1`,
)
