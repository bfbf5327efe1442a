import { statement } from '../../../storage/statement.ts'

type Board = { game_id: number; leaderboard_name: string }

/**
 * The names after `after`, each found by a look into the index, with no more than `max_counted` of its players counted. The
 * last row may have no name.
 */
export const listBoards = statement<
  { game_id: number; after: string; limit: number; max_counted: number },
  { name: string | null; players: number }
>(`
  with recursive boards (name, number) as
   (select min(leaderboard_name), 1 from leaderboard_bests
     where game_id = :game_id and leaderboard_name > :after
    union all
    select (select min(leaderboard_name) from leaderboard_bests
             where game_id = :game_id and leaderboard_name > boards.name), number + 1
      from boards where boards.name is not null and number < :limit)
  select boards.name,
         (select count(*) from (
           select 1 from leaderboard_bests
            where game_id = :game_id and leaderboard_name = boards.name
            limit :max_counted + 0) as counted) as players
    from boards order by boards.number`)

export interface RankedEntry {
  id: number
  user_id: number
  username: string
  score: number
  extra_attributes: string
  created_at: number
  entries: number
}

const ENTRY = `entry.id, entry.user_id, users.username, entry.score, entry.extra_attributes, entry.created_at`

const bests = (order: 'descending' | 'ascending') =>
  statement<Board & { limit: number; offset: number }, RankedEntry>(`
  select ${ENTRY}, page.entries
    from (select user_id, entries, ${order}_key as key, ${order}_entry_id as entry_id
            from leaderboard_bests
           where game_id = :game_id and leaderboard_name = :leaderboard_name
           order by ${order}_key, ${order}_entry_id limit :limit + 0 offset :offset) as page
    join leaderboard_entries as entry on entry.id = page.entry_id
    join users on users.id = page.user_id
   order by page.key, page.entry_id`)

/** The best entry of every player, the best first. */
export const listBests = { descending: bests('descending'), ascending: bests('ascending') }

/** Counts no further than `max`. */
export const countPlayers = statement<Board & { max: number }, { players: number }>(`
  select count(*) as players from (
    select 1 from leaderboard_bests
     where game_id = :game_id and leaderboard_name = :leaderboard_name limit :max + 0) as counted`)

const ofUser = (direction: 'desc' | 'asc') =>
  statement<
    Board & { user_id: number; limit: number; offset: number },
    Omit<RankedEntry, 'entries'>
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
export { lockUsage } from '../leaderboards/queries.ts'

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

const best = (column: string, direction: 'desc' | 'asc') => `
  (select ${column} from leaderboard_entries as entry
    where entry.user_id = :user_id and entry.leaderboard_name = :leaderboard_name
    order by entry.score ${direction}, entry.id limit 1)`

/** Runs after the entry was deleted, while others are left. */
export const updateBest = statement<OneLess & { leaderboard_name: string }>(
  `update leaderboard_bests set
     entries = entries - 1, entry_bytes = entry_bytes - :entry_bytes,
     descending_key = -${best('entry.score', 'desc')},
     descending_entry_id = ${best('entry.id', 'desc')},
     ascending_key = ${best('entry.score', 'asc')},
     ascending_entry_id = ${best('entry.id', 'asc')}
    where user_id = :user_id and leaderboard_name = :leaderboard_name and entries > 1`,
  { updates: 'leaderboard_bests' },
)

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
   where user_id in (select players.id from ${sql.rowsFromJson('players', { id: 'bigint' })})
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
     and user_id in (select players.id from ${sql.rowsFromJson('players', { id: 'bigint' })})`,
    { deletes: table },
  )

export const deleteEntriesOfPlayers = ofPlayers('leaderboard_entries')
export const deleteBestsOfPlayers = ofPlayers('leaderboard_bests')
