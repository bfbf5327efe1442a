import type { Migration } from './migration.ts'

/**
 * What is counted when a player writes stands in rows that the write changes anyway. The usage of a player is the sum of
 * their rows in `leaderboard_bests`.
 */
export const quotasOfPlay: Migration = {
  name: '0013-quotas-of-play',
  sql: `
alter table chat_participants add column is_starter integer not null default 0;
update chat_participants set is_starter = 1
 where exists (select 1 from chats
                where chats.id = chat_participants.chat_id and chats.group_id is null
                  and chats.creator_id = chat_participants.user_id);
create index chat_participants_of_starter on chat_participants (user_id) where is_starter = 1;

alter table chats add column is_abandoned integer not null default 0;
create index chats_abandoned on chats (id) where is_abandoned = 1;

alter table leaderboard_bests add column entries bigint not null default 0;
alter table leaderboard_bests add column entry_bytes bigint not null default 0;
update leaderboard_bests set
  entries = (select count(*) from leaderboard_entries as entry
              where entry.user_id = leaderboard_bests.user_id
                and entry.leaderboard_name = leaderboard_bests.leaderboard_name),
  entry_bytes = (select coalesce(sum(octet_length(entry.extra_attributes) + octet_length(entry.leaderboard_name)), 0)
                   from leaderboard_entries as entry
                  where entry.user_id = leaderboard_bests.user_id
                    and entry.leaderboard_name = leaderboard_bests.leaderboard_name);
create table leaderboard_usage (
  user_id bigint primary key references users (id) on delete cascade,
  entries bigint not null,
  entry_bytes bigint not null
);
insert into leaderboard_usage (user_id, entries, entry_bytes)
select user_id, sum(entries), sum(entry_bytes) from leaderboard_bests group by user_id;

delete from group_connections
 where status = 'pending' and kind = 'invite' and exists (
   select 1 from blocks
    where (blocks.blocker_id = group_connections.user_id and blocks.blocked_id = group_connections.inviter_id)
       or (blocks.blocker_id = group_connections.inviter_id and blocks.blocked_id = group_connections.user_id));
`,
}
