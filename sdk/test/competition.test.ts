import { expect } from 'vitest'
import { onEachEngine, type World } from '../../test/support/world.ts'
import { Competition } from '../src/competition.ts'
import { memoryStorage, Playkeep } from '../src/index.ts'

async function join(world: World) {
  const playkeep = new Playkeep({
    url: world.server.url,
    ...world.credentials,
    storage: memoryStorage(),
  })
  await playkeep.playAsGuest()
  const { rounds, matchmaking, ratings, leaderboards } = playkeep.use(Competition)
  return { playkeep, rounds, matchmaking, ratings, leaderboards }
}

onEachEngine('players find each other, finish a round, and are rated for it', async (world) => {
  const game = `//admin/api/games/${world.game.id}`
  for (const path of ['matchmaking/duel', 'rated_game_types/duel'])
    expect(await world.system.put(`${game}/${path}`, {})).toMatchObject({ status: 200 })
  const weekly = await world.system.put(`${game}/leaderboards/weekly/settings`, { period: 'week' })
  expect(weekly.status).toBe(200)

  const ana = await join(world)
  const bob = await join(world)
  const found: number[] = []
  ana.playkeep.events.on('match.found', ({ data }) => found.push(data.multiplayer_game_round_id))
  await ana.playkeep.events.opened()
  const tickets = [
    await ana.matchmaking.start({ game_type: 'duel', attributes: { mode: 'ranked' } }),
    await bob.matchmaking.start({ game_type: 'duel', attributes: { mode: 'ranked' } }),
  ]
  expect(tickets[0]?.attributes).toEqual({ mode: 'ranked' })
  const findRound = async () =>
    (await bob.matchmaking.get(tickets[1]?.id ?? 0)).multiplayer_game_round_id
  await expect.poll(findRound, { timeout: 60_000 }).not.toBeNull()
  const round = (await findRound()) ?? 0
  await expect.poll(() => found, { timeout: 60_000 }).toEqual([round])

  const entries: { id: number }[] = []
  for (const [score, { playkeep }] of [ana, bob].entries())
    entries.push(
      await playkeep.rounds.create({ game_type: 'duel', score, multiplayer_game_round_id: round }),
    )
  await expect(ana.rounds.finish(round)).rejects.toMatchObject({ code: 'entries_not_ended' })
  const end_time = new Date().toISOString()
  for (const [at, { playkeep }] of [ana, bob].entries())
    await playkeep.rounds.change(entries[at]?.id ?? 0, { end_time })
  expect(await ana.rounds.finish(round)).toMatchObject({ id: round })

  const [winner] = await bob.ratings.of()
  const [loser] = await bob.ratings.of(ana.playkeep.player?.id ?? 0)
  expect(winner?.rating).toBeGreaterThan(loser?.rating ?? Infinity)
  const { ranking } = await ana.ratings.best({ game_type: 'duel' })
  expect(ranking.map(({ rank }) => rank)).toEqual([1, 2])

  await ana.playkeep.leaderboards.add({ leaderboard_name: 'weekly', score: 5 })
  expect(await bob.leaderboards.page('weekly')).toMatchObject({ total: 1 })
  expect((await bob.leaderboards.seasons('weekly')).seasons).toHaveLength(1)
})

onEachEngine('players meet in a lobby by its code', async (world) => {
  const ana = await join(world)
  const bob = await join(world)
  const { id, code = '' } = await ana.rounds.create({ game_type: 'race', who_may_join: 'code' })
  await expect(bob.rounds.join(id)).rejects.toMatchObject({ code: 'wrong_round_code' })
  expect((await bob.rounds.joinByCode(code)).id).toBe(id)
  await bob.rounds.leave(id)
  const open = await ana.rounds.create({ game_type: 'race', max_players: 2 })
  expect(await bob.rounds.listOpen('race').all()).toMatchObject([{ id: open.id }])
  await bob.rounds.join(open.id)
  await ana.rounds.kick(open.id, bob.playkeep.player?.id ?? 0)
  await expect(bob.rounds.join(open.id)).rejects.toMatchObject({ code: 'kicked_from_round' })
})

onEachEngine('players read seasons, friends and groups of a leaderboard', async (world) => {
  const path = `//admin/api/games/${world.game.id}/leaderboards/clan/settings`
  expect((await world.system.put(path, { one_for: 'each_group' })).status).toBe(200)
  const ana = await join(world)
  const bob = await join(world)
  const { id: group_id } = await ana.playkeep.groups.create({ name: 'Owls', can_auto_join: true })
  await bob.playkeep.groups.join(group_id)
  for (const [index, { playkeep }] of [ana, bob].entries()) {
    await playkeep.leaderboards.add({ leaderboard_name: 'clan', score: 10 - index, group_id })
    await playkeep.leaderboards.add({ leaderboard_name: 'open', score: 10 - index })
  }
  const { leaderboards } = bob
  expect(await leaderboards.rank('clan', { group_id })).toMatchObject({ rank: 2, score: 9 })
  const of_ana = { group_id, player: ana.playkeep.player?.id ?? 0 }
  expect(await leaderboards.rank('clan', of_ana)).toMatchObject({ rank: 1, score: 10 })
  expect(await leaderboards.around('clan', { group_id })).toMatchObject([{ rank: 1 }, { rank: 2 }])
  expect(await leaderboards.around('clan', { group_id, limit: 1 })).toMatchObject([{ rank: 2 }])
  expect(await leaderboards.page('clan', { group_id, from_rank: 2 })).toMatchObject({
    leaderboard_entries: [{ rank: 2, score: 9 }],
    total: 2,
  })
  expect(await leaderboards.rank('open', { friends_only: true })).toMatchObject({ rank: 1 })
  const none = { code: 'season_not_found' }
  await expect(leaderboards.rank('open', { season: 7 })).rejects.toMatchObject(none)
})
