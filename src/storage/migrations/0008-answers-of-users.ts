import type { Migration } from './migration.ts'

/** Whose answer is kept, so that it can be found when he asks for what is kept, or asks to be forgotten. */
export const answersOfUsers: Migration = {
  name: '0008-answers-of-users',
  sql: `
alter table answered_requests add column user_id bigint;
`,
}
