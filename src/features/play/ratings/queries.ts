import { statement } from '../../../storage/statement.ts'
import { type PrefixedUserSummary, prefixedUserSummary } from '../../players/users/queries.ts'

type GameType = { game_id: number; game_type: string }

export interface ResultRow {
  multiplayer_game_round_id: number
  user_id: number
  team: number | null
  /** Of the player's entries. Null: they have no score. */
  highest: number | null
  lowest: number | null
}

/** The plus sign keeps SQLite from the index of scores, in which it would look at the entries of all players. */
const scoreOf = (which: 'max' | 'min') => `(
           select ${which}(+entry.score) from game_rounds as entry
            where entry.game_user_id = player.user_id
              and entry.multiplayer_game_round_id = player.multiplayer_game_round_id)`

/** The players of some rounds, by round and then by id. */
export const listResults = statement<{ rounds: string; limit: number }, ResultRow>(
  (sql) => `
  select player.multiplayer_game_round_id, player.user_id, player.team,
         ${scoreOf('max')} as highest, ${scoreOf('min')} as lowest
    from ${sql.rowsFromJson('rounds', { id: 'bigint' })}
   cross join multiplayer_round_players as player
   where player.multiplayer_game_round_id = rounds.id and player.state = 'joined'
   order by player.multiplayer_game_round_id, player.user_id limit :limit + 0`,
)

export interface RatedPlayerRow {
  id: number
  username: string
  credits: number
  score: number
  /** Null: this player has no rating yet. */
  mu: number | null
  sigma: number | null
  rating: number | null
  rounds: number | null
}

/** Nobody deletes them until the transaction ends. In the order of their ids, so that nobody waits in a circle. */
export const lockPlayers = statement<{ players: string }, { id: number }>(
  (sql) => `
  select users.id from users
   where ${sql.isAmong('users.id', 'players')}
   order by users.id ${sql.lockRowAsReference}`,
)

/** With the rating that each has now. */
export const listRatedPlayers = statement<{ players: string; game_type: string }, RatedPlayerRow>(
  (sql) => `
  select users.id, users.username, users.credits, users.score,
         ratings.mu, ratings.sigma, ratings.rating, ratings.rounds
    from ${sql.rowsFromJson('players', { id: 'bigint' })}
   cross join users
    left join ratings on ratings.user_id = users.id and ratings.game_type = :game_type
   where users.id = players.id`,
)

export const insertRatedRound = statement<
  GameType & {
    multiplayer_game_round_id: number
    number: number
    mu: number
    sigma: number
    beta: number
    tau: number
    now: number
  }
>(
  `insert into rated_rounds
     (multiplayer_game_round_id, game_id, game_type, number, mu, sigma, beta, tau, rated_at)
   values (:multiplayer_game_round_id, :game_id, :game_type, :number, :mu, :sigma, :beta, :tau, :now)`,
  { inserts: 'rated_rounds' },
)

export interface NewRating {
  user_id: number
  mu: number
  sigma: number
  rating: number
  rounds: number
}

/** `changed` is a list of `NewRating`. */
export const upsertRatings = statement<GameType & { changed: string; now: number }>(
  (sql) => `
  insert into ratings (user_id, game_type, game_id, mu, sigma, rating, rounds, updated_at)
  select changed.user_id, cast(:game_type as text), cast(:game_id as bigint),
         changed.mu, changed.sigma, changed.rating, changed.rounds, cast(:now as bigint)
    from ${sql.rowsFromJson('changed', {
      user_id: 'bigint',
      mu: 'double precision',
      sigma: 'double precision',
      rating: 'bigint',
      rounds: 'bigint',
    })}
   where true
  on conflict (user_id, game_type) do update set
    mu = excluded.mu, sigma = excluded.sigma, rating = excluded.rating, rounds = excluded.rounds,
    updated_at = excluded.updated_at`,
  { inserts: 'ratings', updates: 'ratings' },
)

export interface NewChange {
  position: number
  user_id: number
  team: number | null
  score: number | null
  place: number
  mu_before: number
  sigma_before: number
  rating_before: number
  mu_after: number
  sigma_after: number
  rating_after: number
}

/** `changes` is a list of `NewChange`. */
export const insertChanges = statement<{
  multiplayer_game_round_id: number
  game_type: string
  changes: string
  now: number
}>(
  (sql) => `
  insert into rating_changes
    (multiplayer_game_round_id, game_type, changed_at, position, user_id, team, score, place,
     mu_before, sigma_before, rating_before, mu_after, sigma_after, rating_after)
  select cast(:multiplayer_game_round_id as bigint), cast(:game_type as text), cast(:now as bigint),
         changes.position, changes.user_id, changes.team, changes.score, changes.place,
         changes.mu_before, changes.sigma_before, changes.rating_before,
         changes.mu_after, changes.sigma_after, changes.rating_after
    from ${sql.rowsFromJson('changes', {
      position: 'integer',
      user_id: 'bigint',
      team: 'bigint',
      score: 'double precision',
      place: 'integer',
      mu_before: 'double precision',
      sigma_before: 'double precision',
      rating_before: 'bigint',
      mu_after: 'double precision',
      sigma_after: 'double precision',
      rating_after: 'bigint',
    })}
   order by changes.position`,
  { inserts: 'rating_changes' },
)

export interface RatingRow {
  game_type: string
  rating: number
  mu: number
  sigma: number
  rounds: number
  updated_at: number
}

/** Of all game types, by name. */
export const listRatings = statement<{ user_id: number; limit: number }, RatingRow>(`
  select game_type, rating, mu, sigma, rounds, updated_at from ratings where user_id = :user_id
   order by game_type limit :limit + 0`)

export interface ChangeRow {
  id: number
  multiplayer_game_round_id: number
  game_type: string
  team: number | null
  place: number
  rating_before: number
  rating_after: number
  changed_at: number
}

type History = { user_id: number; before: number; limit: number }

const history = (condition: string) => `
  select id, multiplayer_game_round_id, game_type, team, place, rating_before, rating_after, changed_at
    from rating_changes
   where user_id = :user_id ${condition} and id < :before
   order by id desc limit :limit + 0`

/** The latest first. */
export const listChanges = statement<History, ChangeRow>(history(''))
export const listChangesOfType = statement<History & { game_type: string }, ChangeRow>(
  history('and game_type = :game_type'),
)

export interface RankedRow extends PrefixedUserSummary<'user_'> {
  rating: number
  mu: number
  sigma: number
  rounds: number
  updated_at: number
}

/** The best first; of equal ratings, the older account. */
export const listBest = statement<GameType & { limit: number; offset: number }, RankedRow>(`
  select best.rating, ratings.mu, ratings.sigma, ratings.rounds, ratings.updated_at,
         ${prefixedUserSummary('user_')}
    from (select user_id, rating from ratings
           where game_id = :game_id and game_type = :game_type
           order by rating desc, user_id limit :limit + 0 offset :offset) as best
    join ratings on ratings.user_id = best.user_id and ratings.game_type = :game_type
    join users on users.id = best.user_id
   order by best.rating desc, best.user_id`)

/** Counts no further than `max`. The order lets PostgreSQL read the index only up to the limit. */
export const countHigher = statement<
  GameType & { rating: number; max: number },
  { higher: number }
>(`
  select count(*) as higher from (
    select 1 from ratings
     where game_id = :game_id and game_type = :game_type and rating > :rating
     order by rating desc, user_id limit :max + 0) as counted`)

export const findRating = statement<
  { user_id: number; game_type: string },
  { rating: number; rounds: number }
>(`
  select rating, rounds from ratings where user_id = :user_id and game_type = :game_type`)
