import type { Migration } from './migration.ts'

/**
 * What the studio's own code keeps and still has to do. `code` is the file that it is from: `game`, or `games/` with the id or
 * name of a game.
 *
 * A task handles an event after its commit, or runs a job. `payload` is what it is about, as JSON; an event has a game and,
 * if a user did it, an actor. `due_at` is null when it has ended; while it runs, that is when another process may run it
 * again. A job that a clock starts has a `once_key`, so that of all processes one adds it.
 */
export const gameCode: Migration = {
  name: '0025-game-code',
  sql: (sql) => `
create table game_values (
  game_id bigint not null references games (id) on delete cascade,
  key ${sql.byteOrderedText} not null,
  value text not null,
  updated_at bigint not null,
  primary key (game_id, key)
);

create table player_values (
  id ${sql.idColumn},
  user_id bigint not null references users (id) on delete cascade,
  key ${sql.byteOrderedText} not null,
  value text not null,
  updated_at bigint not null,
  unique (user_id, key)
);
create index player_values_of_user on player_values (user_id, id);

create table game_tasks (
  id ${sql.idColumn},
  code text not null,
  kind text not null check (kind in ('event', 'job')),
  name text not null,
  game_id bigint references games (id) on delete cascade,
  actor_id bigint,
  payload text not null,
  once_key text unique,
  state text not null check (state in ('waiting', 'done', 'failed')),
  attempts integer not null,
  problem text,
  created_at bigint not null,
  due_at bigint,
  started_at bigint,
  ended_at bigint
);
create index game_tasks_due on game_tasks (due_at) where due_at is not null;
create index game_tasks_of_code on game_tasks (code, kind, name, id);
create index game_tasks_in_order on game_tasks (code, id);
create index game_tasks_by_state on game_tasks (code, state, id);
create index game_tasks_of_game on game_tasks (game_id);
create index game_tasks_of_actor on game_tasks (actor_id) where actor_id is not null;
create index game_tasks_by_end on game_tasks (ended_at) where ended_at is not null;

create table game_code_errors (
  id ${sql.idColumn},
  code text not null,
  hook text not null,
  message text not null,
  stack text not null,
  request_id text not null,
  at bigint not null
);
create index game_code_errors_of_code on game_code_errors (code, id);
`,
}
