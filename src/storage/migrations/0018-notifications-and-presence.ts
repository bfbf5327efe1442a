import type { Migration } from './migration.ts'

/**
 * `presence`: a player is online until `online_until`. Each process writes until when it knows that; `writer` is the one that
 * wrote last, and `others_until` what all others wrote, so that a stream that ends in one process does not hide one in
 * another. `is_reported_online`: the friends were told that the player is online; before `next_report_at` they are not told
 * it again.
 *
 * `notifications`: what is in the inbox of one user, or of all members of a group, or of all players of a game. A row for
 * many is read by all of them, so each `inboxes` row says up to which one its player has read those. `subject_id` is the
 * friendship or group connection that it is about; one about a group, `about_group_id`, is deleted with it. `actor_id` is no
 * reference: it would lock that user in an order in which blocks deadlock.
 *
 * `announcements`: those that wait for their time.
 */
export const notificationsAndPresence: Migration = {
  name: '0018-notifications-and-presence',
  sql: (sql) => `
create table presence (
  user_id bigint primary key references users (id) on delete cascade,
  last_seen bigint not null,
  online_until bigint not null,
  others_until bigint not null,
  writer text not null,
  status text not null default '',
  is_invisible integer not null default 0,
  is_reported_online integer not null default 0,
  next_report_at bigint not null default 0
);
create index presence_reported on presence (online_until) where is_reported_online = 1;
create index presence_unreported on presence (online_until)
 where is_reported_online = 0 and is_invisible = 0;

create table notifications (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  group_id bigint references groups (id) on delete cascade,
  about_group_id bigint references groups (id) on delete cascade,
  actor_id bigint,
  subject_id bigint,
  type text not null,
  data text not null,
  created_at bigint not null,
  read_at bigint
);
create index notifications_of_user on notifications (user_id, id);
create index notifications_unread on notifications (user_id, id) where read_at is null;
create index notifications_of_group on notifications (group_id, id);
create index notifications_about_group on notifications (about_group_id)
 where about_group_id is not null;
create index notifications_of_actor on notifications (actor_id, user_id, id);
create index notifications_of_game on notifications (game_id, id)
 where user_id is null and group_id is null;

create table inboxes (
  user_id bigint primary key references users (id) on delete cascade,
  read_until_id bigint not null
);

create table announcements (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  group_id bigint references groups (id) on delete cascade,
  text text not null,
  publish_at bigint not null,
  created_at bigint not null
);
create index announcements_due on announcements (publish_at);
create index announcements_of_game on announcements (game_id, publish_at, id);
create index announcements_of_user on announcements (user_id);
create index announcements_of_group on announcements (group_id);
`,
}
