import { statement } from '../../storage/statement.ts'

export const insertMultiplayerRound = statement<
  { game_id: number; master_id: number; now: number },
  { id: number }
>(`
  insert into multiplayer_game_rounds (game_id, master_id, created_at)
  values (:game_id, :master_id, :now) returning id`)

/** A master whose account is gone is null. */
export const findMultiplayerRound = statement<
  { id: number },
  { id: number; game_id: number; master_id: number | null; created_at: number }
>(`select id, game_id, master_id, created_at from multiplayer_game_rounds where id = :id`)

export interface EntryRow {
  id: number
  score: number | null
  start_time: string
  end_time: string | null
  user_id: number
  game_id: number
  username: string
  email: string | null
  credits: number
  user_score: number
}

const entries = `
  select rounds.id, rounds.score, rounds.start_time, rounds.end_time, users.id as user_id, users.game_id,
         users.username, users.email, users.credits, users.score as user_score
    from game_rounds as rounds join users on users.id = rounds.game_user_id`

interface Page {
  multiplayer_game_round_id: number
  limit: number
  offset: number
}

const listScored = (order: 'asc' | 'desc') =>
  statement<Page & Record<string, number>, EntryRow & { score: number }>(`${entries}
   where rounds.multiplayer_game_round_id = :multiplayer_game_round_id and rounds.score is not null
   order by rounds.score ${order}, rounds.id limit :limit offset :offset`)

export const listHighestFirst = listScored('desc')
export const listLowestFirst = listScored('asc')

/** All these scores are null and order nothing; naming the score lets both engines read the ids off its index. */
export const listUnscored = statement<Page & Record<string, number>, EntryRow>(`${entries}
   where rounds.multiplayer_game_round_id = :multiplayer_game_round_id and rounds.score is null
   order by rounds.score desc, rounds.id limit :limit offset :offset`)

export const countScored = statement<{ multiplayer_game_round_id: number }, { scored: number }>(`
  select count(*) as scored from game_rounds
   where multiplayer_game_round_id = :multiplayer_game_round_id and score is not null`)

const countBeyond = (sign: '<' | '>') =>
  statement<{ multiplayer_game_round_id: number; score: number }, { better: number }>(`
  select count(*) as better from game_rounds
   where multiplayer_game_round_id = :multiplayer_game_round_id and score ${sign} :score`)

export const countHigher = countBeyond('>')
export const countLower = countBeyond('<')

/** The newest, should a player have several. */
export const findOwnEntry = statement<
  { multiplayer_game_round_id: number; user_id: number },
  EntryRow
>(`${entries}
   where rounds.game_user_id = :user_id
     and rounds.multiplayer_game_round_id = :multiplayer_game_round_id
   order by rounds.id desc limit 1`)

interface Several {
  wanted: string
  limit: number
}

/** The best of each of several multiplayer rounds, in no order. */
const listBestOfSeveral = (order: 'asc' | 'desc') =>
  statement<
    Several & Record<string, string | number>,
    EntryRow & { multiplayer_game_round_id: number }
  >(`
  select rounds.multiplayer_game_round_id, rounds.id, rounds.score, rounds.start_time, rounds.end_time,
         users.id as user_id, users.game_id, users.username, users.email, users.credits, users.score as user_score
    from json_rows(:wanted, id bigint)
    {each game_rounds as rounds}
      select best.id from game_rounds as best
       where best.multiplayer_game_round_id = wanted.id and best.score is not null
       order by best.score ${order}, best.id limit :limit
    {/each}
    join users on users.id = rounds.game_user_id`)

export const listHighestOfSeveral = listBestOfSeveral('desc')
export const listLowestOfSeveral = listBestOfSeveral('asc')

export const listUnscoredOfSeveral = statement<
  Several & Record<string, string | number>,
  EntryRow & { multiplayer_game_round_id: number }
>(`
  select rounds.multiplayer_game_round_id, rounds.id, rounds.score, rounds.start_time, rounds.end_time,
         users.id as user_id, users.game_id, users.username, users.email, users.credits, users.score as user_score
    from json_rows(:wanted, id bigint)
    {each game_rounds as rounds}
      select waiting.id from game_rounds as waiting
       where waiting.multiplayer_game_round_id = wanted.id and waiting.score is null
       order by waiting.score desc, waiting.id limit :limit
    {/each}
    join users on users.id = rounds.game_user_id`)
