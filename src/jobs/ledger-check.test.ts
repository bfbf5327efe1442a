import { expect, onTestFinished, test } from 'vitest'
import { ENGINES, openWorld } from '../../test/support/world.ts'
import { ledgerCheckJob } from './ledger-check.ts'

const USERS = 5000

for (const engine of ENGINES) {
  test(`an interrupted ledger check goes on where it was, and the next one begins anew [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    onTestFinished(close)
    const { context, game, server } = world
    await server.jobs.runDueJobs()
    const first = await world.player()
    const setCredits = (credits: number) =>
      context.db.rawTransaction(async (run) => {
        await run(`update users set credits = ${credits} where id = ${first.id}`)
      })
    await context.db.rawTransaction(async (run) => {
      await run(`insert into users (game_id, username, username_key, last_login, created_at)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${USERS})
        select ${game.id}, 'name ' || i, 'name ' || i, 1, 1 from n`)
    })
    await setCredits(7)

    const stop = new AbortController()
    let batches = 0
    const db: typeof context.db = {
      ...context.db,
      all(statement, parameters) {
        if (++batches === 2) stop.abort()
        return context.db.all(statement, parameters)
      },
    }
    await expect(ledgerCheckJob.run({ ...context, db }, stop.signal)).rejects.toThrow('aborted')
    expect(batches).toBe(2)

    // Already checked: only a check from the beginning sees that it is right now.
    await setCredits(0)
    const { signal } = new AbortController()
    expect(await ledgerCheckJob.run(context, signal)).toBe('1')
    expect(await ledgerCheckJob.run(context, signal)).toBe('0')
  })
}
