import pg from 'pg'
import { expect } from 'vitest'
import * as sales from '../../src/features/economy/sales/queries.ts'
import * as leaderboards from '../../src/features/play/leaderboards-admin/queries.ts'
import * as matchmaking from '../../src/features/play/matchmaking-types/queries.ts'
import * as rounds from '../../src/features/play/rounds-admin/queries.ts'
import * as chats from '../../src/features/social/chats-admin/queries.ts'
import * as groups from '../../src/features/social/groups-admin/queries.ts'
import { sqlFor, type SqlText, toDialect } from '../../src/storage/dialect.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type World } from '../support/world.ts'

const MANY = 40_000
const PLAYERS = 2000
/** The most that one of these lists looks at. */
const BOUND = 20_000

type Values = Record<string, string | number>

const numbers = `with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${MANY})`

/** A game with many of everything. Returns the id of its first user. */
async function fill({ context, engine, game }: World): Promise<number> {
  let first = 0
  await context.db.rawTransaction(async (run) => {
    if (engine === 'postgres') await run('set local statement_timeout = 0')
    await run(`insert into users (game_id, username, username_key, last_login, created_at)
      ${numbers} select ${game.id}, 'w' || n, 'w' || n, 0, 0 from numbers where n <= ${PLAYERS}`)
    const [row] = (await run(`select min(id) as id from users where game_id = ${game.id}`)) as {
      id: number
    }[]
    first = Number(row?.id)
    const player = `${first} + n % ${PLAYERS}`
    await run(`insert into multiplayer_game_rounds (game_id, master_id, created_at)
      ${numbers} select ${game.id}, ${player}, 5 from numbers`)
    await run(`insert into game_rounds (game_user_id, game_type, start_time, started_at, created_at, updated_at)
      ${numbers} select ${player}, 'race', '', 5, 5, 5 from numbers`)
    await run(`insert into credit_ledger (user_id, change, balance_after, reason, reference, created_at)
      ${numbers} select ${player}, -5, 5, 'purchase', 'store_item:1', 5 from numbers`)
    await run(`insert into chats (game_id, creator_id, participants_key, created_at)
      ${numbers} select ${game.id}, ${first}, 'key ' || n, 5 from numbers`)
    await run(`insert into messages (chat_id, user_id, text, created_at)
      select id, ${first}, 'text', 5 from chats where game_id = ${game.id}`)
    await run(`update chats set last_message_id =
      (select max(id) from messages where messages.chat_id = chats.id) where game_id = ${game.id}`)
    await run(`insert into groups (game_id, name, group_type, max_group_size, can_auto_join, is_invite_only,
        searchable, admins_only_can_create_attributes, member_count, created_at)
      ${numbers} select ${game.id}, 'g' || n, 'default', 9, 0, 0, n % 2, 0, 1, 0 from numbers`)
    await run(`insert into leaderboard_bests (user_id, leaderboard_name, game_id, descending_key,
        descending_entry_id, ascending_key, ascending_entry_id)
      ${numbers} select ${player}, 'board ' || (n / ${PLAYERS}), ${game.id}, n, n, n, n from numbers`)
    await run(`insert into matchmaking_tickets (game_id, game_type, state, region, attributes, players, rating,
        created_at, polled_at, changed_at)
      ${numbers} select ${game.id}, 'duel', 'waiting', '', '{}', 1, 25, 5, n, 5 from numbers`)
    if (engine === 'postgres') await run('analyze')
  })
  return first
}

/** Searches of tables, without those of what the statement itself has selected before. */
async function scansOnSqlite({ context }: World, sql: SqlText, values: Values): Promise<string[]> {
  const text = `explain query plan ${sqlFor('sqlite', sql)}`
  const steps = await context.db.all(statement<Values, { detail: string }>(text), values)
  const details = steps.map(({ detail }) => detail)
  const own = new Set(
    details.flatMap((detail) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)/.exec(detail)?.[1] ?? []),
  )
  const scanned = details.filter((detail) => {
    const name = /^SCAN (\w+)/.exec(detail)?.[1]
    return name !== undefined && !own.has(name) && !/json_each|CONSTANT/.test(detail)
  })
  return scanned.length > 0 ? details : []
}

/** The most rows that any step of the plan had. */
async function mostOnPostgres({ context }: World, sql: SqlText, values: Values): Promise<number> {
  const client = new pg.Client(context.config.DATABASE_URL)
  await client.connect()
  const { text, names } = toDialect('postgres', sql)
  const { rows } = await client.query({
    text: `explain (analyze) ${text}`,
    values: names.map((name) => values[name]),
  })
  await client.end()
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  const counts = [...plan.matchAll(/rows=(\d+)\.?\d* loops|Removed by Filter: (\d+)/g)]
  return Math.max(...counts.map(([, had, removed]) => Number(had ?? removed)))
}

onEachEngine('lists for staff read a bounded part of what a large game has', async (world) => {
  const user_id = await fill(world)
  const game_id = world.game.id
  const page = { game_id, before: Number.MAX_SAFE_INTEGER, limit: 50 }
  const looked = { max_looked_at: BOUND }
  const board = { game_id, leaderboard_name: 'board 3', limit: 50, offset: 0 }
  const round = { ...page, game_type: '' }
  const sale = { ...page, reference: '' }
  const cases: [SqlText, Values][] = [
    [groups.listGroups.sql, page],
    [rounds.listOfUser.sql, { ...round, user_id }],
    [rounds.countPlayers.sql, { game_id, max: 1001 }],
    [rounds.listAmongLatest.sql, { ...round, ...looked }],
    [rounds.listAmongLatest.sql, { ...round, ...looked, game_type: 'never' }],
    [rounds.findLastLookedAt.sql, { ...page, ...looked }],
    [rounds.countMultiplayerRounds.sql, { game_id, max: BOUND + 1 }],
    [rounds.listMultiplayerAmongLatest.sql, { ...page, ...looked, max_entries: 1000 }],
    [leaderboards.listBoards.sql, { game_id, after: '', limit: 50, max_counted: 1000 }],
    [leaderboards.listBests.descending.sql, board],
    [leaderboards.countPlayers.sql, { ...board, max: 10_001 }],
    [leaderboards.listSomePlayers.sql, board],
    [matchmaking.countWaiting.sql, { game_id, max: 10_000 }],
    [chats.countChats.sql, { game_id, max: BOUND + 1 }],
    [chats.listAmongLatest.sql, { ...page, ...looked }],
    [chats.listOfUser.sql, { ...page, user_id }],
    [sales.listAmongLatest.sql, { ...sale, ...looked }],
    [sales.listCounts.sql, { game_id, from: 0, max: BOUND }],
    [sales.findEnd.sql, { after: 0, max: 5000, settled: 5 }],
  ]
  for (const [sql, values] of cases) {
    if (world.engine === 'sqlite') expect(await scansOnSqlite(world, sql, values)).toEqual([])
    else {
      const most = await mostOnPostgres(world, sql, values)
      expect([sqlFor('postgres', sql), most, most <= BOUND + 1]).toEqual([
        sqlFor('postgres', sql),
        most,
        true,
      ])
    }
  }

  // And what they find is right: the newest of the large game, page by page.
  const path = `//admin/api/games/${game_id}`
  const first = (await world.system.get(`${path}/rounds?limit=2`)).body
  const second = (await world.system.get(`${path}/rounds?limit=2&before=${first.next}`)).body
  const ids = [...first.rounds, ...second.rounds].map(({ id }: { id: number }) => id)
  expect(ids).toEqual(Array.from({ length: 4 }, (_, index) => Number(ids[0]) - index))
  const none = (await world.system.get(`${path}/rounds?game_type=never`)).body
  expect(none).toEqual({ rounds: [], next: Number(ids[0]) - BOUND + 1 })
  for (const list of ['chats', 'multiplayer_rounds', 'store_items/purchases']) {
    const { body } = await world.system.get(`${path}/${list}?limit=2`)
    expect([list, Object.values(body)[0]]).toMatchObject([list, [{}, {}]])
  }
})
