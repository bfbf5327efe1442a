import { ordinal, rate } from 'openskill'
import { expect } from 'vitest'
import { finish, playAndFinish, playRound, rateGameType } from '../../../../test/support/ratings.ts'
import { entryAt } from '../../../../test/support/rounds.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { statement } from '../../../storage/statement.ts'
import { changeGame } from '../../operations/games/rules.ts'

const START = { mu: 25, sigma: 25 / 3 }
/** What the game type has unless staff change it. */
const OPTIONS = { ...START, beta: 25 / 6, tau: 25 / 300 }

const shown = (skill: typeof START) => Math.round(ordinal(skill, { alpha: 40, target: 1000 }))

async function ratingOf(player: Player, game_type = 'duel') {
  const { body } = await player.get('/ratings')
  const found = body.ratings.find((rating: { game_type: string }) => rating.game_type === game_type)
  return found ? { mu: found.mu, sigma: found.sigma } : undefined
}

const ratingsOf = (players: Player[]) => Promise.all(players.map((player) => ratingOf(player)))

onEachEngine(
  'ratings are what openskill gives for the same results: all against all, draws and teams',
  async (world) => {
    await rateGameType(world, 'duel')
    // The order of their ids is that of the sums in the model, whose last digits depend on it.
    const players = (await world.players(5)).toSorted((one, other) => one.id - other.id)
    const [a, b, c, d, e] = players.map((player) => player.id)
    const scores = [10, 0, 30, 0, undefined]
    const cursor = (await entryAt(players, 0).get('/events')).body.cursor
    const results = players.map((player, index) => {
      const score = scores[index]
      return score === undefined ? { player } : { player, score }
    })
    const first_id = await playAndFinish(world, 'duel', results)
    // Two scores of 0 are a draw, and no score comes last.
    const first = rate(
      players.map(() => [START]),
      { ...OPTIONS, rank: [2, 3, 1, 3, 5] },
    ).map(([skill = START]) => skill)
    expect(await ratingsOf(players)).toEqual(first)

    // a, b and c together have 9 points, as d has alone; e has 20.
    const second_id = await playAndFinish(world, 'duel', [
      { player: entryAt(players, 4), score: 20 },
      { player: entryAt(players, 1), score: 4, team: 7 },
      { player: entryAt(players, 3), score: 9, team: 2 },
      { player: entryAt(players, 0), score: 5, team: 7 },
      { player: entryAt(players, 2), team: 7 },
    ])
    const [s_a = START, s_b = START, s_c = START, s_d = START, s_e = START] = first
    const [team = [], [after_d] = [], [after_e] = []] = rate([[s_a, s_b, s_c], [s_d], [s_e]], {
      ...OPTIONS,
      rank: [2, 2, 1],
    })
    const second = [...team, after_d, after_e]
    expect(await ratingsOf(players)).toEqual(second)

    const numbers = second.map((skill = START) => shown(skill))
    const { body: board } = await entryAt(players, 0).get('/ratings/leaderboard?game_type=duel')
    const sorted = numbers
      .map((rating, index) => ({ rating, id: entryAt(players, index).id }))
      .toSorted((one, other) => other.rating - one.rating || one.id - other.id)
    expect(
      board.ranking.map(({ rating, user }: { rating: number; user: { id: number } }) => ({
        rating,
        id: user.id,
      })),
    ).toEqual(sorted)
    const rankOf = (rating = 0) => 1 + numbers.filter((other) => other > rating).length
    expect(board.ranking.map(({ rank }: { rank: number }) => rank)).toEqual(
      sorted.map(({ rating }) => rankOf(rating)),
    )
    expect(board.own).toEqual({ rank: rankOf(numbers[0]), rating: numbers[0], rounds: 2 })
    const page = await entryAt(players, 0).get(
      '/ratings/leaderboard?game_type=duel&page=3&per_page=2',
    )
    expect(page.body.ranking).toEqual(board.ranking.slice(4))

    const managed = await world.system.get(
      `//admin/api/games/${world.game.id}/ratings?game_type=duel&per_page=2`,
    )
    expect(managed.body.ranking).toMatchObject(
      sorted.slice(0, 2).map(({ rating, id }) => ({ rating, user: { id } })),
    )

    const history = await entryAt(players, 0).get(`/ratings/history?user_id=${e}&limit=1`)
    const change = { game_type: 'duel', team: null, changed_at: expect.any(String) }
    expect(history.body.rating_changes).toEqual([
      {
        ...change,
        id: expect.any(Number),
        multiplayer_game_round_id: second_id,
        place: 1,
        rating_before: shown(s_e),
        rating_after: numbers[4],
      },
    ])
    const rest = await entryAt(players, 0).get(
      `/ratings/history?user_id=${e}&game_type=duel&before=${history.body.next}`,
    )
    expect(rest.body).toMatchObject({
      rating_changes: [{ multiplayer_game_round_id: first_id, place: 5, rating_before: 1000 }],
      next: null,
    })

    const of_e = `//admin/api/games/${world.game.id}/players/${e}`
    expect((await world.system.get(`${of_e}/ratings`)).body.ratings).toMatchObject([
      { game_type: 'duel', rating: numbers[4], rounds: 2 },
    ])
    const pages = [await world.system.get(`${of_e}/rating_history?limit=1`)]
    pages.push(await world.system.get(`${of_e}/rating_history?before=${pages[0]?.body.next}`))
    expect(pages.map(({ body }) => body)).toEqual([history.body, rest.body])
    expect((await world.system.get(`${of_e}/rating_history?game_type=race`)).body).toEqual({
      rating_changes: [],
      next: null,
    })

    const { body: told } = await entryAt(players, 0).get(`/events?after=${cursor}`)
    const changes = told.events.filter(({ type }: { type: string }) => type === 'rating.changed')
    expect(changes.map(({ data }: { data: object }) => data)).toMatchObject([
      { game_type: 'duel', multiplayer_game_round_id: first_id, place: 2, user: { id: a } },
      { rating_before: shown(s_a), rating_after: numbers[0], place: 2, rounds: 2 },
    ])

    const profile = await entryAt(players, 0).get(`/users/${c}`)
    expect(profile.body.ratings).toMatchObject([
      { game_type: 'duel', rating: numbers[2], rounds: 2 },
    ])
    const newcomer = await world.player()
    expect(await newcomer.profile()).not.toHaveProperty('ratings')
    expect((await newcomer.get(`/ratings?user_id=${b}`)).body.ratings).toHaveLength(1)
    const stranger = await (await world.otherGame()).player()
    for (const path of [`/ratings?user_id=${d}`, `/ratings/history?user_id=${d}`])
      expect((await stranger.get(path)).status).toBe(401)
    expect((await newcomer.get('/ratings?user_id=999999999')).status).toBe(404)
    expect((await newcomer.get('/ratings/leaderboard?game_type=duel&page=102')).status).toBe(422)
  },
)

onEachEngine(
  'where the lowest score wins, a team with a missing score comes last',
  async (world) => {
    await changeGame(world.context, world.game.id, { ranking_order: 'ascending' })
    await rateGameType(world, 'duel', { tau: 0, beta: 5 })
    const players = (await world.players(3)).toSorted((one, other) => one.id - other.id)
    const [a, b, c] = [entryAt(players, 0), entryAt(players, 1), entryAt(players, 2)]
    await playAndFinish(world, 'duel', [
      { player: a, score: 12, team: 1 },
      { player: b, team: 1 },
      { player: c, score: 60, team: 2 },
    ])
    const [[skill_a, skill_b] = [], [skill_c] = []] = rate([[START, START], [START]], {
      ...START,
      beta: 5,
      tau: 0,
      rank: [2, 1],
    })
    expect(await ratingsOf(players)).toEqual([skill_a, skill_b, skill_c])
  },
)

interface RatedType {
  game_type: string
  rated_rounds: number
}

const typesOf = async (world: World): Promise<RatedType[]> =>
  (await world.system.get(`//admin/api/games/${world.game.id}/rated_game_types`)).body
    .rated_game_types

onEachEngine('staff decide which game types are rated', async (world) => {
  const [a, b] = [await world.player(), await world.player()]
  const results = [
    { player: a, score: 2 },
    { player: b, score: 1 },
  ]
  await playAndFinish(world, 'duel', results)
  expect(await ratingOf(a)).toBeUndefined()
  const added = await rateGameType(world, 'duel')
  expect([added.status, added.body]).toEqual([
    200,
    {
      ...OPTIONS,
      game_type: 'duel',
      enabled: true,
      min_scores: 2,
      rated_rounds: 0,
      changed_at: expect.any(String),
    },
  ])
  const changed = await rateGameType(world, 'duel', { sigma: 5, enabled: false })
  expect(changed.body).toMatchObject({ mu: 25, sigma: 5, enabled: false })
  await playAndFinish(world, 'duel', results)
  await rateGameType(world, 'duel', { enabled: true })
  // Nobody to compare with: one team, one score, another type.
  await playAndFinish(
    world,
    'duel',
    results.map((result) => ({ ...result, team: 1 })),
  )
  await playAndFinish(world, 'duel', [{ player: a, score: 1 }, { player: b }])
  await playAndFinish(world, 'race', results)
  expect(await ratingOf(a)).toBeUndefined()

  await rateGameType(world, 'duel', { min_scores: 1 })
  await playAndFinish(world, 'duel', [{ player: a, score: 1 }, { player: b }])
  const start = { mu: 25, sigma: 5 }
  const [[winner] = []] = rate([[start], [start]], { ...OPTIONS, ...start, rank: [1, 2] })
  expect(await ratingOf(a)).toEqual(winner)
  expect(await typesOf(world)).toMatchObject([{ game_type: 'duel', rated_rounds: 1 }])

  for (const wrong of [{ mu: 0 }, { sigma: 51 }, { beta: 0 }, { tau: -1 }, { min_scores: 0 }])
    expect((await rateGameType(world, 'duel', wrong)).status).toBe(422)
  const path = `//admin/api/games/${world.game.id}/rated_game_types`
  expect((await a.put(`${path}/race`, {})).status).toBe(401)
  expect((await world.system.delete(`${path}/duel`)).body).toEqual({ is_deleted: true })
  expect([await typesOf(world), await ratingOf(a)]).toEqual([[], undefined])
  expect((await a.get('/ratings/history')).body.rating_changes).toEqual([])
  const { body } = await world.system.get('//admin/api/audit_log')
  const entries = body.entries.filter(
    ({ game_id }: { game_id: number }) => game_id === world.game.id,
  )
  const change = 'admin.ratedGameTypes.change'
  const actions = entries.map(({ action }: { action: string }) => action)
  expect(actions).toEqual(['admin.ratedGameTypes.delete', change, change, change, change])
  expect(entries[1]).toMatchObject({
    old_values: { game_type: 'duel' },
    new_values: { game_type: 'duel' },
  })
})

const updateRatedRounds = statement<{ game_id: number; rated_rounds: number }>(
  `update rating_settings set rated_rounds = :rated_rounds where game_id = :game_id`,
  { updates: 'rating_settings' },
)

onEachEngine('a round that cannot be rated is not finished', async (world) => {
  await rateGameType(world, 'duel')
  const results = (await world.players(2)).map((player, score) => ({ player, score }))
  await playAndFinish(world, 'duel', results)
  const { context, game } = world
  const count = (rated_rounds: number) =>
    context.db.transaction((tx) => tx.run(updateRatedRounds, { game_id: game.id, rated_rounds }))
  // The next round would get a number that exists.
  await count(0)
  const before = await ratingsOf(results.map(({ player }) => player))
  const id = await playRound(world, 'duel', results)
  const first = entryAt(results, 0)
  expect((await finish(world, id, first)).status).toBe(500)
  expect(await ratingsOf(results.map(({ player }) => player))).toEqual(before)
  const shown_round = await first.player.get(`/multiplayer_game_rounds/${id}`)
  expect(shown_round.body.finished_at).toBeNull()
  await count(1)
  expect((await finish(world, id, first)).status).toBe(200)
  expect(await ratingsOf(results.map(({ player }) => player))).not.toEqual(before)
})
