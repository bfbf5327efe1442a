import { statement } from '../../../storage/statement.ts'

type Board = { game_id: number; leaderboard_name: string }

/**
 * Names after `after`, in order: those that have entries, each found by a look into the index, and those with seasons. With no
 * more than `max_counted` of its players counted. Names of seasons are passed over, but no more than `max_looks` names are
 * looked at; if there are more, `reached` is the last of them. The last row may have no name.
 */
export const listBoards = statement<
  {
    game_id: number
    after: string
    limit: number
    max_looks: number
    max_counted: number
    stored_names: string
    separator: string
    now: number
  },
  { name: string | null; players: number; reached: string | null }
>(`
  with recursive looked (name, number) as
   (select min(leaderboard_name), 1 from leaderboard_bests
     where game_id = :game_id and leaderboard_name > :after
    union all
    select (select min(leaderboard_name) from leaderboard_bests
             where game_id = :game_id and leaderboard_name > looked.name), number + 1
      from looked where looked.name is not null and number < :max_looks),
  last (name) as
   (select name from looked where number = :max_looks),
  boards (name, stored_name) as
   (select name, name from looked where name not like (:stored_names || '')
    union all
    select null, null from last
    union
    select settings.leaderboard_name, settings.leaderboard_name || :separator || (
             select max(season.season + case when season.ends_at <= :now then 1 else 0 end)
               from leaderboard_seasons as season
              where season.game_id = :game_id
                and season.leaderboard_name = settings.leaderboard_name)
      from leaderboard_settings as settings
     where settings.game_id = :game_id and settings.leaderboard_name > :after
       and settings.period <> 'none'
       and settings.leaderboard_name <= coalesce((select name from last), settings.leaderboard_name))
  select boards.name, (select name from last) as reached,
         (select count(*) from (
           select 1 from leaderboard_bests
            where game_id = :game_id and leaderboard_name = boards.stored_name
            limit :max_counted + 0) as counted) as players
    from boards order by boards.name is null, boards.name limit :limit + 0`)

export interface RankedEntry {
  id: number
  user_id: number
  username: string
  score: number
  extra_attributes: string
  created_at: number
  entries: number
  key: number
}

const ENTRY = `entry.id, entry.user_id, users.username, entry.score, entry.extra_attributes, entry.created_at`

const bests = (order: 'descending' | 'ascending') =>
  statement<Board & { limit: number; offset: number }, RankedEntry>(`
  select ${ENTRY}, page.entries, page.key
    from (select user_id, entries, ${order}_key as key, ${order}_entry_id as entry_id
            from leaderboard_bests
           where game_id = :game_id and leaderboard_name = :leaderboard_name
           order by ${order}_key, ${order}_entry_id limit :limit + 0 offset :offset) as page
    join leaderboard_entries as entry on entry.id = page.entry_id
    join users on users.id = page.user_id
   order by page.key, page.entry_id`)

/** The entry that counts for every player, the best first. */
export const listBests = { descending: bests('descending'), ascending: bests('ascending') }

/** Counts no further than `max`. */
export const countPlayers = statement<Board & { max: number }, { players: number }>(`
  select count(*) as players from (
    select 1 from leaderboard_bests
     where game_id = :game_id and leaderboard_name = :leaderboard_name limit :max + 0) as counted`)

const ofUser = (direction: 'desc' | 'asc') =>
  statement<
    Board & { user_id: number; limit: number; offset: number },
    Omit<RankedEntry, 'entries' | 'key'>
  >(`
  select ${ENTRY}
    from leaderboard_entries as entry join users on users.id = entry.user_id
   where entry.user_id = :user_id and entry.leaderboard_name = :leaderboard_name
     and entry.game_id = :game_id
   order by entry.score ${direction}, entry.id limit :limit + 0 offset :offset`)

/** All entries of one player, the best first. */
export const listOfUser = { descending: ofUser('desc'), ascending: ofUser('asc') }

export const findEntry = statement<
  { id: number; game_id: number },
  {
    id: number
    user_id: number
    leaderboard_name: string
    score: number
    extra_attributes: string
  }
>(`
  select id, user_id, leaderboard_name, score, extra_attributes from leaderboard_entries
   where id = :id and game_id = :game_id`)

/** Other changes of this user's entries wait. No row: the user has none. */
export { lockUsage } from '../entry-writes/queries.ts'

export const deleteEntry = statement<{ id: number }>(
  `delete from leaderboard_entries where id = :id`,
  { deletes: 'leaderboard_entries' },
)

type OneLess = { user_id: number; entry_bytes: number }

export const updateUsage = statement<OneLess>(
  `update leaderboard_usage set entries = entries - 1, entry_bytes = entry_bytes - :entry_bytes
    where user_id = :user_id`,
  { updates: 'leaderboard_usage' },
)

const one = (column: string, order: string) => `
  (select ${column} from leaderboard_entries as entry
    where entry.user_id = :user_id and entry.leaderboard_name = :leaderboard_name
    order by ${order} limit 1)`

const SUM = `
  (select sum(entry.score) from leaderboard_entries as entry
    where entry.user_id = :user_id and entry.leaderboard_name = :leaderboard_name)`

const best = (column: string, direction: 'desc' | 'asc') =>
  one(column, `entry.score ${direction}, entry.id`)
const latest = (column: string) => one(column, 'entry.id desc')

const updateBestAs = (values: string) =>
  statement<OneLess & { leaderboard_name: string }>(
    `update leaderboard_bests set
     entries = entries - 1, entry_bytes = entry_bytes - :entry_bytes, ${values}
    where user_id = :user_id and leaderboard_name = :leaderboard_name and entries > 1`,
    { updates: 'leaderboard_bests' },
  )

const IS_LATEST = `
     descending_entry_id = ${latest('entry.id')},
     ascending_entry_id = ${latest('entry.id')}`

/** Runs after the entry was deleted, while others are left. By what counts on the leaderboard. */
export const updateBest = {
  best: updateBestAs(`
     descending_key = -${best('entry.score', 'desc')},
     descending_entry_id = ${best('entry.id', 'desc')},
     ascending_key = ${best('entry.score', 'asc')},
     ascending_entry_id = ${best('entry.id', 'asc')}`),
  latest: updateBestAs(`${IS_LATEST},
     descending_key = -${latest('entry.score')},
     ascending_key = ${latest('entry.score')}`),
  sum: updateBestAs(`${IS_LATEST},
     descending_key = -${SUM},
     ascending_key = ${SUM}`),
}

export const deleteLastBest = statement<{ user_id: number; leaderboard_name: string }>(
  `delete from leaderboard_bests
    where user_id = :user_id and leaderboard_name = :leaderboard_name and entries <= 1`,
  { deletes: 'leaderboard_bests' },
)

/** Some of the players on a leaderboard, with how many entries each has there. */
export const listSomePlayers = statement<
  Board & { limit: number },
  { user_id: number; entries: number }
>(`
  select user_id, entries from leaderboard_bests
   where game_id = :game_id and leaderboard_name = :leaderboard_name
   order by descending_key, descending_entry_id limit :limit + 0`)

type Cleared = { leaderboard_name: string; players: string }

/** In the order of their ids, so that two of these do not wait for each other in a circle. */
export const lockUsages = statement<{ players: string }, { user_id: number }>(
  (sql) => `
  select user_id from leaderboard_usage
   where ${sql.isAmong('user_id', 'players')}
   order by user_id ${sql.lockRow}`,
)

/** Runs before the bests are deleted. */
export const updateUsages = statement<Cleared>(
  (sql) => `
  update leaderboard_usage set
     entries = leaderboard_usage.entries - cleared.entries,
     entry_bytes = leaderboard_usage.entry_bytes - cleared.entry_bytes
    from leaderboard_bests as cleared
    where cleared.user_id = leaderboard_usage.user_id
      and cleared.leaderboard_name = :leaderboard_name
      and leaderboard_usage.user_id in (
        select players.id from ${sql.rowsFromJson('players', { id: 'bigint' })})`,
  { updates: 'leaderboard_usage' },
)

const ofPlayers = (table: string) =>
  statement<Cleared>(
    (sql) => `
  delete from ${table}
   where leaderboard_name = :leaderboard_name
     and ${sql.isAmong('user_id', 'players')}`,
    { deletes: table },
  )

export const deleteEntriesOfPlayers = ofPlayers('leaderboard_entries')
export const deleteBestsOfPlayers = ofPlayers('leaderboard_bests')
