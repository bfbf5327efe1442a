import type { Dialect } from '../dialect.ts'
import type { Migration } from './migration.ts'

/** One in so many new entries makes the server look how large their list has become. */
const LOOKED_AT = 64

const ofBest = (row: 'old' | 'new', column: 'key' | 'entry_id') =>
  `case ranking_order when 'ascending' then ${row}.ascending_${column} else ${row}.descending_${column} end`

const ofRound = (row: 'old' | 'new') =>
  `case ranking_order when 'ascending' then ${row}.score else -${row}.score end`

const bestChange = (row: 'old' | 'new', condition = '') => `
  insert into rank_changes (set_id, key, entry_id, change)
  select id, ${ofBest(row, 'key')}, ${ofBest(row, 'entry_id')}, ${row === 'new' ? 1 : -1}
    from rank_sets
   where kind = 'leaderboard' and owner_id = ${row}.game_id and name = ${row}.leaderboard_name
     ${condition};`

const roundChange = (row: 'old' | 'new') => `
  insert into rank_changes (set_id, key, entry_id, change)
  select id, ${ofRound(row)}, ${row}.id, ${row === 'new' ? 1 : -1}
    from rank_sets
   where kind = 'multiplayer_round' and owner_id = ${row}.multiplayer_game_round_id and name = ''
     and ${row}.score is not null;`

/** A player's best entry usually moves in one of the two orders only. */
const HAS_MOVED = `and (old.game_id <> new.game_id or old.leaderboard_name <> new.leaderboard_name
     or ${ofBest('old', 'key')} <> ${ofBest('new', 'key')}
     or ${ofBest('old', 'entry_id')} <> ${ofBest('new', 'entry_id')})`

const lookAtBoard = `
  insert into rank_candidates (kind, owner_id, name)
  select 'leaderboard', new.game_id, new.leaderboard_name where new.descending_entry_id % ${LOOKED_AT} = 0;`

const lookAtRound = `
  insert into rank_candidates (kind, owner_id, name)
  select 'multiplayer_round', new.multiplayer_game_round_id, ''
   where new.multiplayer_game_round_id is not null and new.score is not null and new.id % ${LOOKED_AT} = 0;`

const ofBests = (sql: Dialect) => [
  sql.afterEachRow({
    name: 'rank_new_best',
    on: 'insert on leaderboard_bests',
    body: bestChange('new') + lookAtBoard,
  }),
  sql.afterEachRow({
    name: 'rank_changed_best',
    on: `update of game_id, leaderboard_name, descending_key, descending_entry_id, ascending_key, ascending_entry_id
         on leaderboard_bests`,
    when: `old.descending_entry_id <> new.descending_entry_id or old.ascending_entry_id <> new.ascending_entry_id
        or old.descending_key <> new.descending_key or old.ascending_key <> new.ascending_key
        or old.game_id <> new.game_id or old.leaderboard_name <> new.leaderboard_name`,
    body: bestChange('old', HAS_MOVED) + bestChange('new', HAS_MOVED),
  }),
  sql.afterEachRow({
    name: 'rank_removed_best',
    on: 'delete on leaderboard_bests',
    body: bestChange('old'),
  }),
]

const ofRounds = (sql: Dialect) => [
  sql.afterEachRow({
    name: 'rank_new_round',
    on: 'insert on game_rounds',
    when: 'new.multiplayer_game_round_id is not null and new.score is not null',
    body: roundChange('new') + lookAtRound,
  }),
  sql.afterEachRow({
    name: 'rank_changed_round',
    on: 'update of multiplayer_game_round_id, score on game_rounds',
    when: `coalesce(old.multiplayer_game_round_id, 0) <> coalesce(new.multiplayer_game_round_id, 0)
        or old.score <> new.score or (old.score is null) <> (new.score is null)`,
    body: roundChange('old') + roundChange('new') + lookAtRound,
  }),
  sql.afterEachRow({
    name: 'rank_removed_round',
    on: 'delete on game_rounds',
    when: 'old.multiplayer_game_round_id is not null and old.score is not null',
    body: roundChange('old'),
  }),
]

/**
 * Counts for ranks in long lists: see decision 37. A set is one list in one order, such as a leaderboard of a game with the
 * highest first. Its ranges lie one after the other: level 0 counts entries, level 1 counts those of many ranges of level 0.
 * A change was not added to them yet. It refers to no set, because then all who write would lock the row of the set.
 *
 * Triggers write the changes: so none is forgotten, whatever adds, changes or deletes an entry.
 */
export const rankCounts: Migration = {
  name: '0027-rank-counts',
  sql: (sql) => `
create table rank_sets (
  id ${sql.idColumn},
  kind text not null,
  owner_id bigint not null,
  name text not null,
  ranking_order text not null,
  range_entries integer not null,
  is_ready integer not null default 0,
  since_transaction bigint,
  counted_key double precision not null,
  counted_id bigint not null,
  unique (kind, owner_id, name, ranking_order)
);

create table rank_ranges (
  id ${sql.idColumn},
  set_id bigint not null references rank_sets (id) on delete cascade,
  level integer not null,
  lower_key double precision not null,
  lower_id bigint not null,
  entries bigint not null,
  unique (set_id, level, lower_key, lower_id)
);

create table rank_changes (
  id ${sql.idColumn},
  set_id bigint not null,
  key double precision not null,
  entry_id bigint not null,
  change integer not null
);
create index rank_changes_of_set on rank_changes (set_id, key, entry_id, change);

create table rank_candidates (
  id ${sql.idColumn},
  kind text not null,
  owner_id bigint not null,
  name text not null
);

${ofBests(sql).join('\n')}
${ofRounds(sql).join('\n')}

insert into rank_candidates (kind, owner_id, name)
select 'leaderboard', game_id, leaderboard_name from leaderboard_bests
 group by game_id, leaderboard_name having count(*) > 1000;
insert into rank_candidates (kind, owner_id, name)
select 'multiplayer_round', multiplayer_game_round_id, '' from game_rounds
 where multiplayer_game_round_id is not null
 group by multiplayer_game_round_id having count(*) > 1000;
`,
}
