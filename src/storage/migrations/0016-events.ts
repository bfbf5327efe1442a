import { randomBytes } from 'node:crypto'
import type { Migration } from './migration.ts'

/**
 * What happened, in the order in which it became visible: by `transaction_id`, then by `id`. On SQLite there is one writer, so
 * the ids alone have that order. PostgreSQL gives out ids before the commit, so a smaller one can become visible after a larger
 * one; there, readers stop before the oldest transaction that is still open.
 *
 * `audience` says who may see it, besides the server of the game: a `user`, the `friends` of one, the members or admins of a
 * `group`, the participants of a `chat`, those of a `multiplayer_round`, all `players` of a game, or nobody (`game`). A `user_copy` is for a user alone: the server
 * of the game has it in another row. `actor_id` keeps its value when that user deletes the account.
 *
 * The row of `event_log` names this log, since positions mean nothing in another one, and what was deleted last.
 *
 * Types of events of which there are many are recorded only while `event_interests` has a row for the game that is not over.
 */
export const events: Migration = {
  name: '0016-events',
  sql: (sql) => `
create table events (
  id ${sql.idColumn},
  transaction_id bigint not null default (${sql.transactionId}),
  game_id bigint not null references games (id) on delete cascade,
  type text not null,
  at bigint not null,
  actor_id bigint,
  audience text not null check (audience in
    ('user', 'user_copy', 'friends', 'group', 'group_admins', 'chat', 'multiplayer_round', 'players', 'game')),
  audience_id bigint not null,
  data text not null
);
create index events_in_order on events (transaction_id, id);
create index events_of_audience on events (audience, audience_id, transaction_id, id);
create index events_of_game on events (game_id, transaction_id, id);

create table event_log (
  log_name text primary key,
  deleted_transaction_id bigint not null,
  deleted_id bigint not null
);

create table event_interests (
  game_id bigint not null references games (id) on delete cascade,
  type text not null,
  until bigint not null,
  primary key (game_id, type)
);
create index event_interests_by_end on event_interests (until);
`,
  async fill(run) {
    const log_name = randomBytes(4).toString('hex')
    await run(`insert into event_log (log_name, deleted_transaction_id, deleted_id)
               values ('${log_name}', 0, 0)`)
  },
}
