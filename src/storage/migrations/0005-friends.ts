import type { Migration } from './migration.ts'

/**
 * One friendship per pair of players, whoever asked first. While it is accepted, each of the two has a row in `friends`,
 * which is deleted with it. The indexes have all that a list needs, in its order. They are not partial, because the
 * deletion of a user finds the rows through them too.
 */
export const friends: Migration = {
  name: '0005-friends',
  sql: (sql) => `
create table blocks (
  blocker_id bigint not null references users (id) on delete cascade,
  blocked_id bigint not null references users (id) on delete cascade,
  blocked_at bigint not null,
  primary key (blocker_id, blocked_id)
);
create index blocks_by_time on blocks (blocker_id, blocked_at, blocked_id);
create index blocks_of_blocked on blocks (blocked_id);

create table friendships (
  id ${sql.idColumn},
  sender_id bigint not null references users (id) on delete cascade,
  receiver_id bigint not null references users (id) on delete cascade,
  status text not null,
  requested_at bigint not null,
  low_user_id bigint not null generated always as
    (case when sender_id < receiver_id then sender_id else receiver_id end) stored,
  high_user_id bigint not null generated always as
    (case when sender_id < receiver_id then receiver_id else sender_id end) stored,
  unique (low_user_id, high_user_id)
);
create index friendships_of_sender on friendships (sender_id, status, requested_at, id, receiver_id);
create index friendships_of_receiver on friendships (receiver_id, status, requested_at, id, sender_id);

create table friends (
  friendship_id bigint not null references friendships (id) on delete cascade,
  user_id bigint not null,
  friend_id bigint not null,
  since bigint not null,
  primary key (friendship_id, user_id)
);
create index friends_of_user on friends (user_id, since, friendship_id, friend_id);
`,
}
