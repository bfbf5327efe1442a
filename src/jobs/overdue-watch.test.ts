import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ENGINES, openWorld } from '../../test/support/world.ts'
import { checkOverdueWork } from '../cli/doctor-live.ts'
import { Metrics } from '../services/metrics.ts'
import { OverdueWatch } from './overdue-watch.ts'

for (const engine of ENGINES) {
  test(`metrics and doctor count what should have been done [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    onTestFinished(close)
    const { context, server, game } = world
    await server.jobs.stop()
    const player = await world.player()
    const metrics = new Metrics()
    const watch = new OverdueWatch(context, pino({ level: 'silent' }))
    watch.addMetrics(metrics)
    const read = async () => {
      await watch.look()
      const lines = (await metrics.makeText()).split('\n').filter((line) => !line.startsWith('#'))
      return lines.filter((line) => line !== '')
    }
    const examine = async () => (await checkOverdueWork(context.db)).map(({ text }) => text)
    expect(await examine()).toEqual([])

    const late = Date.now() - 600_000
    const soon = Date.now() - 1000
    await context.db.rawTransaction(async (run) => {
      for (const closes_at of [late, late, soon])
        await run(`insert into multiplayer_game_rounds (game_id, master_id, created_at, closes_at)
          values (${game.id}, ${player.id}, 0, ${closes_at})`)
      for (const [season, state] of ['running', 'running', 'running', 'ended'].entries())
        await run(`insert into leaderboard_seasons
            (id, game_id, leaderboard_name, season, starts_at, ends_at, state, counts)
          values (${season + 1}, ${game.id}, 'weekly', ${season + 1}, 0, ${late}, '${state}', 'best')`)
      await run(`insert into leaderboard_prizes (season_id, user_id, rank, credits, state)
        values (4, ${player.id}, 1, 5, 'waiting')`)
      // Of a list that is not there, so that nobody counts it.
      await run(`insert into rank_changes (set_id, key, entry_id, change) values (999, 1, 1, 1)`)
    })
    expect(await read()).toEqual([
      'playkeep_multiplayer_rounds_overdue 2',
      'playkeep_leaderboard_seasons_overdue 3',
      'playkeep_leaderboard_prizes_unpaid 1',
      'playkeep_rank_changes_uncounted 1',
      'playkeep_rank_lists_uncounted 0',
      'playkeep_rank_candidates 0',
    ])
    expect(await examine()).toEqual([
      expect.stringContaining(
        'overdue: multiplayer rounds to finish: 2, seasons of leaderboards to end: 3, prizes to pay: 1. ',
      ),
    ])
  })
}
