import type { Migration } from './migration.ts'

/**
 * How good players are at a game type, as rounds have shown. A row of `rating_settings` makes a game type a rated one;
 * `rated_rounds` is how many of its rounds were rated so far. Each of them has a number, in the order in which they were
 * rated, and keeps the numbers with which it was rated.
 *
 * `rating_changes` has a row for each player of a rated round. `position` is the player's place in the order of their ids.
 * Of an erased player only the result stays, without a name: without it, the ratings of the others could not be
 * calculated again.
 */
export const ratings: Migration = {
  name: '0029-ratings',
  sql: (sql) => `
create table rating_settings (
  game_id bigint not null references games (id) on delete cascade,
  game_type ${sql.byteOrderedText} not null,
  is_enabled integer not null,
  mu double precision not null,
  sigma double precision not null,
  beta double precision not null,
  tau double precision not null,
  min_scores integer not null,
  rated_rounds bigint not null,
  changed_at bigint not null,
  primary key (game_id, game_type)
);

create table rated_rounds (
  multiplayer_game_round_id bigint primary key references multiplayer_game_rounds (id) on delete cascade,
  game_id bigint not null references games (id) on delete cascade,
  game_type text not null,
  number bigint not null,
  mu double precision not null,
  sigma double precision not null,
  beta double precision not null,
  tau double precision not null,
  rated_at bigint not null,
  unique (game_id, game_type, number)
);

create table ratings (
  user_id bigint not null references users (id) on delete cascade,
  game_type text not null,
  game_id bigint not null references games (id) on delete cascade,
  mu double precision not null,
  sigma double precision not null,
  rating bigint not null,
  rounds bigint not null,
  updated_at bigint not null,
  primary key (user_id, game_type)
);
create index ratings_best_first on ratings (game_id, game_type, rating desc, user_id);

create table rating_changes (
  id ${sql.idColumn},
  multiplayer_game_round_id bigint not null
    references rated_rounds (multiplayer_game_round_id) on delete cascade,
  position integer not null,
  user_id bigint references users (id) on delete set null,
  game_type text not null,
  team bigint,
  score double precision,
  place integer not null,
  mu_before double precision not null,
  sigma_before double precision not null,
  rating_before bigint not null,
  mu_after double precision not null,
  sigma_after double precision not null,
  rating_after bigint not null,
  changed_at bigint not null,
  unique (multiplayer_game_round_id, position)
);
create index rating_changes_of_user on rating_changes (user_id, id);
create index rating_changes_by_type on rating_changes (user_id, game_type, id) where user_id is not null;
`,
}
