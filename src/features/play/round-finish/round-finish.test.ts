import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { useMovableClock } from '../../../../test/support/clock.ts'
import {
  createMultiplayerRound,
  createRound,
  entryAt,
  placesAndScores,
} from '../../../../test/support/rounds.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { roundsJob } from '../../../jobs/rounds.ts'
import { openDatabase } from '../../../storage/open.ts'
import { lockForEntry } from '../round-state/queries.ts'
import { changeGame } from '../../operations/games/rules.ts'
import { createMatchedRounds } from '../round-rules/rules.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const FINISHED = [422, 'round_finished']

const path = (id: number) => `/multiplayer_game_rounds/${id}`

/** A context whose transactions also tell the test of finished rounds, as a feature would be told. */
function listenToFinishes({ context }: World) {
  const finished: number[] = []
  const round_finished = [
    ...context.subscriptions.round_finished,
    async (_tx: unknown, event: { multiplayer_game_round_id: number }) =>
      finished.push(event.multiplayer_game_round_id),
  ]
  const listening: Context = {
    ...context,
    subscriptions: { ...context.subscriptions, round_finished },
  }
  return { finished, listening }
}

onEachEngine('a finished round stays as it is', async (world) => {
  const { id, rounds, players } = await createMultiplayerRound(world, [5, 7])
  const [master, guest] = [entryAt(players, 0), entryAt(players, 1)]
  const [own, theirs] = [entryAt(rounds, 0), entryAt(rounds, 1)]
  expect((await master.get(path(id))).body).not.toHaveProperty('finished_at')
  expect(refusal(await guest.post(`${path(id)}/finish`))).toEqual([403, 'only_for_the_master'])
  const stranger = await (await world.otherGame()).player()
  expect(refusal(await stranger.post(`${path(id)}/finish`))).toEqual([401, 'other_game'])
  expect(refusal(await master.post(`${path(999_999_999)}/finish`))).toEqual([
    404,
    'multiplayer_round_not_found',
  ])

  const reply = await master.post(`${path(id)}/finish`)
  expect([reply.status, reply.body]).toEqual([200, (await guest.get(path(id))).body])
  expect(reply.body.finished_at).toEqual(expect.any(String))
  const staff = `//admin/api/games/${world.game.id}/rounds/${own.id}`
  const entry = { game_user_id: guest.id, game_type: 'race', multiplayer_game_round_id: id }
  for (const refused of [
    await master.post(`${path(id)}/finish`),
    await guest.post('/game_rounds', entry),
    await guest.put(`/game_rounds/${theirs.id}`, { score: 100 }),
    await master.put(`/game_rounds/${theirs.id}`, { metadata: {} }),
    await guest.delete(`/game_rounds/${theirs.id}`),
    await guest.delete(`${path(id)}/game_rounds/${theirs.id}`),
  ])
    expect(refusal(refused)).toEqual(FINISHED)

  // The order in which it was ranked stays, whatever the game does later.
  await changeGame(world.context, world.game.id, { ranking_order: 'ascending' })
  const expected = [
    [1, 7, guest.id],
    [2, 5, master.id],
  ]
  expect(placesAndScores((await guest.get(path(id))).body.rankings)).toEqual(expected)
  const shown = await guest.get(`/game_rounds/${theirs.id}`)
  expect([shown.body.place, placesAndScores(shown.body.rankings)]).toEqual([1, expected])
  for (const query of ['', `&opponent_id=${master.id}`]) {
    const list = await guest.get(`/game_rounds?user_id=${guest.id}${query}`)
    expect(list.body.game_rounds[0].place).toBe(1)
  }
  const { body: managed } = await world.system.get(
    `//admin/api/games/${world.game.id}/multiplayer_rounds`,
  )
  expect(managed.multiplayer_rounds[0].best[0].user.id).toBe(guest.id)
  expect((await world.system.get(staff)).body.place).toBe(2)

  // An account can be deleted all the same.
  expect((await master.delete(`/users/${master.id}`)).status).toBe(200)
  expect(placesAndScores((await guest.get(path(id))).body.rankings)).toEqual([[1, 7, guest.id]])
})

onEachEngine(
  'staff can delete an entry that a player got without asking, even if its round is finished',
  async (world) => {
    const [master, player] = [await world.player(), await world.player()]
    const { multiplayer_game_round_id: id } = await createRound(master, { multiplayer: true })
    const unasked = { game_user_id: player.id, game_type: 'race', multiplayer_game_round_id: id }
    const { body: entry } = await master.post('/game_rounds', unasked)
    expect((await master.post(`${path(id)}/finish`)).status).toBe(200)
    expect(refusal(await player.delete(`/game_rounds/${entry.id}`))).toEqual(FINISHED)
    const for_staff = `//admin/api/games/${world.game.id}/rounds/${entry.id}`
    expect((await world.system.delete(for_staff)).status).toBe(200)
    const with_rules = await createRound(player, { multiplayer: true, max_players: 2 })
    await player.post(`${path(with_rules.multiplayer_game_round_id)}/finish`)
    const kept = `//admin/api/games/${world.game.id}/rounds/${with_rules.id}`
    expect(refusal(await world.system.delete(kept))).toEqual(FINISHED)
    const { game_rounds } = (await player.get(`/game_rounds?user_id=${player.id}`)).body
    expect(game_rounds.map(({ id: left }: { id: number }) => left)).toEqual([with_rules.id])
  },
)

onEachEngine("the game's own server finishes a round", async (world) => {
  const { id, players } = await createMultiplayerRound(world, [1, 2])
  const keys = `//admin/api/games/${world.game.id}/service_keys`
  const { token } = (await world.system.post(keys, { name: 'server' })).body
  const headers = {
    'service-key-name': 'server',
    'service-key-token': token,
    'current-user-id': String(entryAt(players, 1).id),
  }
  const reply = await world.visitor.post(`${path(id)}/finish`, {}, headers)
  expect([reply.status, reply.body.rankings.length]).toEqual([200, 2])
})

onEachEngine('of 100 requests to finish a round, one succeeds', async (world) => {
  const { id, rounds, players } = await createMultiplayerRound(world, [1, 2])
  const [master, guest] = [entryAt(players, 0), entryAt(players, 1)]
  const { cursor } = (await guest.get('/events')).body
  const [finishes, changes] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, () => master.post(`${path(id)}/finish`))),
    Promise.all(
      Array.from({ length: 30 }, (_, score) =>
        guest.put(`/game_rounds/${entryAt(rounds, 1).id}`, { score: 10 + score }),
      ),
    ),
  ])
  const done = finishes.filter(({ status }) => status === 200)
  expect(done).toHaveLength(1)
  for (const reply of finishes) if (reply.status !== 200) expect(refusal(reply)).toEqual(FINISHED)
  for (const reply of changes) if (reply.status !== 200) expect(refusal(reply)).toEqual(FINISHED)
  // What was answered is what stays.
  const { body } = await guest.get(path(id))
  expect(done[0]?.body.rankings).toEqual(body.rankings)
  const { events } = (await guest.get(`/events?after=${cursor}`)).body
  expect(events).toMatchObject([
    {
      type: 'multiplayer_round.finished',
      data: {
        multiplayer_game_round_id: id,
        rankings: [{ place: 1, score: body.rankings[0].score, user: { id: guest.id } }, {}],
      },
    },
  ])
})

onEachEngine('a round whose time is over is closed at once, and finished once', async (world) => {
  const clock = useMovableClock(world)
  const players = (await world.players(4)).toSorted((one, other) => one.id - other.id)
  const [a, b, c, d] = players.map(({ id }) => ({ user_id: id, team: null }))
  if (!a || !b || !c || !d) throw new Error('there are no players')
  const closes_at = world.context.now() + 60_000
  const of = { game_id: world.game.id, game_type: 'race' }
  const { finished, listening } = listenToFinishes(world)
  const ids = await inTransaction(listening, (tx) =>
    createMatchedRounds(tx, [
      { ...of, players: [a, b], closes_at },
      { ...of, players: [c, { ...d, team: 2 }] },
    ]),
  )
  const [first, second] = [entryAt(ids, 0), entryAt(ids, 1)]
  expect((await entryAt(players, 3).get(path(second))).body).toMatchObject({
    who_may_join: 'invited',
    closes_at: null,
    max_players: 2,
    master: { id: c.user_id },
    players: [
      { user: { id: c.user_id }, team: null },
      { user: { id: d.user_id }, team: 2 },
    ],
  })
  const uninvited = await entryAt(players, 0).post(`${path(second)}/join`)
  expect(refusal(uninvited)).toEqual([422, 'matched_round'])
  const entry = await createRound(entryAt(players, 0), { multiplayer_game_round_id: first })
  clock.advance(60)
  const late = await entryAt(players, 0).put(`/game_rounds/${entry.id}`, { score: 1 })
  expect(refusal(late)).toEqual(FINISHED)
  const others = await world.players(55)
  const more = await inTransaction(listening, (tx) =>
    createMatchedRounds(
      tx,
      others.map(({ id }) => ({ ...of, players: [{ user_id: id, team: null }], closes_at })),
    ),
  )
  // As two processes would.
  const { config } = world.context
  const db = await openDatabase({ url: config.DATABASE_URL, pool_size: config.DATABASE_POOL })
  onTestFinished(() => db.close())
  const signal = AbortSignal.timeout(60_000)
  const results = await Promise.all([
    roundsJob.run(listening, signal),
    roundsJob.run({ ...listening, db }, signal),
  ])
  expect(results.reduce((sum, result) => sum + Number(result), 0)).toBe(56)
  const ascending = (one: number, other: number) => one - other
  expect(finished.toSorted(ascending)).toEqual([first, ...more].toSorted(ascending))
  expect((await entryAt(players, 0).get(path(first))).body.finished_at).not.toBeNull()
})

/** Rounds of one player each. They are due by the clock of `later`, and not by that of the server, which has the same job. */
async function createDueRounds({ context, game }: World, players: Player[]) {
  const closes_at = context.now() + 3_600_000
  const of = { game_id: game.id, game_type: 'race', closes_at }
  const ids = await inTransaction(context, (tx) =>
    createMatchedRounds(
      tx,
      players.map(({ id }) => ({ ...of, players: [{ user_id: id, team: null }] })),
    ),
  )
  const later: Context = { ...context, now: () => closes_at }
  return { ids, later }
}

onEachEngine(
  'rounds that are due are finished in batches, with a rest after each',
  async (world) => {
    const { later } = await createDueRounds(world, await world.players(60))
    const times: number[] = []
    const round_finished = [
      async () => {
        await sleep(2)
        times.push(performance.now())
      },
    ]
    const timed = { ...later, subscriptions: { ...later.subscriptions, round_finished } }
    expect(await roundsJob.run(timed, AbortSignal.timeout(60_000))).toBe('60')
    const batch_ms = entryAt(times, 49) - entryAt(times, 0)
    expect(entryAt(times, 50) - entryAt(times, 49)).toBeGreaterThan(3 * batch_ms)
  },
)

onEachEngine(
  'a round that somebody has locked does not keep others from being finished',
  async (world) => {
    const players = await world.players(3)
    const { ids, later } = await createDueRounds(world, players)
    const signal = AbortSignal.timeout(60_000)
    const finishedOnes = async () => {
      const shown = await Promise.all(ids.map((id) => entryAt(players, 0).get(path(id))))
      return shown.map(({ body }) => body.finished_at !== null)
    }
    // SQLite has one writer, so nothing is ever locked there.
    if (world.engine === 'postgres') {
      const { DATABASE_URL: url } = world.context.config
      const other = await openDatabase({ url, pool_size: 2 })
      onTestFinished(() => other.close())
      const [locked, released] = [Promise.withResolvers(), Promise.withResolvers()]
      const holding = other.transaction(async (tx) => {
        await tx.first(lockForEntry, { id: entryAt(ids, 0) })
        locked.resolve(undefined)
        await released.promise
      })
      await locked.promise
      const finished = await roundsJob.run(later, signal)
      released.resolve(undefined)
      await holding
      expect(finished).toBe('2')
      expect(await finishedOnes()).toEqual([false, true, true])
    }
    await roundsJob.run(later, signal)
    expect(await finishedOnes()).toEqual([true, true, true])
  },
)
