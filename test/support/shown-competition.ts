import { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../src/durations.ts'

const BOARD = 'Weekly cup'
const SEASONS = 3
const GROUP_BOARD = 'Group cup'

type Run = (sql: string, ...values: (string | number | null)[]) => number

/** With entries of the largest group. */
function writeBoardOfGroups(run: Run): void {
  const group = 'select id from groups where game_id = 1 order by member_count desc limit 1'
  run(
    "insert into leaderboard_settings values (1, ?, null, 'best', 'each_group', 'none', 'UTC', 1)",
    GROUP_BOARD,
  )
  run(`insert into leaderboard_groups select id, ? from (${group})`, GROUP_BOARD)
  const name = `'${GROUP_BOARD}\u001f0:' || (${group})`
  run(
    `insert into leaderboard_entries (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
     select 1, user_id, ${name}, 100 + user_id % 89, '{}', joined_at from group_connections
      where group_id = (${group}) and status = 'accepted'`,
  )
  run(
    `insert into leaderboard_bests (user_id, leaderboard_name, game_id, descending_key, descending_entry_id,
                                    ascending_key, ascending_entry_id, entries, entry_bytes)
     select user_id, leaderboard_name, 1, -score, id, score, id, 1, 14 from leaderboard_entries
      where leaderboard_name = ${name}`,
  )
}

/** Of the first game: a leaderboard with seasons and prizes, ratings and matchmaking, for pages that show them. */
export function writeShownCompetition(path: string): void {
  const db = new DatabaseSync(path)
  const now = Date.now()
  const run: Run = (sql, ...values) => Number(db.prepare(sql).run(...values).lastInsertRowid)
  run(
    "insert into leaderboard_settings values (1, ?, null, 'sum', 'game', 'week', 'Europe/Berlin', ?)",
    BOARD,
    now,
  )
  const addPrize = 'insert into leaderboard_prize_rules values (1, ?, ?, ?, ?, ?)'
  run(addPrize, BOARD, 1, 1, 500, 1)
  run(addPrize, BOARD, 2, 10, 100, null)
  const monday = now - (now % DAY_MS) - 2 * DAY_MS
  const ids = Array.from({ length: SEASONS }, (_, index) => {
    const starts_at = monday - (SEASONS - 1 - index) * 7 * DAY_MS
    return run(
      "insert into leaderboard_seasons (game_id, leaderboard_name, season, starts_at, ends_at, state, counts) values (1, ?, ?, ?, ?, ?, 'sum')",
      BOARD,
      index + 1,
      starts_at,
      starts_at + 7 * DAY_MS,
      index === SEASONS - 1 ? 'running' : 'paid',
    )
  })
  const best = 'select id, score from users where game_id = 1 order by score desc limit 30'
  for (const season of [1, 2, 3]) {
    const name = `${BOARD}\u001f${season}`
    run(
      `insert into leaderboard_entries (game_id, user_id, leaderboard_name, score, extra_attributes, created_at)
       select 1, id, ?, score + id % (? * 37), '{}', ? from (${best})`,
      name,
      season,
      monday - (SEASONS - season) * 7 * DAY_MS + DAY_MS,
    )
    run(
      `insert into leaderboard_bests (user_id, leaderboard_name, game_id, descending_key, descending_entry_id,
                                      ascending_key, ascending_entry_id, entries, entry_bytes)
       select user_id, leaderboard_name, 1, -score, id, score, id, 1, 14 from leaderboard_entries
        where leaderboard_name = ?`,
      name,
    )
  }
  for (const season_id of ids.slice(0, -1))
    run(
      `insert into leaderboard_prizes (season_id, user_id, rank, credits, store_item_id, state, paid_at)
       select ?, id, rank, iif(rank = 1, 500, 100), iif(rank = 1, 1, null), iif(rank = 3, 'refused', 'paid'),
              iif(rank = 3, null, ?)
         from (select id, row_number() over (order by score desc) as rank from (${best})) where rank <= 10`,
      season_id,
      monday,
    )
  run(
    `insert into multiplayer_game_rounds (game_id, master_id, created_at, has_rules, game_type, max_players,
                                          who_may_join, closes_at, players)
     select 1, id, ?, 1, 'squads', 8, 'friends', ?, 4 from (${best}) limit 1`,
    now - DAY_MS,
    now + DAY_MS,
  )
  run(
    `insert into multiplayer_round_players (multiplayer_game_round_id, user_id, state, team, joined_at)
     select (select max(id) from multiplayer_game_rounds), id, 'joined', id % 2 + 1, ?
       from (${best}) limit 4`,
    now - DAY_MS,
  )
  const rate =
    'insert into rating_settings values (1, ?, ?, 25, 8.333333, 4.166667, 0.083333, 2, ?, ?)'
  run(rate, 'duel', 1, 340, now - DAY_MS)
  run(rate, 'race', 0, 12, now - 9 * DAY_MS)
  run(
    `insert into ratings (user_id, game_type, game_id, mu, sigma, rating, rounds, updated_at)
     select id, 'duel', 1, 35 - place / 2.0, 2, 2160 - 20 * place, 60 - place, ? - place * 3600000
       from (select id, row_number() over (order by score desc) as place from (${best}))`,
    now,
  )
  const first = best.replace('id, score', 'id').replace('limit 30', 'limit 1')
  const rounds = `select multiplayer_game_round_id as round_id, row_number() over () as number from game_rounds
    where game_user_id = (${first}) and multiplayer_game_round_id is not null group by 1`
  run(
    `insert into rated_rounds select round_id, 1, 'duel', number, 25, 8.333333, 4.166667, 0.083333, ? from (${rounds})`,
    now,
  )
  run(
    `insert into rating_changes (multiplayer_game_round_id, position, user_id, game_type, place, mu_before, sigma_before,
                                 rating_before, mu_after, sigma_after, rating_after, changed_at)
     select round_id, 0, (${first}), 'duel', number % 3 + 1, 25, 8, 2000 + number * 20, 26, 8,
            2050 + number * 20 - number % 3 * 35, ? + number * 3600000 from (${rounds})`,
    now - 2 * DAY_MS,
  )
  writeBoardOfGroups(run)
  const match = `insert into matchmaking_types values (1, ?, ?, ?, ?, ?, 10, 100, 10, 1000, ?, ?, 86400, 'allowed', ?, ${now})`
  run(match, 'duel', 2, 1, 2, 2, null, 0, 1540)
  run(match, 'free for all', 0, 1, 4, 8, 20, 15, null)
  run(match, 'squads', 2, 4, 2, 2, 30, 20, 9120)
  db.close()
}
