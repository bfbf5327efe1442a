import { statement } from '../../../storage/statement.ts'

type GameType = { game_id: number; game_type: string }

export interface RatedRoundRow {
  id: number
  number: number
  mu: number
  sigma: number
  beta: number
  tau: number
  /** By which its places are calculated. */
  finished_order: string | null
}

/** In the order in which they were rated. */
export const listRatedRounds = statement<
  GameType & { after: number; limit: number },
  RatedRoundRow
>(`
  select rated.multiplayer_game_round_id as id, rated.number, rated.mu, rated.sigma, rated.beta, rated.tau,
         round.finished_order
    from rated_rounds as rated
    join multiplayer_game_rounds as round on round.id = rated.multiplayer_game_round_id
   where rated.game_id = :game_id and rated.game_type = :game_type and rated.number > :after
   order by rated.number limit :limit + 0`)

export interface StoredChangeRow {
  id: number
  multiplayer_game_round_id: number
  position: number
  /** Null: the player was erased. */
  user_id: number | null
  team: number | null
  score: number | null
  place: number
  mu_before: number
  sigma_before: number
  mu_after: number
  sigma_after: number
}

/** What is stored about some rounds, by round. */
export const listStoredChanges = statement<{ rounds: string }, StoredChangeRow>(
  (sql) => `
  select changes.id, changes.multiplayer_game_round_id, changes.position, changes.user_id, changes.team,
         changes.score, changes.place,
         changes.mu_before, changes.sigma_before, changes.mu_after, changes.sigma_after
    from ${sql.rowsFromJson('rounds', { id: 'bigint' })}
   cross join rating_changes as changes
   where changes.multiplayer_game_round_id = rounds.id
   order by changes.multiplayer_game_round_id, changes.position`,
)

export const updateChanges = statement<{ changed: string }>(
  (sql) => `
  update rating_changes set
     place = changed.place,
     mu_before = changed.mu_before, sigma_before = changed.sigma_before,
     rating_before = changed.rating_before,
     mu_after = changed.mu_after, sigma_after = changed.sigma_after,
     rating_after = changed.rating_after
    from ${sql.rowsFromJson('changed', {
      id: 'bigint',
      place: 'integer',
      mu_before: 'double precision',
      sigma_before: 'double precision',
      rating_before: 'bigint',
      mu_after: 'double precision',
      sigma_after: 'double precision',
      rating_after: 'bigint',
    })}
    where rating_changes.id = changed.id`,
  { updates: 'rating_changes' },
)

export interface StoredRatingRow {
  user_id: number
  mu: number
  sigma: number
  rating: number
  rounds: number
}

/** In the order of the leaderboard; a page begins after the last player of the one before. */
export const listStoredRatings = statement<
  GameType & { after_rating: number; after_user_id: number; limit: number },
  StoredRatingRow
>(`
  select user_id, mu, sigma, rating, rounds from ratings
   where game_id = :game_id and game_type = :game_type
     and rating <= :after_rating and (rating < :after_rating or user_id > :after_user_id)
   order by rating desc, user_id limit :limit + 0`)

export const deleteRatings = statement<{ game_type: string; players: string }>(
  (sql) => `
  delete from ratings where game_type = :game_type
     and ${sql.isAmong('user_id', 'players')}`,
  { deletes: 'ratings' },
)

export { lockPlayers, upsertRatings } from '../ratings/queries.ts'
