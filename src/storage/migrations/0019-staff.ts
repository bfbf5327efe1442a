import type { Migration } from './migration.ts'

/**
 * People who run games. `game_ids` are the only games that they see, as a JSON list; null: all games, also later ones.
 * `totp_secret` is kept as it is, because codes are computed from it; until `totp_since` it is not asked for.
 * `totp_last_step` is the last time step whose code was used, so that none is used twice.
 *
 * An invitation creates one account. It is the first one if `created_by` is null.
 *
 * Nothing in the audit log refers to other tables, because it outlives them.
 */
export const staff: Migration = {
  name: '0019-staff',
  sql: (sql) => `
create table staff (
  id ${sql.idColumn},
  name text not null,
  email text not null,
  email_key text not null unique,
  password_hash text not null,
  role text not null check (role in ('viewer', 'support', 'admin', 'owner')),
  game_ids text,
  totp_secret text,
  totp_since bigint,
  totp_last_step bigint not null default 0,
  created_at bigint not null,
  last_seen_at bigint,
  disabled_at bigint
);

create table staff_recovery_codes (
  staff_id bigint not null references staff (id) on delete cascade,
  code_hash text not null,
  primary key (staff_id, code_hash)
);

create table staff_invitations (
  id ${sql.idColumn},
  token_hash text not null unique,
  role text not null check (role in ('viewer', 'support', 'admin', 'owner')),
  game_ids text,
  created_by bigint references staff (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
create index staff_invitations_of_creator on staff_invitations (created_by);
create index staff_invitations_by_expiry on staff_invitations (expires_at);

create table staff_sessions (
  id ${sql.idColumn},
  staff_id bigint not null references staff (id) on delete cascade,
  token_hash text not null unique,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null,
  address text not null,
  user_agent text not null
);
create index staff_sessions_of_staff on staff_sessions (staff_id, id);
create index staff_sessions_by_expiry on staff_sessions (expires_at);

create table staff_tokens (
  id ${sql.idColumn},
  staff_id bigint not null references staff (id) on delete cascade,
  name text not null,
  token_hash text not null unique,
  role text not null check (role in ('viewer', 'support', 'admin', 'owner')),
  game_ids text,
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint
);
create index staff_tokens_of_staff on staff_tokens (staff_id, id);
create index staff_tokens_by_expiry on staff_tokens (expires_at) where expires_at is not null;

create table audit_log (
  id ${sql.idColumn},
  at bigint not null,
  actor_kind text not null check (actor_kind in ('session', 'token', 'system', 'cli')),
  actor_id bigint,
  actor_name text not null,
  address text not null,
  request_id text not null,
  game_id bigint,
  action text not null,
  target text not null,
  target_id bigint,
  old_values text not null,
  new_values text not null
);
create index audit_log_of_game on audit_log (game_id, id);
create index audit_log_of_actor on audit_log (actor_id, id);
create index audit_log_of_target on audit_log (target, target_id, id);
`,
}
