import { statement } from '../storage/statement.ts'

export const findChore = statement<{ name: string }, { due_at: number; done_at: number | null }>(`
  select due_at, done_at from chores where name = :name`)

/** No row: another process was faster. */
export const claimChore = statement<{ name: string; now: number; until: number }, { name: string }>(
  `insert into chores (name, due_at) values (:name, :until)
   on conflict (name) do update set due_at = excluded.due_at where chores.due_at <= :now
   returning name`,
  { inserts: 'chores', updates: 'chores' },
)

export const postponeChore = statement<{ name: string; due_at: number }>(
  `update chores set due_at = :due_at where name = :name`,
  { updates: 'chores' },
)

export const finishChore = statement<{ name: string; due_at: number; done_at: number }>(
  `update chores set due_at = :due_at, done_at = :done_at where name = :name`,
  { updates: 'chores' },
)
