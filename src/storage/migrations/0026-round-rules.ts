import type { Migration } from './migration.ts'

/**
 * Rounds that end, and rounds with rules. A round with rules has a `game_type`, a `max_players` and a `who_may_join`; its
 * players have seats, and `players` is the number of the seats that are taken. `finished_order` is the ranking order of
 * the game when the round was finished, which stays. A finished round has no `code`. `is_matched` is 1 if matchmaking made
 * the round.
 *
 * A row of `multiplayer_round_players` is an invitation, a seat, or the note that the master does not want the player.
 * Only a seat has a `joined_at`. `is_open` is 1 for a seat in a round that is not finished, and `is_matched` is that of
 * the round.
 */
export const roundRules: Migration = {
  name: '0026-round-rules',
  sql: `
alter table multiplayer_game_rounds add column has_rules integer not null default 0;
alter table multiplayer_game_rounds add column game_type text;
alter table multiplayer_game_rounds add column max_players integer;
alter table multiplayer_game_rounds add column entries_per_player integer;
alter table multiplayer_game_rounds add column who_may_join text
  check (who_may_join in ('anyone', 'invited', 'friends', 'group', 'code'));
alter table multiplayer_game_rounds add column group_id bigint references groups (id) on delete set null;
alter table multiplayer_game_rounds add column code text;
alter table multiplayer_game_rounds add column closes_at bigint;
alter table multiplayer_game_rounds add column finished_at bigint;
alter table multiplayer_game_rounds add column finished_order text;
alter table multiplayer_game_rounds add column players integer not null default 0;
alter table multiplayer_game_rounds add column is_matched integer not null default 0;

create unique index multiplayer_rounds_by_code on multiplayer_game_rounds (game_id, code)
 where code is not null;
create index multiplayer_rounds_due on multiplayer_game_rounds (closes_at, id)
 where closes_at is not null and finished_at is null;
create index multiplayer_rounds_open on multiplayer_game_rounds (game_id, who_may_join, id)
 where who_may_join = 'anyone' and finished_at is null and players < max_players;
create index multiplayer_rounds_open_by_type on multiplayer_game_rounds (game_id, game_type, id)
 where who_may_join = 'anyone' and finished_at is null and players < max_players;
create index multiplayer_rounds_of_group on multiplayer_game_rounds (group_id)
 where group_id is not null;

create table multiplayer_round_players (
  multiplayer_game_round_id bigint not null references multiplayer_game_rounds (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  state text not null check (state in ('invited', 'joined', 'kicked')),
  team bigint,
  joined_at bigint,
  is_open integer not null default 0,
  is_matched integer not null default 0,
  primary key (multiplayer_game_round_id, user_id),
  check (is_open = 0 or state = 'joined')
);
create index multiplayer_round_players_of_user
  on multiplayer_round_players (user_id, multiplayer_game_round_id, state);
create index multiplayer_round_players_in_order
  on multiplayer_round_players (multiplayer_game_round_id, joined_at, user_id) where state = 'joined';
create index multiplayer_round_players_open
  on multiplayer_round_players (user_id, is_matched, multiplayer_game_round_id) where is_open = 1;
`,
}
