import type { Migration } from './migration.ts'

/**
 * The skeletons of usernames that exist are filled at the next start, because SQL cannot compute them. Two that collide
 * get different ones. Old counts of failed sign-ins end.
 */
export const saferAccounts: Migration = {
  name: '0012-safer-accounts',
  sql: `
alter table games add column requires_verified_email integer not null default 0;

alter table users add column email_verified_at bigint;
alter table users add column username_skeleton text;
create unique index users_by_skeleton on users (game_id, username_skeleton);
create index users_without_skeleton on users (id) where username_skeleton is null;

create table email_verifications (
  token_hash text primary key,
  user_id bigint not null references users (id) on delete cascade,
  email_key text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index email_verifications_of_user on email_verifications (user_id, created_at);
create index email_verifications_by_expiry on email_verifications (expires_at);

create table mail_recipients (
  recipient_hash text primary key,
  mails integer not null,
  since bigint not null
);
create index mail_recipients_by_age on mail_recipients (since);

create table known_addresses (
  user_id bigint not null references users (id) on delete cascade,
  address_hash text not null,
  last_sign_in_at bigint not null,
  primary key (user_id, address_hash)
);
create index known_addresses_by_age on known_addresses (last_sign_in_at);

delete from failed_sign_ins;
alter table failed_sign_ins add column account_hash text;
create index failed_sign_ins_of_account on failed_sign_ins (account_hash) where account_hash is not null;
`,
}
