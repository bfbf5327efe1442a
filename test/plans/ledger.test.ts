import { expect } from 'vitest'
import { listLedgerSums } from '../../src/features/economy/credits/queries.ts'
import { sqlFor, toDialect } from '../../src/storage/dialect.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type World } from '../support/world.ts'

const USERS = 30_000

/** Users with one entry each: then PostgreSQL likes to read the whole ledger at once. */
async function populate({ context, game }: World) {
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${USERS})`
  await context.db.rawTransaction(async (run) => {
    if (context.db.engine === 'postgres') await run('set local statement_timeout = 0')
    await run(`insert into users (game_id, username, username_key, credits, last_login, created_at)
      ${numbers} select ${game.id}, 'rich' || i, 'rich' || i, 5, 0, 0 from n`)
    await run(`insert into credit_ledger (user_id, change, balance_after, reason, created_at)
      select id, 5, 5, 'added', 0 from users where game_id = ${game.id} order by id`)
    await run('analyze')
  })
}

async function planOf({ context, engine }: World): Promise<string> {
  if (engine === 'sqlite') {
    const plan = statement<{ after_id: number }, { detail: string }>(
      `explain query plan ${sqlFor('sqlite', listLedgerSums.sql)}`,
    )
    return (await context.db.all(plan, { after_id: 5000 })).map(({ detail }) => detail).join('\n')
  }
  let plan: unknown
  await context.db.rawTransaction(async (run) => {
    await run(`prepare sums as ${toDialect('postgres', listLedgerSums.sql).text}`)
    await run('set local plan_cache_mode = force_generic_plan')
    plan = await run('explain execute sums(5000)')
    await run('deallocate sums')
  })
  return JSON.stringify(plan)
}

onEachEngine('a step of the ledger check does not read the whole ledger', async (world) => {
  await populate(world)
  const plan = await planOf(world)
  expect(plan).toContain('credit_ledger_of_user')
  expect(plan).not.toMatch(/Seq Scan|SCAN/)
})
