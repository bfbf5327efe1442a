import { DatabaseSync } from 'node:sqlite'
import { MINUTE_MS } from '../../src/durations.ts'

/** Rules of the first game, and scores that wait for review, for pages that show them. */
export function writeShownScores(path: string): void {
  const db = new DatabaseSync(path)
  const now = Date.now()
  const addRule = db.prepare(
    `insert into score_rules (game_id, kind, name, minimum, maximum, largest_step, most_per_minute,
                              needs_finished_round, outcome, changed_at)
     values (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  addRule.run('leaderboard', 'High scores', 0, 20_000, 2500, 6, 0, 'review', now - 90 * MINUTE_MS)
  addRule.run('game_type', 'classic', 0, 20_000, null, null, 0, 'review', now - 80 * MINUTE_MS)
  addRule.run('leaderboard', 'Weekly cup', null, null, null, 2, 1, 'refuse', now)
  const players = db
    .prepare('select id from users where game_id = 1 order by score desc limit 4')
    .all()
    .map(({ id }) => Number(id))
  const [first = 0, second = 0, third = 0, fourth = 0] = players
  const round = db.prepare('select max(id) as id from game_rounds where game_user_id = ?')
  const addHeld = db.prepare(
    `insert into held_scores (game_id, user_id, sender_id, kind, name, game_round_id, score, extra_attributes,
                              broken, allowed, created_at)
     values (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const long = JSON.stringify({ level: 3, weapons: ['laser', 'plasma'], seed: 4_815_162_342 })
  const board = [null, 'leaderboard', 'High scores', null] as const
  addHeld.run(first, ...board, 13_480, long, 'largest_step', 2500, now - 300 * MINUTE_MS)
  addHeld.run(second, ...board, 999_999, '{"level":3}', 'maximum', 20_000, now - 45 * MINUTE_MS)
  addHeld.run(second, ...board, 999_999.5, '{}', 'most_per_minute', 6, now - 44 * MINUTE_MS)
  addHeld.run(third, ...board, 8120, '{}', 'needs_finished_round', null, now - 12 * MINUTE_MS)
  const round_id = Number(round.get(fourth)?.['id'])
  addHeld.run(
    fourth,
    first,
    'game_type',
    'classic',
    round_id,
    -1,
    '{}',
    'minimum',
    0,
    now - MINUTE_MS,
  )
  db.close()
}
