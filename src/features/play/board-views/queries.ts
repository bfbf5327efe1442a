import { longRead } from '../../../storage/statement.ts'

export interface EntryRow {
  id: number
  username: string
  score: number
  leaderboard_name: string
  game_user_id: number
  extra_attributes: string
  created_at: number
}

export const ENTRY = `entry.id, username, entry.score, entry.leaderboard_name, entry.user_id as game_user_id,
         entry.extra_attributes, entry.created_at`

type Order = 'descending' | 'ascending'

type View = {
  game_id: number
  leaderboard_name: string
  asker_id: number
  /** 0: the friends of the asker. */
  group_id: number
}

export interface ViewRow extends EntryRow {
  key: number
  rank: number
  total: number
}

const CHOSEN = {
  friends: `select friend_id as user_id from friends where user_id = :asker_id and :group_id = 0
            union all select cast(:asker_id as bigint)`,
  group: `select user_id from group_connections
           where group_id = :group_id and status = 'accepted' and :asker_id > 0`,
}

/** Each of the chosen players is looked up: the work grows with how many they are, not with the leaderboard. */
const ranked = (order: Order, chosen: string, which: string) => `
  select ${ENTRY}, ranked.key, ranked.rank, ranked.total
    from (select best.user_id, best.${order}_key as key, best.${order}_entry_id as entry_id,
                 row_number() over (order by best.${order}_key, best.${order}_entry_id) as rank,
                 count(*) over () as total
            from (${chosen}) as chosen cross join leaderboard_bests as best
           where best.user_id = chosen.user_id and best.leaderboard_name = :leaderboard_name
             and best.game_id = :game_id) as ranked
    join leaderboard_entries as entry on entry.id = ranked.entry_id
    join users on users.id = ranked.user_id
   where ${which} order by ranked.rank`

const pages = (chosen: string) => {
  const page = (order: Order) =>
    longRead<View & { from_rank: number; to_rank: number }, ViewRow>(
      ranked(order, chosen, 'ranked.rank between :from_rank and :to_rank'),
      'asker_id',
    )
  return { descending: page('descending'), ascending: page('ascending') }
}

/** With ranks of their own. */
export const listView = { friends: pages(CHOSEN.friends), group: pages(CHOSEN.group) }

const ones = (chosen: string) => {
  const one = (order: Order) =>
    longRead<View & { user_id: number }, ViewRow>(
      ranked(order, chosen, 'ranked.user_id = :user_id'),
      'asker_id',
    )
  return { descending: one('descending'), ascending: one('ascending') }
}

/** No row: the player has no entry, or is none of them. */
export const findInView = { friends: ones(CHOSEN.friends), group: ones(CHOSEN.group) }
