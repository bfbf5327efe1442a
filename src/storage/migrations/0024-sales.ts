import type { Migration } from './migration.ts'

/**
 * How often each store item was bought and refunded on each day, and for how many credits. A day is a number: the days since
 * 1970. Day 0 stands for all days together. A job counts the ledger up to the row `ledger_until`, which is in the only row of
 * `sales_progress`.
 */
export const sales: Migration = {
  name: '0024-sales',
  sql: `
create table item_sales (
  store_item_id bigint not null references store_items (id) on delete cascade,
  day bigint not null,
  sold bigint not null,
  refunded bigint not null,
  credits bigint not null,
  primary key (store_item_id, day)
);

create table sales_progress (
  name text primary key,
  ledger_until bigint not null
);
`,
}
