import type { Migration } from './migration.ts'

/** What staff write about a player for each other. `author_name` stays when the author is removed from the staff. */
export const staffNotes: Migration = {
  name: '0021-staff-notes',
  sql: (sql) => `
create table staff_notes (
  id ${sql.idColumn},
  user_id bigint not null references users (id) on delete cascade,
  author_id bigint references staff (id) on delete set null,
  author_name text not null,
  text text not null,
  created_at bigint not null
);
create index staff_notes_of_user on staff_notes (user_id, id);
create index staff_notes_of_author on staff_notes (author_id);
`,
}
