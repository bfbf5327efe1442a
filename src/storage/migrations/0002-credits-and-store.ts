import type { Migration } from './migration.ts'

export const creditsAndStore: Migration = {
  name: '0002-credits-and-store',
  sql: (sql) => `
create table credit_ledger (
  id ${sql.idColumn},
  user_id bigint not null references users (id) on delete cascade,
  change bigint not null,
  balance_after bigint not null,
  reason text not null,
  reference text,
  created_at bigint not null
);
create index credit_ledger_of_user on credit_ledger (user_id, id);

create table user_attributes (
  id ${sql.idColumn},
  user_id bigint not null references users (id) on delete cascade,
  key text not null,
  value text not null,
  unique (user_id, key)
);
create index user_attributes_of_user on user_attributes (user_id, id);

create table store_items (
  id ${sql.idColumn},
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

create table purchases (
  user_id bigint not null references users (id) on delete cascade,
  store_item_id bigint not null references store_items (id) on delete cascade,
  price bigint not null,
  bought_at bigint not null,
  primary key (user_id, store_item_id)
);
create index purchases_of_item on purchases (store_item_id);
`,
}
