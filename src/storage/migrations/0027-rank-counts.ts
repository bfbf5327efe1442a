import type { Dialect } from '../dialect.ts'
import type { Migration } from './migration.ts'

/** One in so many new entries makes the server look how large their list has become. */
const LOOKED_AT = 64

type Row = 'old' | 'new'

const ofBest = (row: Row, column: 'key' | 'entry_id') =>
  `case ranking_order when 'ascending' then ${row}.ascending_${column} else ${row}.descending_${column} end`

const ofRound = (row: Row) =>
  `case ranking_order when 'ascending' then ${row}.score else -${row}.score end`

const bestChange = (row: Row) => `
  insert into rank_changes (set_id, key, entry_id, change)
  select id, ${ofBest(row, 'key')}, ${ofBest(row, 'entry_id')}, ${row === 'new' ? 1 : -1}
    from rank_sets
   where kind = 'leaderboard' and owner_id = ${row}.game_id and name = ${row}.leaderboard_name;`

const roundChange = (row: Row) => `
  insert into rank_changes (set_id, key, entry_id, change)
  select id, ${ofRound(row)}, ${row}.id, ${row === 'new' ? 1 : -1}
    from rank_sets
   where kind = 'multiplayer_round' and owner_id = ${row}.multiplayer_game_round_id and name = ''
     and ${row}.score is not null;`

/** Removes the old row and adds the new one: one statement instead of two, because this is what happens most. */
const move = ({
  key,
  id,
  where,
}: {
  key: (row: Row) => string
  id: (row: Row) => string
  where: string
}) => `
  insert into rank_changes (set_id, key, entry_id, change)
  select id, case change when 1 then ${key('new')} else ${key('old')} end,
         case change when 1 then ${id('new')} else ${id('old')} end, change
    from rank_sets cross join (select -1 as change union all select 1) as sides
   where ${where};`

const bestKey = (row: Row) => ofBest(row, 'key')
const bestId = (row: Row) => ofBest(row, 'entry_id')

/** A player's best entry usually moves in one of the two orders only. */
const moveBest = move({
  key: bestKey,
  id: bestId,
  where: `kind = 'leaderboard' and owner_id = new.game_id and name = new.leaderboard_name
     and (${bestKey('old')} <> ${bestKey('new')} or ${bestId('old')} <> ${bestId('new')})`,
})

const moveRound = move({
  key: ofRound,
  id: (row) => `${row}.id`,
  where: `kind = 'multiplayer_round' and owner_id = new.multiplayer_game_round_id and name = ''`,
})

const IS_SAME_BOARD = 'old.game_id = new.game_id and old.leaderboard_name = new.leaderboard_name'
const IS_SAME_ROUND = `old.multiplayer_game_round_id = new.multiplayer_game_round_id
        and old.score is not null and new.score is not null`

const ofBests = (sql: Dialect) => [
  sql.afterEachRow({
    name: 'rank_new_best',
    on: 'insert on leaderboard_bests',
    body: bestChange('new'),
  }),
  sql.afterEachRow({
    name: 'rank_best_to_look_at',
    on: 'insert on leaderboard_bests',
    when: `new.descending_entry_id % ${LOOKED_AT} = 0`,
    body: `
  insert into rank_candidates (kind, owner_id, name)
  values ('leaderboard', new.game_id, new.leaderboard_name);`,
  }),
  sql.afterEachRow({
    name: 'rank_changed_best',
    on: 'update of descending_key, descending_entry_id, ascending_key, ascending_entry_id on leaderboard_bests',
    when: `${IS_SAME_BOARD} and (
        old.descending_entry_id <> new.descending_entry_id or old.ascending_entry_id <> new.ascending_entry_id
        or old.descending_key <> new.descending_key or old.ascending_key <> new.ascending_key)`,
    body: moveBest,
  }),
  sql.afterEachRow({
    name: 'rank_renamed_best',
    on: 'update of game_id, leaderboard_name on leaderboard_bests',
    when: `not (${IS_SAME_BOARD})`,
    body: bestChange('old') + bestChange('new'),
  }),
  sql.afterEachRow({
    name: 'rank_removed_best',
    on: 'delete on leaderboard_bests',
    body: bestChange('old'),
  }),
]

const lookAtRound = (name: string, on: string) => ({
  name,
  on,
  when: `new.multiplayer_game_round_id is not null and new.score is not null and new.id % ${LOOKED_AT} = 0`,
  body: `
  insert into rank_candidates (kind, owner_id, name)
  values ('multiplayer_round', new.multiplayer_game_round_id, '');`,
})

const ofRounds = (sql: Dialect) => [
  sql.afterEachRow({
    name: 'rank_new_round',
    on: 'insert on game_rounds',
    when: 'new.multiplayer_game_round_id is not null and new.score is not null',
    body: roundChange('new'),
  }),
  sql.afterEachRow(lookAtRound('rank_round_to_look_at', 'insert on game_rounds')),
  sql.afterEachRow(
    lookAtRound(
      'rank_score_to_look_at',
      'update of multiplayer_game_round_id, score on game_rounds',
    ),
  ),
  sql.afterEachRow({
    name: 'rank_changed_round',
    on: 'update of score on game_rounds',
    when: `${IS_SAME_ROUND} and old.score <> new.score`,
    body: moveRound,
  }),
  sql.afterEachRow({
    name: 'rank_moved_round',
    on: 'update of multiplayer_game_round_id, score on game_rounds',
    when: `coalesce(old.multiplayer_game_round_id, 0) <> coalesce(new.multiplayer_game_round_id, 0)
        or (old.score is null) <> (new.score is null)`,
    body: roundChange('old') + roundChange('new'),
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
 * highest first. Its ranges lie one after the other: those of level 0 count entries, and those of each level above count the
 * entries of several of the level below. A change was not added to them yet. It refers to no set, because then all who write
 * would lock the row of the set.
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
  group_parts integer not null,
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
  entries integer not null,
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
