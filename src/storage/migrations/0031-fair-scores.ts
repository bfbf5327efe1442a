import type { Migration } from './migration.ts'

/**
 * A rule is about the scores on one leaderboard, or of one game type: `kind` and `name` say which. A limit that is null does
 * not exist.
 *
 * `score_counts` has what a rule needs to know about a player: how many scores there were in the minute that began at
 * `minute_began_at`, when the last one came, and when the one before it. Rows without a score in the last hour are deleted.
 *
 * `held_scores` wait for a decision of staff, and are deleted with it. `broken` is the name of the limit, and `allowed` its
 * value then. `sender_id` is the master of a round who has sent it for another player; such a score goes with their account.
 * Null: it came from the player, or from a server of the game. `group_id` is set on a
 * leaderboard of groups. `game_round_id` is null for an entry of a leaderboard; `extra_attributes` is empty for a score of a round.
 */
export const fairScores: Migration = {
  name: '0031-fair-scores',
  sql: (sql) => `
create table score_rules (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  kind text not null check (kind in ('leaderboard', 'game_type')),
  name text not null,
  minimum double precision,
  maximum double precision,
  largest_step double precision,
  most_per_minute bigint,
  needs_finished_round bigint not null,
  outcome text not null check (outcome in ('refuse', 'review')),
  changed_at bigint not null
);
create unique index score_rules_of_game on score_rules (game_id, kind, name);

create table score_counts (
  user_id bigint not null references users (id) on delete cascade,
  rule_id bigint not null references score_rules (id) on delete cascade,
  minute_began_at bigint not null,
  scores bigint not null,
  last_at bigint not null,
  previous_at bigint not null,
  primary key (user_id, rule_id)
);
create index score_counts_of_rule on score_counts (rule_id);
create index score_counts_by_age on score_counts (last_at);

create table held_scores (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  sender_id bigint references users (id) on delete cascade,
  kind text not null check (kind in ('leaderboard', 'game_type')),
  name text not null,
  group_id bigint references groups (id) on delete cascade,
  game_round_id bigint references game_rounds (id) on delete cascade,
  score double precision not null,
  extra_attributes text not null,
  broken text not null check (
    broken in ('minimum', 'maximum', 'largest_step', 'most_per_minute', 'needs_finished_round')),
  allowed double precision,
  created_at bigint not null
);
create index held_scores_of_game on held_scores (game_id, id);
create index held_scores_of_user on held_scores (user_id, id);
create index held_scores_of_sender on held_scores (sender_id) where sender_id is not null;
create index held_scores_of_group on held_scores (group_id) where group_id is not null;
create unique index held_scores_of_round on held_scores (game_round_id)
 where game_round_id is not null;
`,
}
