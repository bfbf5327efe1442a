import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import {
  changeBoard,
  enter,
  runSeasons,
  seasonsOf,
  useClock,
} from '../../../../test/support/boards.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { seasonsJob } from '../../../jobs/seasons.ts'
import { statement } from '../../../storage/statement.ts'

type Work = Parameters<World['context']['db']['transaction']>[0]

const ledgerOf = statement<{ user_id: number }, { change: number; reason: string }>(
  `select change, reason from credit_ledger where user_id = :user_id`,
)

onEachEngine(
  'prizes are paid once, also by two processes at once and after an interruption',
  async (world) => {
    const clock = await useClock(world, '2031-05-05T12:00:00Z')
    const item = await world.item()
    const players = await world.players(60)
    const prizes = [
      { from_rank: 3, to_rank: 1000, credits: 1 },
      { from_rank: 1, to_rank: 1, credits: 100, store_item_id: item.id },
    ]
    expect((await changeBoard(world, 'weekly', { period: 'week', prizes })).status).toBe(200)
    // 100 at the end of the season: 60 in its last moment, and 40 while it is being paid.
    clock.set('2031-05-11T23:59:59.999Z')
    await Promise.all(players.map((player, index) => enter(player, 'weekly', 1000 - index)))
    const [winner, second, banned, erased] = players as [Player, Player, Player, Player]
    const { cursor } = (await winner.get('/events')).body
    clock.set('2031-05-12T00:00:00Z')
    const [late] = await Promise.all([
      Promise.all(players.slice(20).map((player) => enter(player, 'weekly', 5000))),
      ...Array.from({ length: 4 }, () => runSeasons(world)),
    ])
    expect(new Set(late.map(({ body }) => body.leaderboard_entry.season))).toEqual(new Set([2]))
    const credits = async ({ id }: Player) => world.context.db.all(ledgerOf, { user_id: id })
    await runSeasons(world)
    for (const [index, player] of players.entries()) {
      const paid = index === 0 ? [100] : index === 1 ? [] : [1]
      expect(await credits(player)).toEqual(
        paid.map((change_of) => ({ change: change_of, reason: 'prize' })),
      )
    }
    const { game_user_store_items } = (await winner.get(winner.at('game_user_store_items'))).body
    expect(game_user_store_items).toMatchObject([{ id: item.id }])
    const { events } = (await winner.get(`/events?after=${cursor}`)).body
    const data = { leaderboard_name: 'weekly', season: 1, rank: 1, credits: 100 }
    expect(events).toMatchObject([{ type: 'leaderboard.prize_won', data }])
    const won = `//admin/api/games/${world.game.id}/leaderboards/weekly/seasons`
    const listed = (await world.system.get(`${won}/1/prizes?per_page=2`)).body.prizes
    expect(listed).toMatchObject([
      { user_id: winner.id, rank: 1, credits: 100, store_item_id: item.id, state: 'paid' },
      { user_id: banned.id, rank: 3, credits: 1, state: 'paid' },
    ])

    // Season 2, with an interruption: it has ended, and nothing is paid yet.
    await enter(winner, 'weekly', 9000)
    await enter(second, 'weekly', 8000)
    await enter(banned, 'weekly', 7000)
    await enter(erased, 'weekly', 6000)
    clock.set('2031-05-19T00:00:00Z')
    let transactions = 0
    const db = Object.assign(Object.create(world.context.db), {
      transaction: (work: Work) =>
        world.context.db.transaction(async (tx) => {
          const result = await work(tx)
          if (++transactions > 2) throw new Error('killed before the commit')
          return result
        }),
    })
    const killed = seasonsJob.run({ ...world.context, db }, AbortSignal.timeout(60_000))
    await expect(killed).rejects.toThrow('killed')
    const [season] = (await seasonsOf(winner, world, 'weekly')).seasons
    expect(season).toMatchObject({ season: 2, state: 'ended' })
    const ban = `//admin/api/games/${world.game.id}/players/${banned.id}/ban`
    expect((await world.system.post(ban, { reason: 'cheating' })).status).toBeLessThan(300)
    expect((await erased.delete(`/users/${erased.id}`)).status).toBeLessThan(300)
    await Promise.all([runSeasons(world), runSeasons(world)])
    await runSeasons(world)
    expect((await credits(winner)).map(({ change: paid }) => paid)).toEqual([100, 100])
    expect(await credits(second)).toEqual([])
    expect(await credits(banned)).toHaveLength(1)
    expect(await credits(players[20] as Player)).toHaveLength(2)
    const again = (await world.system.get(`${won}/2/prizes?per_page=2`)).body.prizes
    expect(again).toMatchObject([
      { rank: 1, state: 'paid' },
      { user_id: banned.id, rank: 3, state: 'refused', paid_at: null },
    ])
    expect((await seasonsOf(winner, world, 'weekly')).seasons[0]).toMatchObject({ state: 'paid' })
  },
)

onEachEngine('a season that fails or is locked does not hold up the others', async (world) => {
  const clock = await useClock(world, '2032-05-05T12:00:00Z')
  const [player] = await world.players(1)
  if (!player) throw new Error('no player')
  const names = ['locked', 'failing', 'well']
  for (const name of names) {
    await changeBoard(world, name, {
      period: 'week',
      prizes: [{ from_rank: 1, to_rank: 1, credits: 1 }],
    })
    await enter(player, name, 5)
  }
  clock.set('2032-05-10T00:00:00Z')
  const client = new pg.Client(world.context.config.DATABASE_URL)
  const is_postgres = world.engine === 'postgres'
  if (is_postgres) {
    await client.connect()
    onTestFinished(() => client.end())
    await client.query(
      `begin; select 1 from leaderboard_seasons where leaderboard_name = 'locked' for key share`,
    )
  }
  let is_first = true
  const db = Object.assign(Object.create(world.context.db), {
    transaction: (work: Work) =>
      world.context.db.transaction(async (tx) => {
        const result = await work(tx)
        if (result === 1 && is_first) {
          is_first = false
          throw new Error('a fault')
        }
        return result
      }),
  })
  const failing = seasonsJob.run({ ...world.context, db }, AbortSignal.timeout(60_000))
  await expect(failing).rejects.toThrow('a fault')
  const statesOf = async () =>
    Promise.all(names.map(async (name) => (await seasonsOf(player, world, name)).seasons[0].state))
  // Without a lock, the first one is the one that fails.
  expect(await statesOf()).toEqual(
    is_postgres ? ['ended', 'ended', 'paid'] : ['ended', 'paid', 'paid'],
  )
  if (is_postgres) await client.query('rollback')
  await runSeasons(world)
  expect(await statesOf()).toEqual(['paid', 'paid', 'paid'])
})
