import type { Migration } from './migration.ts'

/**
 * A player is banned while `banned_until` is in the future, and muted while `muted_until` is. Forever is the last
 * millisecond of the year 9999, 253402300799999. Both are in `users`, because every request reads that row; `sanctions` has
 * the history. A sanction is in force while `ended_at` is null and `until` is in the future. Every change of a ban or mute
 * also writes to `sanctions`, which clears the session cache: updates of `users` do not, since there are too many.
 *
 * `reports.target_id` is a user, a message or a group, which may have been deleted. `user_id` is who is reported: the player,
 * the author of the message, nobody for a group. `snapshot` is what was reported, as JSON, as it was then.
 *
 * The text of a message with `hidden_at` is shown to staff alone.
 *
 * `word_filters.words` is a JSON list.
 */
export const moderation: Migration = {
  name: '0020-moderation',
  sql: (sql) => `
alter table users add column banned_until bigint;
alter table users add column ban_reason text;
alter table users add column muted_until bigint;

alter table messages add column hidden_at bigint;

create table sanctions (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('warn', 'mute', 'ban')),
  reason text not null,
  until bigint,
  created_by text not null,
  created_at bigint not null,
  ended_by text,
  ended_at bigint
);
create index sanctions_of_user on sanctions (user_id, id);
create index sanctions_of_game on sanctions (game_id, id);
create index sanctions_not_ended on sanctions (game_id, kind, user_id) where ended_at is null;

create table reports (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  reporter_id bigint references users (id) on delete set null,
  kind text not null check (kind in ('player', 'message', 'group')),
  target_id bigint not null,
  user_id bigint references users (id) on delete set null,
  reason text not null,
  text text not null,
  snapshot text not null,
  state text not null check (state in ('open', 'resolved', 'dismissed')),
  resolution text,
  created_at bigint not null,
  closed_by text,
  closed_at bigint
);
create unique index reports_open_of_reporter on reports (reporter_id, kind, target_id)
 where state = 'open';
create index reports_of_reporter on reports (reporter_id, created_at);
create index reports_of_game on reports (game_id, state, id);
create index reports_of_target on reports (game_id, kind, target_id, id);
create index reports_of_user on reports (user_id, id);
create index reports_by_end on reports (closed_at) where closed_at is not null;

create table word_filters (
  game_id bigint primary key references games (id) on delete cascade,
  words text not null,
  names text not null check (names in ('off', 'refuse')),
  messages text not null check (messages in ('off', 'refuse', 'mask')),
  changed_at bigint not null
);
`,
}
