import type { Migration } from './migration.ts'

/**
 * A leaderboard without a row in `leaderboard_settings` is a plain one. The entries of a season, and of a group, are stored
 * under a name of their own, see `play/board-seasons`. `leaderboard_groups` says which groups have entries on a leaderboard of
 * groups. `period` is `none`, `day`, `week`, `month` or a cron expression.
 *
 * The winners of a season are written down when it ends, and paid one after the other: the row says whether that is done.
 */
export const leaderboardSeasons: Migration = {
  name: '0028-leaderboard-seasons',
  sql: (sql) => `
create table leaderboard_settings (
  game_id bigint not null references games (id) on delete cascade,
  leaderboard_name text not null,
  ranking_order text check (ranking_order in ('descending', 'ascending')),
  counts text not null check (counts in ('best', 'latest', 'sum')),
  one_for text not null check (one_for in ('game', 'each_group')),
  period text not null,
  time_zone text not null,
  changed_at bigint not null,
  primary key (game_id, leaderboard_name)
);

create table leaderboard_prize_rules (
  game_id bigint not null references games (id) on delete cascade,
  leaderboard_name text not null,
  from_rank bigint not null,
  to_rank bigint not null,
  credits bigint not null,
  store_item_id bigint references store_items (id) on delete cascade,
  primary key (game_id, leaderboard_name, from_rank)
);
create index leaderboard_prize_rules_of_item on leaderboard_prize_rules (store_item_id)
  where store_item_id is not null;

create table leaderboard_seasons (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  leaderboard_name text not null,
  season bigint not null,
  starts_at bigint not null,
  ends_at bigint not null,
  state text not null check (state in ('running', 'ended', 'paid')),
  counts text not null check (counts in ('best', 'latest', 'sum')),
  ranking_order text check (ranking_order in ('descending', 'ascending')),
  unique (game_id, leaderboard_name, season)
);
create index leaderboard_seasons_by_start on leaderboard_seasons (game_id, leaderboard_name, starts_at);
create index leaderboard_seasons_by_state on leaderboard_seasons (state, ends_at);

create table leaderboard_prizes (
  id ${sql.idColumn},
  season_id bigint not null references leaderboard_seasons (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  rank bigint not null,
  credits bigint not null,
  store_item_id bigint references store_items (id) on delete cascade,
  state text not null check (state in ('waiting', 'paid', 'refused')),
  paid_at bigint,
  unique (season_id, user_id)
);
create index leaderboard_prizes_by_rank on leaderboard_prizes (season_id, rank);
create index leaderboard_prizes_waiting on leaderboard_prizes (season_id, rank)
  where state = 'waiting';
create index leaderboard_prizes_of_user on leaderboard_prizes (user_id, id);
create index leaderboard_prizes_of_item on leaderboard_prizes (store_item_id)
  where store_item_id is not null;

create table leaderboard_groups (
  group_id bigint not null references groups (id) on delete cascade,
  leaderboard_name text not null,
  primary key (group_id, leaderboard_name)
);
create index leaderboard_groups_by_name on leaderboard_groups (leaderboard_name);
`,
}
