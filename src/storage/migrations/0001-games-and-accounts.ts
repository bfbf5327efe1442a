import type { Migration } from './migration.ts'

export const accounts: Migration = {
  name: '0001-games-and-accounts',
  sql: (sql) => `
create table games (
  id ${sql.idColumn},
  name text not null,
  description text not null,
  token_hash text not null,
  enabled integer not null default 1,
  ranking_order text not null default 'descending',
  share_player_emails integer not null default 1,
  permissions text not null default '{"preset":"casual"}',
  is_test integer not null default 0,
  is_first integer unique,
  created_at bigint not null
);

create table game_variables (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  key text not null,
  value text not null,
  unique (game_id, key)
);

create table users (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  username text not null,
  username_key text not null,
  email text,
  email_key text,
  password_hash text,
  device_hash text,
  credits bigint not null default 0,
  score bigint not null default 0,
  last_login bigint not null,
  number_of_logins bigint not null default 0,
  created_at bigint not null,
  unique (game_id, username_key),
  unique (game_id, email_key),
  unique (game_id, device_hash)
);

create table user_activity (
  user_id bigint primary key references users (id) on delete cascade,
  events_total bigint not null,
  events_current_month bigint not null,
  game_sessions_total bigint not null,
  game_sessions_current_month bigint not null,
  month integer not null,
  last_seen_at bigint not null
);

create table sessions (
  id ${sql.idColumn},
  token_hash text not null unique,
  user_id bigint not null references users (id) on delete cascade,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null
);
create index sessions_of_user on sessions (user_id, id);
create index sessions_by_expiry on sessions (expires_at);

create table service_keys (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  unique (game_id, name)
);

create table password_resets (
  token_hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
create index password_resets_of_user on password_resets (user_id, created_at);
create index password_resets_by_expiry on password_resets (expires_at);

create table failed_sign_ins (
  subject_hash text primary key,
  failures integer not null,
  blocked_until bigint not null,
  last_failed_at bigint not null
);
create index failed_sign_ins_by_age on failed_sign_ins (last_failed_at);

create table answered_requests (
  request_hash text primary key,
  fingerprint text not null,
  status integer not null,
  body text not null,
  answer_id bigint not null,
  answered_at bigint not null
);
create index answered_requests_by_age on answered_requests (answered_at);
`,
}
