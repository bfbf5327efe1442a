import { expect } from 'vitest'
import {
  findAfterSome,
  listAfter,
  listFirsts,
  listOfGame,
  listOfMemberships,
  listOfUser,
} from '../../src/features/operations/event-streams/queries.ts'
import { sqlFor, type SqlText, toDialect } from '../../src/storage/dialect.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type Player, type World } from '../support/world.ts'

const EVENTS = 50_000
const LIMIT = 100

/** A long log of one chat. Returns a position shortly before its end, and the end. */
async function fillLog({ context, game }: World, player: Player, chat_id: number) {
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${EVENTS})`
  await context.db.rawTransaction(async (run) => {
    if (context.db.engine === 'postgres') await run('set local statement_timeout = 0')
    await run(`insert into events (game_id, type, at, actor_id, audience, audience_id, data)
      ${numbers} select ${game.id}, 'message.posted', 9000000000000, ${player.id}, 'chat', ${chat_id}, '{}' from n`)
    await run('analyze')
  })
  const last = await context.db.first(
    statement<Record<string, never>, { transaction_id: number; id: number }>(
      'select transaction_id, id from events order by transaction_id desc, id desc limit 1',
    ),
    {},
  )
  if (!last) throw new Error('the log is empty')
  return {
    transaction_id: last.transaction_id,
    id: last.id - 5,
    until_transaction_id: last.transaction_id,
    until_id: last.id,
    limit: LIMIT,
  }
}

interface Node {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : value)

const flatten = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

async function expectFewRows(world: World, sql: SqlText, values: Record<string, number | string>) {
  if (world.engine === 'sqlite') {
    const plan = statement<Record<string, number | string>, { detail: string }>(
      `explain query plan ${sqlFor('sqlite', sql)}`,
    )
    const steps = (await world.context.db.all(plan, values)).map(({ detail }) => detail)
    const of_events = steps.filter((step) => /^(SEARCH|SCAN) (events|first)\b/.test(step))
    expect(of_events.length).toBeGreaterThan(0)
    // A range of the log, or one event.
    for (const step of of_events) expect(step).toMatch(/(id|rowid)(=|>)\?/)
    return
  }
  const { text, names } = toDialect('postgres', sql)
  await world.context.db.rawTransaction(async (run) => {
    await run(`prepare events_of as ${text}`)
    for (const mode of ['force_generic_plan', 'force_custom_plan']) {
      await run(`set local plan_cache_mode = ${mode}`)
      const given = names.map((name) => literal(values[name])).join(', ')
      const rows = await run(`explain (analyze, format json) execute events_of(${given})`)
      const [answer] = rows as { 'QUERY PLAN': { Plan: Node }[] }[]
      for (const node of (answer?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => flatten(Plan))) {
        const read = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
        expect(read * node['Actual Loops']).toBeLessThanOrEqual(LIMIT)
      }
    }
    await run('deallocate events_of')
  })
}

onEachEngine('whoever is a little behind in a long log reads a little of it', async (world) => {
  const [ana, ben] = [await world.player(), await world.player()]
  const chat = (await ana.post('/chats', { usernames: [ben.username], text: 'hello' })).body
  const part = await fillLog(world, ana, chat.id)
  const rows = await world.context.db.all(listOfUser, {
    ...part,
    user_id: ben.id,
    game_id: world.game.id,
  })
  expect(rows.length).toBe(5)
  const of_user = { ...part, user_id: ben.id, game_id: world.game.id }
  await expectFewRows(world, listOfUser.sql, of_user)
  await expectFewRows(world, listFirsts.sql, of_user)
  await expectFewRows(world, listOfGame.sql, { ...part, game_id: world.game.id })
  await expectFewRows(world, listAfter.sql, part)
})

onEachEngine(
  'whoever is far behind in a long log reads a little of it at a time',
  async (world) => {
    const [ana, ben] = [await world.player(), await world.player()]
    const chat = (await ana.post('/chats', { usernames: [ben.username], text: 'hello' })).body
    // Nothing of it is shown.
    await ben.post('/blocks', { user_id: ana.id })
    const end = await fillLog(world, ana, chat.id)
    const part = { ...end, id: end.id - EVENTS + 1000, user_id: ben.id, game_id: world.game.id }
    await expectFewRows(world, findAfterSome.sql, { ...part, skipped: LIMIT - 1 })
    await expectFewRows(world, listFirsts.sql, part)
    const wanted = JSON.stringify([{ audience: 'chat', audience_id: chat.id, since: 0 }])
    const of_memberships = { ...part, wanted, each: LIMIT }
    const rows = await world.context.db.all(listOfMemberships, of_memberships)
    expect(rows.map(({ is_visible }) => is_visible)).toEqual(Array.from({ length: LIMIT }, () => 0))
    await expectFewRows(world, listOfMemberships.sql, of_memberships)
  },
)
