import type { Migration } from './migration.ts'

/** Replaced by `jobs`; still used by processes of the previous version during an upgrade. */
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
