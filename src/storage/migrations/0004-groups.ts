import type { Migration } from './migration.ts'

/**
 * A user and a group have at most one row in `group_connections`: a join request, an invite, declined or accepted. The
 * founder's is of its own kind. `inviter_id` and `creator_id` keep their value when that user is deleted.
 */
export const groups: Migration = {
  name: '0004-groups',
  sql: (sql) => `
create table groups (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  name text not null,
  name_key text not null,
  group_type text not null,
  max_group_size bigint not null,
  can_auto_join integer not null,
  is_invite_only integer not null,
  searchable integer not null,
  admins_only_can_create_attributes integer not null,
  member_count bigint not null,
  attribute_count bigint not null default 0,
  created_at bigint not null
);
create index groups_of_game on groups (game_id, searchable, id);

create table group_connections (
  id ${sql.idColumn},
  group_id bigint not null references groups (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  inviter_id bigint not null,
  kind text not null check (kind in ('founder', 'invite', 'join_request')),
  status text not null check (status in ('pending', 'accepted', 'declined')),
  is_admin integer not null default 0,
  joined_at bigint,
  created_at bigint not null,
  unique (group_id, user_id)
);
create index group_connections_in_order on group_connections (group_id, status, joined_at, id);
create index group_connections_of_user on group_connections (user_id, status, group_id);
create index group_connections_of_inviter on group_connections (inviter_id);
create index group_admins on group_connections (group_id) where is_admin = 1;

create table group_removals (
  group_id bigint not null references groups (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  removed_at bigint not null,
  primary key (group_id, user_id)
);
create index group_removals_of_user on group_removals (user_id);

create table group_attributes (
  id ${sql.idColumn},
  group_id bigint not null references groups (id) on delete cascade,
  key text not null,
  value text not null,
  creator_id bigint not null,
  others_can_edit integer not null,
  created_at bigint not null,
  unique (group_id, key)
);
create index group_attributes_in_order on group_attributes (group_id, id);
`,
}
