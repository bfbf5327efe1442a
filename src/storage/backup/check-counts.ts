import type { RestoreTransaction } from './engine.ts'

/** Every count that a row keeps of other rows: the rows where it is wrong, by the table that keeps it. */
const WRONG_COUNTS: Record<string, (game_id: number) => string> = {
  groups: (game_id) => `
    select id from groups
     where game_id = ${game_id}
       and (member_count <> (select count(*) from group_connections
                              where group_id = groups.id and status = 'accepted')
         or attribute_count <> (select count(*) from group_attributes where group_id = groups.id))`,
  // A deleted account takes its seat in a finished round with it.
  multiplayer_game_rounds: (game_id) => `
    select id from multiplayer_game_rounds
     where game_id = ${game_id} and finished_at is null
       and players <> (select count(*) from multiplayer_round_players
                        where multiplayer_game_round_id = multiplayer_game_rounds.id and state = 'joined')`,
  multiplayer_round_players: (game_id) => `
    select seat.user_id
      from multiplayer_round_players as seat
      join multiplayer_game_rounds as multiplayer on multiplayer.id = seat.multiplayer_game_round_id
     where multiplayer.game_id = ${game_id}
       and (seat.is_open <> case when seat.state = 'joined' and multiplayer.finished_at is null then 1 else 0 end
         or seat.is_matched <> case when seat.state = 'joined' then multiplayer.is_matched else 0 end)`,
  leaderboard_bests: (game_id) => `
    select counted.user_id
      from (select user_id, leaderboard_name, count(*) as entries,
                   sum(octet_length(extra_attributes) + octet_length(leaderboard_name)) as entry_bytes
              from leaderboard_entries where game_id = ${game_id}
             group by user_id, leaderboard_name) as counted
      full join (select * from leaderboard_bests where game_id = ${game_id}) as kept
        on kept.user_id = counted.user_id and kept.leaderboard_name = counted.leaderboard_name
     where coalesce(kept.entries, -1) <> coalesce(counted.entries, -1)
        or coalesce(kept.entry_bytes, -1) <> coalesce(counted.entry_bytes, -1)`,
  leaderboard_usage: (game_id) => `
    select counted.user_id
      from (select user_id, sum(entries) as entries, sum(entry_bytes) as entry_bytes
              from leaderboard_bests where game_id = ${game_id} group by user_id) as counted
      full join (select * from leaderboard_usage
                  where user_id in (select id from users where game_id = ${game_id})) as kept
        on kept.user_id = counted.user_id
     where coalesce(kept.entries, 0) <> coalesce(counted.entries, 0)
        or coalesce(kept.entry_bytes, 0) <> coalesce(counted.entry_bytes, 0)`,
}

/**
 * With today's tables. Undefined: every count of the game is that of its rows. A wrong one would change how much its
 * players can write.
 */
export async function countProblem(
  tx: RestoreTransaction,
  game_id: number,
): Promise<string | undefined> {
  for (const [table, wrongRows] of Object.entries(WRONG_COUNTS)) {
    const wrong = await tx.run(`${wrongRows(game_id)} limit 1`)
    if (wrong.length > 0) return `a count in ${table} is not that of the rows in the file`
  }
  return undefined
}
