import type { Migration } from './migration.ts'

/** The user who got the answer, so that it is part of their personal data, and is erased with them. */
export const answersOfUsers: Migration = {
  name: '0008-answers-of-users',
  sql: `
alter table answered_requests add column user_id bigint;
`,
}
