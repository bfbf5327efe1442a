import { hash } from '@node-rs/argon2'
import type { DirectDatabase } from './engines.ts'
import { BLOCK, GROUPS_PER_BLOCK, ITEM_COST, PASSWORD, PER_PLAYER } from './players.ts'

const DAY_MS = 86_400_000

/** The numbers from `first` to `last` as rows named `name`, in SQL for both engines. */
export const series = (name: string, first: number, last: number) =>
  `(with recursive ${name}(n) as (select ${first} union all select n + 1 from ${name} where n < ${last})
    select n from ${name}) as ${name}`

const time = (ms: number) => `'${new Date(ms).toISOString().slice(0, 19)}Z'`

interface Block {
  /** The number of users in the blocks before this one. */
  before: number
  game_id: number
  password_hash: string
  now: number
}

/** `u.n` is the number of a user in the block, from 0. The ids of a block continue those of the block before. */
const statements: Record<string, (block: Block) => string> = {
  users: ({ before, game_id, password_hash, now }) => `
    insert into users (id, game_id, username, username_key, username_skeleton, email, email_key, password_hash, credits, score,
                       last_login, number_of_logins, created_at)
    select ${before} + n + 1, ${game_id}, 'player-' || (${before} + n + 1), 'player-' || (${before} + n + 1),
           'player-' || (${before} + n + 1),
           'player-' || (${before} + n + 1) || '@example.com', 'player-' || (${before} + n + 1) || '@example.com',
           '${password_hash}', ${PER_PLAYER.credits}, n, ${now}, 3, ${now}
      from ${series('u', 0, BLOCK - 1)}`,
  sessions: ({ before, now }) => `
    insert into sessions (token_hash, user_id, created_at, last_used_at, expires_at)
    select token_hash(${before} + n + 1), ${before} + n + 1, ${now}, ${now}, ${now + 30 * DAY_MS}
      from ${series('u', 0, BLOCK - 1)}`,
  user_activity: ({ before, now }) => `
    insert into user_activity (user_id, events_total, events_current_month, game_sessions_total,
                               game_sessions_current_month, month, last_seen_at)
    select ${before} + n + 1, 100, 10, 5, 1, 202601, ${now} from ${series('u', 0, BLOCK - 1)}`,
  credit_ledger: ({ before, now }) => `
    insert into credit_ledger (user_id, change, balance_after, reason, created_at)
    select ${before} + n + 1, ${PER_PLAYER.credits}, ${PER_PLAYER.credits}, 'set', ${now}
      from ${series('u', 0, BLOCK - 1)}`,
  user_attributes: ({ before }) => `
    insert into user_attributes (user_id, key, value)
    select ${before} + u.n + 1, 'attribute-' || a.n, 'value ' || a.n || ' of player-' || (${before} + u.n + 1)
      from ${series('u', 0, BLOCK - 1)} cross join ${series('a', 1, PER_PLAYER.attributes)}`,
  friendships: ({ before, now }) => `
    insert into friendships (id, sender_id, receiver_id, status, requested_at)
    select (${before} + u.n) * ${PER_PLAYER.friends / 2} + f.n, ${before} + u.n + 1,
           ${before} + (u.n + f.n) % ${BLOCK} + 1, 'accepted', ${now} - f.n
      from ${series('u', 0, BLOCK - 1)} cross join ${series('f', 1, PER_PLAYER.friends / 2)}`,
  friends: ({ before }) => `
    insert into friends (friendship_id, user_id, friend_id, since)
    select id, sender_id, receiver_id, requested_at from friendships where id > ${(before * PER_PLAYER.friends) / 2}
    union all
    select id, receiver_id, sender_id, requested_at from friendships where id > ${(before * PER_PLAYER.friends) / 2}`,
  groups: ({ before, game_id, now }) => `
    insert into groups (id, game_id, name, group_type, max_group_size, can_auto_join, is_invite_only,
                        searchable, admins_only_can_create_attributes, member_count, created_at)
    select ${(before / BLOCK) * GROUPS_PER_BLOCK} + g.n + 1, ${game_id}, 'Group ' || g.n, 'default',
           100, 1, 0, 1, 0, ${(PER_PLAYER.groups * BLOCK) / GROUPS_PER_BLOCK}, ${now}
      from ${series('g', 0, GROUPS_PER_BLOCK - 1)}`,
  group_connections: ({ before, now }) => `
    insert into group_connections (group_id, user_id, inviter_id, kind, status, is_admin, joined_at, created_at)
    select ${(before / BLOCK) * GROUPS_PER_BLOCK} + (u.n + g.n * 333) % ${GROUPS_PER_BLOCK} + 1, ${before} + u.n + 1,
           ${before} + u.n + 1,
           case when g.n = 0 and u.n < ${GROUPS_PER_BLOCK} then 'founder' else 'join_request' end, 'accepted',
           case when g.n = 0 and u.n < ${GROUPS_PER_BLOCK} then 1 else 0 end, ${now} + u.n, ${now}
      from ${series('u', 0, BLOCK - 1)} cross join ${series('g', 0, PER_PLAYER.groups - 1)}`,
  multiplayer_game_rounds: ({ before, game_id, now }) => `
    insert into multiplayer_game_rounds (id, game_id, master_id, created_at)
    select ${before / PER_PLAYER.rankings} + m.n + 1, ${game_id}, ${before} + m.n * ${PER_PLAYER.rankings} + 1, ${now}
      from ${series('m', 0, BLOCK / PER_PLAYER.rankings - 1)}`,
  game_rounds: ({ before, now }) => `
    insert into game_rounds (id, game_user_id, multiplayer_game_round_id, game_type, start_time, started_at, end_time,
                             score, metadata, created_at, updated_at)
    select (${before} + u.n) * ${PER_PLAYER.rounds} + r.n, ${before} + u.n + 1,
           case when r.n = 1 then ${before / PER_PLAYER.rankings} + u.n / ${PER_PLAYER.rankings} + 1 end,
           'race', ${time(now)}, ${now}, ${time(now + 60_000)}, (u.n * 7 + r.n) % 1000, '{"level":3,"car":"red"}',
           ${now}, ${now}
      from ${series('u', 0, BLOCK - 1)} cross join ${series('r', 1, PER_PLAYER.rounds)}`,
}

/** Fills a database block by block. Tables that do not exist are skipped. */
export class Seeding {
  readonly #password_hash: string
  readonly #started_at = Date.now()
  users = 0

  private constructor(password_hash: string) {
    this.#password_hash = password_hash
  }

  static async begin(): Promise<Seeding> {
    return new Seeding(await hash(PASSWORD))
  }

  /** Stops when there are enough users or the time is up. */
  async fill(direct: DirectDatabase, users: number, timeout_ms = Infinity): Promise<void> {
    const began = performance.now()
    const [game_id = 0] = await direct.numbers('select min(id) from games')
    const tables = await direct.tables()
    while (this.users < users && performance.now() - began < timeout_ms) {
      const block = { before: this.users, game_id, now: this.#started_at }
      await direct.run('begin')
      for (const [table, fill] of Object.entries(statements)) {
        if (tables.has(table))
          await direct.run(fill({ ...block, password_hash: this.#password_hash }))
      }
      await direct.run('commit')
      this.users += BLOCK
    }
  }
}

/** Adds a store item to the game of all seeded users. */
export async function addItem(
  direct: DirectDatabase,
): Promise<{ item_id: number; game_id: number }> {
  await direct.run(`
    insert into store_items (game_id, name, cost, description, category, created_at)
    select min(id), 'Sword', ${ITEM_COST}, 'A plain blade', 'weapons', 0 from games`)
  const [item_id = 0] = await direct.numbers('select max(id) from store_items')
  const [game_id = 0] = await direct.numbers('select min(id) from games')
  return { item_id, game_id }
}

/** The number of users whose credits differ from the sum of their ledger. Anything but 0 is a bug. */
export async function wrongLedgers(direct: DirectDatabase): Promise<number> {
  const [count = 0] = await direct.numbers(`
    select count(*) from users
     where credits <> (select coalesce(sum(change), 0) from credit_ledger where user_id = users.id)`)
  return count
}
