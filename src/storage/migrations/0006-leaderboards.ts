import type { Migration } from './migration.ts'

/**
 * A game may change its ranking order at any time, so both orders have an index, and both bests are kept. The smaller key
 * is the better one: the score itself, or its negative when the highest score wins.
 */
export const leaderboards: Migration = {
  name: '0006-leaderboards',
  sql: (sql) => `
create table leaderboard_entries (
  id ${sql.idColumn},
  game_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  leaderboard_name text not null,
  score double precision not null,
  extra_attributes text not null,
  created_at bigint not null
);
create index leaderboard_entries_highest
  on leaderboard_entries (game_id, leaderboard_name, score desc, id);
create index leaderboard_entries_lowest
  on leaderboard_entries (game_id, leaderboard_name, score, id);
create index leaderboard_entries_of_user on leaderboard_entries (user_id, score, id);
create index leaderboard_entries_of_user_by_name
  on leaderboard_entries (user_id, leaderboard_name, score, id);

create table leaderboard_bests (
  user_id bigint not null references users (id) on delete cascade,
  leaderboard_name text not null,
  game_id bigint not null,
  descending_key double precision not null,
  descending_entry_id bigint not null,
  ascending_key double precision not null,
  ascending_entry_id bigint not null,
  primary key (user_id, leaderboard_name)
);
create index leaderboard_bests_highest
  on leaderboard_bests (game_id, leaderboard_name, descending_key, descending_entry_id);
create index leaderboard_bests_lowest
  on leaderboard_bests (game_id, leaderboard_name, ascending_key, ascending_entry_id);
`,
}
