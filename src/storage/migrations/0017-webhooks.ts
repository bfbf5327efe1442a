import type { Migration } from './migration.ts'

/**
 * A webhook has read the log up to `last_transaction_id` and `last_event_id`, which are positions in the log of this name:
 * in another one it begins at the start. `types` is a list with commas; empty: all that are always recorded. Secrets are kept as they are, because
 * deliveries are signed with them.
 *
 * A delivery says what became of one event on its way to one webhook. Its event has the contents, so when that is
 * deleted, so is the delivery. `next_attempt_at` is null when it has ended; while it is being sent, that is when another
 * process may send it again. `delete_at` is null until it has ended.
 */
export const webhooks: Migration = {
  name: '0017-webhooks',
  sql: (sql) => `
create table webhooks (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  url text not null,
  types text not null,
  secret text not null,
  previous_secret text,
  previous_secret_until bigint,
  created_at bigint not null,
  paused_at bigint,
  pause_reason text check (pause_reason in ('operator', 'failing', 'restored')),
  failing_since bigint,
  log_name text not null,
  last_transaction_id bigint not null,
  last_event_id bigint not null
);
create index webhooks_of_game on webhooks (game_id, id);

create table webhook_deliveries (
  id ${sql.idColumn},
  webhook_id bigint not null references webhooks (id) on delete cascade,
  event_id bigint not null references events (id) on delete cascade,
  status text not null check (status in ('pending', 'delivered', 'undelivered')),
  attempts integer not null,
  created_at bigint not null,
  next_attempt_at bigint,
  give_up_at bigint not null,
  response_status integer,
  problem text,
  ended_at bigint,
  delete_at bigint,
  unique (webhook_id, event_id)
);
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_status on webhook_deliveries (webhook_id, status, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
create index webhook_deliveries_to_delete on webhook_deliveries (delete_at)
  where delete_at is not null;
`,
}
