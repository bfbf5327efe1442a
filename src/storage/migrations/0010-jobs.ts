import type { Migration } from './migration.ts'

export const jobs: Migration = {
  name: '0010-jobs',
  sql: `
create table jobs (
  name text primary key,
  due_at bigint not null,
  done_at bigint,
  result text
);
insert into jobs (name, due_at, done_at) select name, due_at, done_at from chores;
`,
}
