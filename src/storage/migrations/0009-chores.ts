import type { Migration } from './migration.ts'

/** What one of all the processes on this database does now and then: who finds it due takes it, and moves it on. */
export const chores: Migration = {
  name: '0009-chores',
  sql: `
create table chores (
  name text primary key,
  due_at bigint not null,
  done_at bigint
);
`,
}
