import type { Migration } from './migration.ts'

/**
 * A round belongs to the game of its user. `start_time` and `end_time` are the texts that are sent; `started_at` is
 * the start as a number. Scores are indexed in both directions: a game ranks the highest or the lowest first, and equal
 * scores go by id in both.
 */
export const rounds: Migration = {
  name: '0003-rounds',
  sql: (sql) => `
create table multiplayer_game_rounds (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  master_id bigint references users (id) on delete set null,
  created_at bigint not null
);
create index multiplayer_game_rounds_of_game on multiplayer_game_rounds (game_id);
create index multiplayer_game_rounds_of_master on multiplayer_game_rounds (master_id);

create table game_rounds (
  id ${sql.idColumn},
  game_user_id bigint not null references users (id) on delete cascade,
  multiplayer_game_round_id bigint references multiplayer_game_rounds (id) on delete cascade,
  game_type text not null,
  start_time text not null,
  started_at bigint not null,
  end_time text,
  score double precision,
  place bigint,
  metadata text,
  created_at bigint not null,
  updated_at bigint not null
);
create index game_rounds_of_user
  on game_rounds (game_user_id, id, game_type, started_at, multiplayer_game_round_id);
create index game_rounds_of_player on game_rounds (game_user_id, multiplayer_game_round_id, id)
  where multiplayer_game_round_id is not null;
create index game_rounds_highest_first on game_rounds (multiplayer_game_round_id, score desc, id)
  where multiplayer_game_round_id is not null;
create index game_rounds_lowest_first on game_rounds (multiplayer_game_round_id, score, id)
  where multiplayer_game_round_id is not null and score is not null;
`,
}
