import pg from 'pg'
import { expect } from 'vitest'
import { listBlocks } from '../../src/features/social/blocks/queries.ts'
import {
  listRelations,
  listFriends,
  listIncoming,
  listOutgoing,
} from '../../src/features/social/friends/queries.ts'
import { limitOffset } from '../../src/limits.ts'
import { type Engine, sqlFor, type SqlText, toDialect } from '../../src/storage/dialect.ts'
import { statement } from '../../src/storage/statement.ts'
import { countStatements } from '../support/statement-counts.ts'
import { onEachEngine, type Player, type World } from '../support/world.ts'

const MANY = 5000
/** With far fewer users, PostgreSQL rightly reads them all instead of looking up a hundred. */
const CROWD = 60_000
const PAGE = 100

/** The hub has 5,000 friends (and sent half of the requests), 5,000 requests and 5,000 blocks. The others have some too. */
async function populate({ context, game }: World, hub: Player) {
  const count = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${CROWD})`
  const friendship = `insert into friendships (sender_id, receiver_id, status, requested_at)`
  const others = `select id, row_number() over (order by id) as i from users where game_id = ${game.id} and id <> ${hub.id}`
  const first_id = `(select min(id) from users where game_id = ${game.id} and id <> ${hub.id})`
  await context.db.rawTransaction(async (run) => {
    // On a busy machine this takes longer than the time limit of a request.
    if (context.db.engine === 'postgres') await run('set local statement_timeout = 0')
    await run(`insert into users (game_id, username, username_key, last_login, created_at)
      ${count} select ${game.id}, 'crowd' || i, 'crowd' || i, 0, 0 from n`)
    await run(`${friendship}
      select case when i % 2 = 0 then id else ${hub.id} end, case when i % 2 = 0 then ${hub.id} else id end,
             case when i <= ${MANY} then 'accepted' else 'pending' end, i
        from (${others}) as crowd where i <= ${2 * MANY}`)
    await run(`${friendship}
      select id, ${first_id} + (i * 7 + 1) % ${CROWD}, case when i % 2 = 0 then 'accepted' else 'pending' end, i
        from (${others}) as crowd where i > ${2 * MANY} and id <> ${first_id} + (i * 7 + 1) % ${CROWD}
      on conflict do nothing`)
    await run(`insert into friends (friendship_id, user_id, friend_id, since)
      select id, sender_id, receiver_id, requested_at from friendships where status = 'accepted'
      union all
      select id, receiver_id, sender_id, requested_at from friendships where status = 'accepted'`)
    await run(`insert into blocks (blocker_id, blocked_id, blocked_at)
      select ${hub.id}, id, i from (${others}) as crowd where i <= ${MANY}`)
    await run(`insert into presence (user_id, last_seen, online_until, others_until, writer)
      select id, i, i, 0, '' from (${others}) as crowd`)
    await run(`insert into blocks (blocker_id, blocked_id, blocked_at)
      select id, ${hub.id}, i from (${others}) as crowd`)
  })
  await tidy(context.config.DATABASE_URL, context.db.engine)
}

/** PostgreSQL does this by itself from time to time. */
async function tidy(url: string, engine: Engine) {
  if (engine === 'sqlite') return
  const client = new pg.Client(url)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

/** What PostgreSQL really did, with its plan for any parameters and with one for these parameters. */
async function stepsOnPostgres({ context }: World, sql: SqlText, values: Record<string, number>) {
  const { text, names } = toDialect('postgres', sql)
  const given = names.map((name) => values[name]).join(', ')
  const nodes: Node[] = []
  await context.db.rawTransaction(async (run) => {
    await run(`prepare listing as ${text}`)
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      await run(`set local plan_cache_mode = ${mode}`)
      const rows = await run(`explain (analyze, format json) execute listing(${given})`)
      const [answer] = rows as { 'QUERY PLAN': { Plan: Node }[] }[]
      nodes.push(...(answer?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan)))
    }
    await run('deallocate listing')
  })
  return nodes
}

async function stepsOnSqlite({ context }: World, sql: SqlText) {
  const plan = statement<Record<string, never>, { id: number; parent: number; detail: string }>(
    `explain query plan ${sqlFor('sqlite', sql)}`,
  )
  return context.db.all(plan, {})
}

async function expectIndexed(
  world: World,
  { sql }: { sql: SqlText },
  { values, lists }: { values: Record<string, number>; lists: number },
) {
  if (world.engine === 'postgres') {
    const nodes = await stepsOnPostgres(world, sql, values)
    expect(nodes.length).toBeGreaterThan(2)
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
    for (const node of nodes) {
      expect(node['Actual Rows']).toBeLessThanOrEqual(lists * PAGE)
      expect(node['Rows Removed by Filter'] ?? 0).toBe(0)
    }
    return
  }
  const steps = await stepsOnSqlite(world, sql)
  expect(
    steps.filter(({ detail }) => /^SCAN (friendships|friends|blocks|users|presence)/.test(detail)),
  ).toEqual([])
  // Only rows that are already limited to the page may be sorted, never the table.
  const sorted = steps.filter(({ detail }) => detail.includes('TEMP B-TREE'))
  const parts = steps.filter(({ detail }) => /^SEARCH (friendships|friends|blocks)/.test(detail))
  expect(parts.length).toBe(lists)
  const places = new Set(sorted.map(({ parent }) => parent))
  expect(parts.filter(({ parent }) => places.has(parent))).toEqual([])
}

onEachEngine(
  'a page of 5,000 friends, requests or blocks reads no more rows than the page has',
  async (world) => {
    const hub = await world.player()
    await populate(world, hub)
    const values = { user_id: hub.id, ...limitOffset({}) }
    for (const list of [listFriends, listOutgoing, listIncoming]) {
      await expectIndexed(world, list, { values, lists: 1 })
    }
    await expectIndexed(world, listRelations, { values, lists: 3 })
    const own = { blocker_id: hub.id, ...limitOffset({}) }
    await expectIndexed(world, listBlocks, { values: own, lists: 1 })

    const seen = new Set<number>()
    for (const page of [1, 2, 49, 50]) {
      const { body } = await hub.get(`/friends?page=${page}`)
      expect(body.friends).toHaveLength(PAGE)
      for (const { id } of body.friends) seen.add(id)
    }
    expect(seen.size).toBe(4 * PAGE)
    // One statement for the list, and on PostgreSQL one for the session, which SQLite has in its cache.
    const cost = await countStatements(world, () => hub.get('/friends?page=20'))
    expect(cost).toBe(world.engine === 'sqlite' ? 1 : 2)
    expect((await hub.get('/friends?page=51')).body.friends).toEqual([])
    expect((await hub.get('/friends')).body.friends[0].username).toBe(`crowd${MANY}`)
  },
)
