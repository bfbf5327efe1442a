import type { Migration } from './migration.ts'

/** A player's export finds their rows without reading those of everyone else. */
export const personalDataIndexes: Migration = {
  name: '0014-personal-data',
  sql: `
create index answered_requests_of_user on answered_requests (user_id, request_hash)
 where user_id is not null;
create index answered_requests_of_account on answered_requests (answer_id, request_hash)
 where user_id is null;
create index group_attributes_of_creator on group_attributes (creator_id, id);
`,
}
