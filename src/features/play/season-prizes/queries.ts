import { statement } from '../../../storage/statement.ts'

export interface DueSeason {
  id: number
  game_id: number
  leaderboard_name: string
  season: number
  starts_at: number
  ends_at: number
}

const DUE = 'id, game_id, leaderboard_name, season, starts_at, ends_at'

/** By when they end, and from the one after this. */
type Page = { after_end: number; after_id: number; limit: number }
const PAGE = `
   and ends_at >= :after_end and (ends_at > :after_end or id > :after_id)
   order by ends_at, id limit :limit + 0`

export const listOverSeasons = statement<Page & { now: number }, DueSeason>(`
  select ${DUE} from leaderboard_seasons where state = 'running' and ends_at <= :now ${PAGE}`)

const OVER = `
  select ${DUE} from leaderboard_seasons
   where id = :id and state = 'running' and ends_at <= :now`

/** Waits for entries that are being added. No row: somebody else has ended it. */
export const lockDueSeason = statement<{ id: number; now: number }, DueSeason>(
  (sql) => `${OVER} ${sql.lockRowAgainstReferences}`,
)

/** The same without waiting. No row also means: somebody has locked it. */
export const lockFreeSeason = statement<{ id: number; now: number }, DueSeason>(
  (sql) => `${OVER} ${sql.lockFreeRowsAgainstReferences}`,
)

export const updateSeasonEnded = statement<{ id: number; state: string; ranking_order: string }>(
  `update leaderboard_seasons set state = :state, ranking_order = :ranking_order where id = :id`,
  { updates: 'leaderboard_seasons' },
)

/** The order of the leaderboard, or else that of the game. */
export const findOrder = statement<
  { game_id: number; leaderboard_name: string },
  { ranking_order: string }
>(`
  select coalesce(
           (select settings.ranking_order from leaderboard_settings as settings
             where settings.game_id = games.id and settings.leaderboard_name = :leaderboard_name),
           games.ranking_order) as ranking_order
    from games where games.id = :game_id`)

const winners = (order: 'descending' | 'ascending') =>
  statement<{
    season_id: number
    game_id: number
    stored_name: string
    leaderboard_name: string
    max_rank: number
  }>(
    `insert into leaderboard_prizes (season_id, user_id, rank, credits, store_item_id, state)
     select cast(:season_id as bigint), ranked.user_id, ranked.rank, prize.credits,
            prize.store_item_id, 'waiting'
       from (select user_id,
                    row_number() over (order by ${order}_key, ${order}_entry_id) as rank
               from leaderboard_bests
              where game_id = :game_id and leaderboard_name = :stored_name
              order by ${order}_key, ${order}_entry_id limit :max_rank + 0) as ranked
       join leaderboard_prize_rules as prize
         on ranked.rank between prize.from_rank and prize.to_rank
      where prize.game_id = :game_id and prize.leaderboard_name = :leaderboard_name`,
    { inserts: 'leaderboard_prizes' },
  )

export const insertWinners = { descending: winners('descending'), ascending: winners('ascending') }

export const listEndedSeasons = statement<Page, DueSeason>(`
  select ${DUE} from leaderboard_seasons where state = 'ended' ${PAGE}`)

export interface PrizeRow {
  id: number
  user_id: number
  rank: number
  credits: number
  store_item_id: number | null
}

/** Takes some that wait. In no order. Whoever else tries to take the same ones gets none of them. */
export const updateSomePaid = statement<
  { season_id: number; now: number; limit: number },
  PrizeRow
>(
  `update leaderboard_prizes set state = 'paid', paid_at = :now
    where state = 'waiting' and id in (
      select id from leaderboard_prizes where season_id = :season_id and state = 'waiting'
       order by rank limit :limit + 0)
   returning id, user_id, rank, credits, store_item_id`,
  { updates: 'leaderboard_prizes' },
)

/** The winners with their bans. Until the transaction ends they cannot be banned or deleted. */
export const lockWinners = statement<
  { players: string },
  { id: number; banned_until: number | null }
>(
  (sql) => `
  select id, banned_until from users
   where ${sql.isAmong('id', 'players')}
   order by id ${sql.lockRow}`,
)

export const updateRefused = statement<{ prizes: string }>(
  (sql) => `
  update leaderboard_prizes set state = 'refused', paid_at = null
   where ${sql.isAmong('id', 'prizes')}`,
  { updates: 'leaderboard_prizes' },
)

/** Changes nothing while a prize waits. */
export const updateSeasonPaid = statement<{ id: number }>(
  `update leaderboard_seasons set state = 'paid'
    where id = :id and state = 'ended' and not exists (
      select 1 from leaderboard_prizes where season_id = :id and state = 'waiting')`,
  { updates: 'leaderboard_seasons' },
)
