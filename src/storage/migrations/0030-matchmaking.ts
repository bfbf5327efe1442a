import type { Migration } from './migration.ts'

/**
 * `matchmaking_types` has what staff have set for a game type: `teams` is 0 where everyone plays for themselves, and only then
 * the numbers of players count. `close_after_seconds` is null where rounds do not close by themselves. `recent_wait_ms` is how long tickets have waited lately.
 *
 * A ticket is for one player or a party. It waits from `waiting_since` on, which is null until all of the party have
 * accepted. `rating` is their mean. `changed_at` is when `state` last changed, `ended_at` is null while it has not ended. In
 * a ready check, tickets of one match have the same `match_id`, which is the smallest of their ids, and `ready_until`.
 *
 * A player is active in a ticket from the time they create or accept it until it ends, and in one ticket at most. `missed_at` is
 * when they cancelled a ready check, or did not answer it in time.
 */
export const matchmaking: Migration = {
  name: '0030-matchmaking',
  sql: (sql) => `
create table matchmaking_types (
  game_id bigint not null references games (id) on delete cascade,
  game_type ${sql.byteOrderedText} not null,
  teams integer not null,
  team_size integer not null,
  min_players integer not null,
  max_players integer not null,
  fill_seconds integer not null,
  distance double precision not null,
  distance_per_second double precision not null,
  anyone_from_distance double precision not null,
  mix_regions_after integer,
  ready_seconds integer not null,
  close_after_seconds integer,
  attributes text not null check (attributes in ('allowed', 'refused')),
  recent_wait_ms bigint,
  changed_at bigint not null,
  primary key (game_id, game_type)
);

create table matchmaking_tickets (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  game_type text not null,
  state text not null
    check (state in ('inviting', 'waiting', 'ready_check', 'matched', 'cancelled', 'expired')),
  region text not null,
  attributes text not null,
  players integer not null,
  rating double precision not null,
  created_at bigint not null,
  waiting_since bigint,
  polled_at bigint not null,
  changed_at bigint not null,
  ended_at bigint,
  match_id bigint,
  team integer,
  ready_until bigint,
  multiplayer_game_round_id bigint references multiplayer_game_rounds (id) on delete set null
);
create index matchmaking_tickets_open on matchmaking_tickets (polled_at, id) where ended_at is null;
create index matchmaking_tickets_changed on matchmaking_tickets (changed_at, id);
create index matchmaking_tickets_of_game on matchmaking_tickets (game_id);
create index matchmaking_tickets_of_match on matchmaking_tickets (match_id) where match_id is not null;
create index matchmaking_tickets_of_round on matchmaking_tickets (multiplayer_game_round_id)
  where multiplayer_game_round_id is not null;
create index matchmaking_tickets_by_deadline on matchmaking_tickets (ready_until) where ready_until is not null;

create table matchmaking_players (
  ticket_id bigint not null references matchmaking_tickets (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  is_leader integer not null,
  has_accepted integer not null,
  is_active integer not null,
  is_ready integer not null,
  missed_at bigint,
  primary key (ticket_id, user_id)
);
create unique index matchmaking_players_active on matchmaking_players (user_id) where is_active = 1;
create index matchmaking_players_missed on matchmaking_players (user_id, missed_at) where missed_at is not null;
create index matchmaking_players_of_user on matchmaking_players (user_id, ticket_id);
`,
}
