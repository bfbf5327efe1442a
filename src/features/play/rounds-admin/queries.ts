import { longRead, statement } from '../../../storage/statement.ts'
import type { WhoMayJoin } from '../round-state/queries.ts'

export { listSeats } from '../round-views/queries.ts'
export { deleteRound } from '../rounds/queries.ts'

export interface ListedRound {
  id: number
  user_id: number
  username: string
  multiplayer_game_round_id: number | null
  game_type: string
  start_time: string
  end_time: string | null
  score: number | null
  place: number | null
  created_at: number
  updated_at: number
}

const COLUMNS = `rounds.id, rounds.game_user_id as user_id, users.username, rounds.multiplayer_game_round_id,
         rounds.game_type, rounds.start_time, rounds.end_time, rounds.score, rounds.place,
         rounds.created_at, rounds.updated_at`

interface Wanted {
  game_id: number
  /** Empty: every type. */
  game_type: string
  before: number
  limit: number
}

const isWanted = (table: string) => `${table}.id < :before
     and (${table}.game_type = :game_type or cast(:game_type as text) = '')`

type Parameters = Record<string, string | number>

/** No rows: the user is not of this game, or has no such rounds. */
export const listOfUser = statement<Wanted & { user_id: number } & Parameters, ListedRound>(`
  select ${COLUMNS}
    from (select mine.id from game_rounds as mine
           where mine.game_user_id = :user_id and ${isWanted('mine')}
           order by mine.id desc limit :limit + 0) as page
    join game_rounds as rounds on rounds.id = page.id
    join users on users.id = rounds.game_user_id and users.game_id = :game_id
   order by rounds.id desc`)

/** Counts no further than `max`. */
export const countPlayers = statement<{ game_id: number; max: number }, { players: number }>(`
  select count(*) as players
    from (select 1 from users where game_id = :game_id limit :max + 0) as counted`)

/** Rounds have no index by game, so those of each player are asked for. */
export const listOfFewPlayers = longRead<
  Wanted & { max_players: number } & Parameters,
  ListedRound
>(
  (sql) => `
  select ${COLUMNS}
    from (select found.id
            from (select id from users where game_id = :game_id limit :max_players + 0) as players
            ${sql.firstRowsOfEach({
              table: 'game_rounds',
              as: 'found',
              rest: `where first.game_user_id = players.id and ${isWanted('first')}
                     order by first.id desc limit :limit + 0`,
            })}
           order by found.id desc limit :limit + 0) as page
    join game_rounds as rounds on rounds.id = page.id
    join users on users.id = rounds.game_user_id
   order by rounds.id desc`,
  'game_id',
)

const LATEST = `select id, game_user_id, game_type from game_rounds
           where id < :before order by id desc limit :max_looked_at + 0`

/**
 * Looks at the latest rounds of all games, and no further than `max_looked_at`. The subquery keeps PostgreSQL from reading all
 * users for a join.
 */
export const listAmongLatest = longRead<
  Wanted & { max_looked_at: number } & Parameters,
  ListedRound
>(
  `
  select ${COLUMNS}
    from (select latest.id from (${LATEST}) as latest
           where ${isWanted('latest')}
             and :game_id = (select users.game_id from users where users.id = latest.game_user_id)
           order by latest.id desc limit :limit + 0) as page
    join game_rounds as rounds on rounds.id = page.id
    join users on users.id = rounds.game_user_id
   order by rounds.id desc`,
  'game_id',
)

/** Where it has stopped. */
export const findLastLookedAt = longRead<
  { game_id: number; before: number; max_looked_at: number },
  { rounds: number; id: number | null }
>(`select count(*) as rounds, min(id) as id from (${LATEST}) as latest`, 'game_id')

export const findRound = statement<
  { id: number; game_id: number },
  ListedRound & { metadata: string | null; finished_order: string | null }
>(`
  select ${COLUMNS}, rounds.metadata, multiplayer.finished_order
    from game_rounds as rounds join users on users.id = rounds.game_user_id
    left join multiplayer_game_rounds as multiplayer on multiplayer.id = rounds.multiplayer_game_round_id
   where rounds.id = :id and users.game_id = :game_id`)

export interface ListedMultiplayerRound {
  id: number
  master_id: number | null
  master_username: string | null
  created_at: number
  finished_at: number | null
  finished_order: string | null
  has_rules: number
  /** This and what follows is null in rounds without rules. */
  game_type: string | null
  max_players: number | null
  who_may_join: WhoMayJoin | null
  closes_at: number | null
  /** How many seats are taken. */
  players: number
  entries: number
}

const OWN_COLUMNS = `id, master_id, created_at, finished_at, finished_order, has_rules, game_type, max_players,
         who_may_join, closes_at, players`

const MULTIPLAYER = `${OWN_COLUMNS.replaceAll(/\w+/g, 'multiplayer.$&')}, users.username as master_username,
         (select count(*) from (
           select 1 from game_rounds as entry
            where entry.multiplayer_game_round_id = multiplayer.id
            limit :max_entries + 0) as counted) as entries`

/** Counts no further than `max`. */
export const countMultiplayerRounds = statement<
  { game_id: number; max: number },
  { rounds: number }
>(`
  select count(*) as rounds
    from (select 1 from multiplayer_game_rounds where game_id = :game_id limit :max + 0) as counted`)

type WantedMultiplayer = { game_id: number; before: number; limit: number; max_entries: number }

const multiplayerPage = (among: string) => `
  select ${MULTIPLAYER}
    from (select ${OWN_COLUMNS} from (${among}) as possible
           where game_id = :game_id and id < :before
           order by id desc limit :limit + 0) as multiplayer
    left join users on users.id = multiplayer.master_id
   order by multiplayer.id desc`

/** The newest first, with no more than `max_entries` counted in each. All that the game has are sorted. */
export const listFewMultiplayerRounds = longRead<WantedMultiplayer, ListedMultiplayerRound>(
  multiplayerPage(`select * from multiplayer_game_rounds where game_id = :game_id`),
  'game_id',
)

const LATEST_MULTIPLAYER = `select * from multiplayer_game_rounds
             where id < :before order by id desc limit :max_looked_at + 0`

/** The same for games that have many: looks at the latest ones of all games, and no further than `max_looked_at`. */
export const listMultiplayerAmongLatest = longRead<
  WantedMultiplayer & { max_looked_at: number },
  ListedMultiplayerRound
>(multiplayerPage(LATEST_MULTIPLAYER), 'game_id')

export const findLastMultiplayerLookedAt = longRead<
  { game_id: number; before: number; max_looked_at: number },
  { rounds: number; id: number | null }
>(`select count(*) as rounds, min(id) as id from (${LATEST_MULTIPLAYER}) as latest`, 'game_id')

export const findMultiplayerRound = statement<
  { id: number; game_id: number; max_entries: number },
  ListedMultiplayerRound
>(`
  select ${MULTIPLAYER}
    from multiplayer_game_rounds as multiplayer
    left join users on users.id = multiplayer.master_id
   where multiplayer.id = :id and multiplayer.game_id = :game_id`)
