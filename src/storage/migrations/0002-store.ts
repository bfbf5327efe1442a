import type { Migration } from '../migrate.ts'

export const store: Migration = {
  name: '0002-store',
  sql: `
create table store_items (
  id {id},
  game_id bigint not null references games (id) on delete cascade,
  name text not null,
  cost bigint not null,
  description text not null,
  category text not null,
  icon_url text,
  withdrawn_at bigint,
  created_at bigint not null
);
create index store_items_of_game on store_items (game_id, id);
`,
}
