import type { Migration } from './migration.ts'

/**
 * A direct chat belongs to a set of players, whose ids are in `participants_key`. A group chat belongs to its group, and
 * its participants are the group's members. Lists are ordered by `last_message_id`. A message stays when its author is
 * deleted.
 */
export const chats: Migration = {
  name: '0007-chats',
  sql: (sql) => `
create table chats (
  id ${sql.idColumn},
  game_id bigint not null references games (id) on delete cascade,
  creator_id bigint not null,
  group_id bigint unique references groups (id) on delete cascade,
  participants_key text,
  last_message_id bigint not null default 0,
  created_at bigint not null,
  unique (game_id, participants_key)
);

create table chat_participants (
  chat_id bigint not null references chats (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  last_message_id bigint not null default 0,
  primary key (chat_id, user_id)
);
create index chat_participants_of_user on chat_participants (user_id, last_message_id, chat_id);

create table messages (
  id ${sql.idColumn},
  chat_id bigint not null references chats (id) on delete cascade,
  user_id bigint references users (id) on delete set null,
  text text not null,
  created_at bigint not null
);
create index messages_of_chat on messages (chat_id, id);
create index messages_of_user on messages (user_id);

create table message_reads (
  message_id bigint not null references messages (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  primary key (message_id, user_id)
);
create index message_reads_of_user on message_reads (user_id);
`,
}
