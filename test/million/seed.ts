import { DAY_MS } from '../../src/durations.ts'
import type { DirectDatabase } from '../../bench/engines.ts'
import { series } from '../../bench/seed.ts'

const BATCH = 100_000

/** What every player has, besides rounds. */
const PER_PLAYER = { ledger_rows: 3, change: 100, attributes: 2 } as const
/** They have signed up one after the other since then. */
const SINCE_MS = 365 * DAY_MS

interface Batch {
  game_id: number
  first: number
  last: number
  now: number
  /** Of all players. */
  count: number
  /** Of each player. */
  rounds: number
}

/** When the player `u.n` has signed up. */
const signedUpAt = ({ now, count }: Batch) =>
  `(${now - SINCE_MS} + cast(u.n as bigint) * ${Math.floor(SINCE_MS / count)})`

const players = ({ first, last }: Batch) => series('u', first, last)

/** `u.n` is the id of a player. Every player also has one stored answer, which has expired. */
const statements: Record<string, (batch: Batch) => string> = {
  users: (batch) => `
    insert into users (id, game_id, username, username_key, username_skeleton, email, email_key, password_hash, credits,
                       score, last_login, number_of_logins, created_at)
    select n, ${batch.game_id}, 'player-' || n, 'player-' || n, 'player-' || n, 'player-' || n || '@example.com',
           'player-' || n || '@example.com', 'none', ${PER_PLAYER.ledger_rows * PER_PLAYER.change}, n % 1000, ${batch.now},
           3, ${signedUpAt(batch)}
      from ${players(batch)}`,
  sessions: (batch) => `
    insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
    select token_hash(n), n, ${batch.now}, ${batch.now}, ${batch.now + 30 * DAY_MS} from ${players(batch)}`,
  credit_ledger: (batch) => `
    insert into credit_ledger (user_id, change, balance_after, reason, created_at)
    select u.n, ${PER_PLAYER.change}, ${PER_PLAYER.change} * r.n, 'added', ${batch.now}
      from ${series('r', 1, PER_PLAYER.ledger_rows)} cross join ${players(batch)}`,
  user_attributes: (batch) => `
    insert into user_attributes (user_id, key, value)
    select u.n, 'attribute-' || a.n, 'value ' || a.n || ' of player-' || u.n
      from ${players(batch)} cross join ${series('a', 1, PER_PLAYER.attributes)}`,
  game_rounds: (batch) => `
    insert into game_rounds (game_user_id, game_type, start_time, started_at, score, metadata, created_at, updated_at)
    select u, 'race', '2026-01-01T00:00:00Z', at, u % 1000, '{"level":3,"car":"red"}', at, at
      from (select u.n as u, ${signedUpAt(batch)} + (${batch.now} - ${signedUpAt(batch)}) / ${batch.rounds + 1} * r.n as at
              from ${series('r', 1, batch.rounds)} cross join ${players(batch)}) as played`,
  answered_requests: (batch) => `
    insert into answered_requests (request_hash, fingerprint, user_id, status, body, answer_id, answered_at)
    select token_hash(n), 'none', n, 200, '{"id":' || n || ',"username":"player-' || n || '","credits":300,"score":7}', n,
           ${batch.now - 2 * DAY_MS} + n % 1000
      from ${players(batch)}`,
}

/** Fills a database that has tables and a game. */
export async function seedPlayers(
  direct: DirectDatabase,
  { count, rounds }: { count: number; rounds: number },
  onProgress: (done: number) => void,
): Promise<void> {
  const [game_id = 0] = await direct.numbers('select min(id) from games')
  const now = Date.now()
  for (let done = 0; done < count;) {
    const last = Math.min(done + BATCH, count)
    await direct.run('begin')
    for (const statement of Object.values(statements))
      await direct.run(statement({ game_id, first: done + 1, last, now, count, rounds }))
    await direct.run('commit')
    done = last
    onProgress(done)
  }
  await direct.tidyUp()
}
