import type { Migration } from './migration.ts'

/**
 * `player_days`: on which of the last 100 days a player was active. A day is a number: the days since 1970, in UTC.
 *
 * `statistics`: what was counted for a game and a day; `name` divides it further, such as by type of round. A week is counted
 * at its Monday, a month at its first day, and who came back at the day of their sign-up.
 *
 * `statistics_progress`: for each table, the last row that was counted. PostgreSQL gives out ids before the commit, so a row with
 * a smaller id may appear later. Ids up to `noted_id` were given out. `pending_id` was noted before, and is settled when all
 * transactions before `pending_transaction` have ended: then no new row up to `settled_id` can appear. `counted_at`: when all rows
 * were counted.
 *
 * `statistics_totals`: what is known only by looking at all players of a game. `counted_credits` is the sum of all changes of
 * credits that were counted until then. `top_players` are those with the highest `score` and the most `credits`.
 *
 * Sums of credits are floating-point numbers, because the credits of a few players can exceed the largest integer.
 *
 * `traffic`: the requests of a game in a few minutes, as one process (`writer`) has counted them.
 */
export const statistics: Migration = {
  name: '0022-statistics',
  sql: (sql) => `
create table player_days (
  id ${sql.idColumn},
  user_id bigint not null references users (id) on delete cascade,
  day integer not null,
  unique (user_id, day)
);

create table statistics (
  game_id bigint not null references games (id) on delete cascade,
  measure text not null,
  day integer not null,
  name text not null,
  value double precision not null,
  primary key (game_id, measure, day, name)
);

create table statistics_names (
  game_id bigint not null references games (id) on delete cascade,
  measure text not null,
  name text not null,
  primary key (game_id, measure, name)
);

create table statistics_progress (
  source text primary key,
  counted_id bigint not null default 0,
  settled_id bigint not null default 0,
  pending_id bigint not null default 0,
  pending_transaction bigint not null default 0,
  noted_id bigint not null default 0,
  counted_at bigint
);

create table statistics_totals (
  game_id bigint primary key references games (id) on delete cascade,
  players bigint not null,
  credits double precision not null,
  counted_credits double precision not null,
  counted_at bigint not null
);

create table top_players (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  game_id bigint not null references games (id) on delete cascade,
  primary key (user_id, kind)
);
create index top_players_of_game on top_players (game_id);

create table traffic (
  game_id bigint not null references games (id) on delete cascade,
  begins_at bigint not null,
  writer text not null,
  requests bigint not null,
  refusals bigint not null,
  failures bigint not null,
  durations text not null,
  primary key (game_id, begins_at, writer)
);
create index traffic_by_age on traffic (begins_at);
`,
}
