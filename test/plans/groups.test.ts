import pg from 'pg'
import { expect } from 'vitest'
import { countPending } from '../../src/features/social/group-connections/queries.ts'
import { listGroups, listInvitesOfUser } from '../../src/features/social/groups/queries.ts'
import { sqlFor, type SqlText, toDialect } from '../../src/storage/dialect.ts'
import { statement } from '../../src/storage/statement.ts'
import { createGroup } from '../support/groups.ts'
import { onEachEngine, type World } from '../support/world.ts'

const MANY = 20_000
const LIMIT = 100

type Values = Record<string, string | number>

const numbers = `with recursive numbers (n) as (
  select 1 union all select n + 1 from numbers where n < ${MANY})`

/** Many wait for one group, and one user is invited to many. */
async function fill(world: World, wanted: { group_id: number; user_id: number }) {
  const { context, game } = world
  const insert = `insert into group_connections (group_id, user_id, inviter_id, kind, status, created_at)`
  await context.db.rawTransaction(async (run) => {
    if (world.engine === 'postgres') await run('set local statement_timeout = 0')
    await run(`insert into users (game_id, username, username_key, last_login, created_at)
      ${numbers} select ${game.id}, 'w' || n, 'w' || n, 0, 0 from numbers`)
    await run(`insert into groups (game_id, name, group_type, max_group_size, can_auto_join, is_invite_only,
        searchable, admins_only_can_create_attributes, member_count, created_at)
      ${numbers} select ${game.id}, 'g' || n, 'default', 9, 0, 0, n % 2, 0, 1, 0 from numbers`)
    await run(`${insert} select ${wanted.group_id}, id, id, case when id % 2 = 0 then 'invite' else 'join_request' end,
        'pending', 0 from users where game_id = ${game.id} and username like 'w%'`)
    await run(`${insert} select id, ${wanted.user_id}, 1, 'invite', 'pending', 0 from groups
       where game_id = ${game.id} and name like 'g%'`)
  })
}

async function planOnSqlite({ context }: World, sql: SqlText, values: Values): Promise<string> {
  const text = `explain query plan ${sqlFor('sqlite', sql)}`
  const steps = await context.db.all(statement<Values, { detail: string }>(text), values)
  return steps.map(({ detail }) => detail).join('\n')
}

/** The plan, and the most rows that any of its steps had. */
async function planOnPostgres({ context }: World, sql: SqlText, values: Values) {
  const client = new pg.Client(context.config.DATABASE_URL)
  await client.connect()
  await client.query('vacuum analyze')
  const { text, names } = toDialect('postgres', sql)
  const { rows } = await client.query({
    text: `explain (analyze) ${text}`,
    values: names.map((name) => values[name]),
  })
  await client.end()
  const plan = rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  const counts = [...plan.matchAll(/rows=(\d+)\.?\d* loops|Removed by Filter: (\d+)/g)]
  return { plan, most: Math.max(...counts.map(([, had, removed]) => Number(had ?? removed))) }
}

onEachEngine(
  'among many thousands of invites and join requests no more are read than counted or shown',
  async (world) => {
    const [admin, user] = await world.players(2)
    if (!admin || !user) throw new Error('the players were not created')
    const group = await createGroup(admin)
    const wanted = { group_id: group.id, user_id: user.id }
    await fill(world, wanted)
    const page = { limit: LIMIT, offset: 0 }
    const waiting = { ...wanted, kind: 'invite', max_of_group: LIMIT, max_of_user: LIMIT }
    const cases: [SqlText, Values, RegExp][] = [
      [countPending.sql, waiting, /connections_pending .*connections_pending_of_user/s],
      [listInvitesOfUser.sql, { ...wanted, ...page }, /connections_pending_of_user/],
      [
        listGroups.sql,
        { game_id: world.game.id, viewer_id: user.id, ...page, end: LIMIT },
        /groups_of_game.*connections_of_user/s,
      ],
    ]
    for (const [sql, values, index] of cases) {
      if (world.engine === 'sqlite') {
        const plan = await planOnSqlite(world, sql, values)
        expect(plan).toMatch(index)
        expect(plan).not.toMatch(/SCAN (group|users)|TEMP B-TREE FOR (LAST|RIGHT)/)
      } else {
        const { plan, most } = await planOnPostgres(world, sql, values)
        expect([plan, most <= 3 * LIMIT]).toEqual([plan, true])
      }
    }
  },
)
