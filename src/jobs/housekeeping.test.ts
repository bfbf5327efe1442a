import { expect, onTestFinished, test } from 'vitest'
import { watchTurns } from '../../test/support/watchdog.ts'
import { ENGINES, openWorld } from '../../test/support/world.ts'
import { type NoParameters, statement } from '../storage/statement.ts'

const OLD_ANSWERS = 150_000
const COLUMNS = 'request_hash, fingerprint, status, body, answer_id, answered_at'
const countAnswers = statement<NoParameters, { count: number }>(
  `select count(*) as count from answered_requests`,
)

for (const engine of ENGINES) {
  test(`very many expired answers are deleted while everyone is served [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    onTestFinished(close)
    const { context, server } = world
    const player = await world.player()
    await server.jobs.runDueJobs()
    await context.db.rawTransaction(async (run) => {
      if (engine === 'postgres') await run('set local statement_timeout = 0')
      await run(`insert into answered_requests (${COLUMNS})
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${OLD_ANSWERS})
        select 'hash ' || i, 'fingerprint', 200, '{"credits":5}', 0, i from n`)
      await run(`insert into answered_requests (${COLUMNS})
        values ('new', 'fingerprint', 200, '', 0, ${Date.now() + 7_200_000})`)
      // PostgreSQL does this by itself. The plan that it keeps was made for an empty table.
      await run('analyze')
    })

    const blocks: number[] = []
    watchTurns((cpu_ms) => blocks.push(cpu_ms))
    await player.profile()
    const { transactions } = { ...context.db.figures() }
    const progress = { is_done: false }
    const job = server.jobs
      .runDueJobs({ ...context, now: () => Date.now() + 7_200_000 })
      .finally(() => (progress.is_done = true))
    let served = 0
    for (; !progress.is_done; served++)
      expect((await player.get(`/users/${player.id}`)).status).toBe(200)
    await job

    expect(await context.db.first(countAnswers, {})).toEqual({ count: 1 })
    expect(blocks).toEqual([])
    expect(context.db.figures().transactions - transactions).toBeGreaterThan(100)
    expect(served).toBeGreaterThan(10)
  })
}
