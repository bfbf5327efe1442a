import { expect } from 'vitest'
import {
  changeBoard,
  enter,
  listBoard,
  runSeasons,
  seasonsOf,
  useClock,
} from '../../../../test/support/boards.ts'
import {
  addRound,
  addScore,
  codeOf,
  heldOf,
  ownEntries,
  scoresOf,
  setScoreRule,
} from '../../../../test/support/fair-scores.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'
import { inTransaction } from '../../../context.ts'
import { limits } from '../../../limits.ts'
import { statement } from '../../../storage/statement.ts'
import { endSeasonIfFree, findSeasonsToEnd } from '../season-prizes/rules.ts'

const actorsOfHeld = statement<{ game_id: number }, { actor_id: number | null }>(`
  select actor_id from events where game_id = :game_id and type = 'score.held' order by id`)

onEachEngine(
  'an entry under review is seen by its player alone, and ranks as soon as it is approved',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
    const [player, other] = [await world.player(), await world.player()]
    const { cursor } = (await player.get('/events')).body
    await setScoreRule(world, { maximum: 100, outcome: 'review' })
    await addScore(other, 90)
    await addScore(player, 80)
    const added = await addScore(player, 500, { extra_attributes: '{"level":3}' })
    expect([added.status, added.body.id]).toEqual([200, player.id])
    const game = `/games/${world.game.id}`
    const board = async (query = '') =>
      scoresOf(
        (await player.get(`${game}/leaderboard_entries?leaderboard_name=b${query}`)).body
          .leaderboard_entries,
      )
    const rankOf = async (one: Player) =>
      (await one.get(`${game}/leaderboards/b/rank?user_id=${player.id}`)).body
    const around = async () =>
      scoresOf((await player.get(`${game}/leaderboards/b/around`)).body.leaderboard_entries)
    const onlyHidden = async () => {
      expect(await board()).toEqual([90, 80])
      expect(await board('&one_per_user=true')).toEqual([90, 80])
      expect(await around()).toEqual([90, 80])
      expect([await rankOf(player), await rankOf(other)]).toMatchObject([{ rank: 2 }, { rank: 2 }])
      const of_player = await other.get(player.at('leaderboard_entries'))
      expect(scoresOf(of_player.body.leaderboard_entries)).toEqual([80])
      const managed = await browser.get(`${game}/leaderboard_entries?leaderboard_name=b`)
      expect(scoresOf(managed.body.entries)).toEqual([90, 80])
    }
    await onlyHidden()
    const [entry, counted] = await ownEntries(player)
    expect(entry).toMatchObject({
      score: 500,
      under_review: true,
      leaderboard_name: 'b',
      game_user_id: player.id,
      extra_attributes: '{"level":3}',
    })
    expect(entry.id).toBeLessThan(0)
    expect([counted.score, 'under_review' in counted]).toEqual([80, false])
    expect(scoresOf(await ownEntries(player, 'one_per_user=true'))).toEqual([500])
    expect(scoresOf(await ownEntries(player, 'leaderboard_name=c'))).toEqual([])

    await addScore(player, 600)
    const held = (await browser.get(`${game}/held_scores`)).body.held_scores
    expect(held).toMatchObject([
      { score: 600, broken: 'maximum', allowed: 100, name: 'b', game_round_id: null },
      { score: 500, user: { id: player.id, username: player.username } },
    ])
    expect(await heldOf(world, `user_id=${other.id}`)).toEqual([])
    await browser.post(`${game}/held_scores/${held[0].id}/reject`)
    await onlyHidden()
    const path = `${game}/held_scores/${held[1].id}/approve`
    const approved = await Promise.all(Array.from({ length: 100 }, () => browser.post(path)))
    expect(approved.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(approved.filter((one) => codeOf(one)[1] === 'held_score_not_found')).toHaveLength(99)
    expect(await board()).toEqual([500, 90, 80])
    expect(await rankOf(other)).toMatchObject({ rank: 1, score: 500 })
    expect(await ownEntries(player, 'limit=1')).toMatchObject([
      { score: 500, extra_attributes: '{"level":3}', created_at: entry.created_at },
    ])
    const { events } = (await player.get(`/events?after=${cursor}`)).body
    expect(events).toMatchObject([
      { type: 'score.rejected', data: { score: 600 } },
      { type: 'score.approved', data: { score: 500, name: 'b', user: { id: player.id } } },
    ])
  },
)

onEachEngine('the score of a round waits, and others see the round without it', async (world) => {
  await setScoreRule(world, { kind: 'game_type', maximum: 100, outcome: 'review' })
  const [player, other] = [await world.player(), await world.player()]
  const created = await addRound(player, 500, { multiplayer: true })
  expect([created.status, created.body.score, created.body.score_under_review]).toEqual([
    201,
    500,
    true,
  ])
  const { id, multiplayer_game_round_id } = created.body
  await addRound(other, 50, { multiplayer_game_round_id })
  const seenBy = async (one: Player) => {
    const { body } = await one.get(`/game_rounds/${id}`)
    const [listed] = (await one.get(`/game_rounds?user_id=${player.id}`)).body.game_rounds
    expect([listed.score, listed.score_under_review]).toEqual([body.score, body.score_under_review])
    return body
  }
  expect(await seenBy(player)).toMatchObject({ score: 500, score_under_review: true })
  for (const seen of [await seenBy(other), ...(await seenBy(player)).rankings.slice(1)])
    expect([seen.id, 'score' in seen, 'score_under_review' in seen]).toEqual([id, false, false])
  expect((await seenBy(other)).rankings).toMatchObject([{ place: 1, score: 50 }, { id }])
  const profile = (await player.get(`/users/${player.id}`)).body.game_rounds ?? []
  for (const round of profile) expect(round).toMatchObject({ score: 500, score_under_review: true })

  // A new score replaces the one that waits, whether it has to wait or not.
  await player.put(`/game_rounds/${id}`, { score: 60 })
  expect(await heldOf(world)).toEqual([])
  expect((await seenBy(other)).rankings).toMatchObject([{ id, score: 60 }, { score: 50 }])
  await player.put(`/game_rounds/${id}`, { score: 600 })
  await player.put(`/game_rounds/${id}`, { score: 700, metadata: { a: 1 } })
  expect(await seenBy(player)).toMatchObject({ score: 700, metadata: { a: 1 } })
  expect(await seenBy(other)).toMatchObject({ score: 60, metadata: { a: 1 } })
  const [held, ...more] = await heldOf(world)
  expect(more).toEqual([])
  expect(held).toMatchObject({ score: 700, kind: 'game_type', game_round_id: id })
  const path = `//admin/api/games/${world.game.id}/held_scores/${held.id}/approve`
  expect((await world.system.post(path)).status).toBe(200)
  expect((await seenBy(other)).rankings).toMatchObject([{ id, score: 700, place: 1 }, { place: 2 }])
  expect(await seenBy(player)).not.toHaveProperty('score_under_review')

  await player.put(`/game_rounds/${id}`, { score: 800 })
  await player.post(`/multiplayer_game_rounds/${multiplayer_game_round_id}/finish`)
  const [late] = await heldOf(world)
  const queue = `//admin/api/games/${world.game.id}/held_scores`
  const too_late = await world.system.post(`${queue}/${late.id}/approve`)
  expect(codeOf(too_late)).toEqual([422, 'round_finished'])
  expect((await seenBy(other)).rankings).toMatchObject([{ id, score: 700 }, {}])
  expect((await world.system.post(`${queue}/${late.id}/reject`)).status).toBe(200)

  // A score that was fine in another game type waits in this one, and others do not see it.
  const free = (await addRound(player, 999, { game_type: 'free' })).body
  const renamed = await player.put(`/game_rounds/${free.id}`, { game_type: 'b' })
  expect(renamed.body).toMatchObject({ score: 999, score_under_review: true })
  expect((await other.get(`/game_rounds/${free.id}`)).body).not.toHaveProperty('score')
  await player.delete(`/game_rounds/${free.id}`)
  expect(await heldOf(world)).toEqual([])
})

onEachEngine(
  'everything of a player is rejected at once, with their entries and a ban',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
    await setScoreRule(world, { maximum: 100, outcome: 'review' })
    await setScoreRule(world, { kind: 'game_type', maximum: 100, outcome: 'review' })
    const [cheater, other] = [await world.player(), await world.player()]
    await addScore(cheater, 99)
    await addScore(cheater, 5, { leaderboard_name: 'c' })
    const round = (await addRound(cheater, 400)).body
    await addScore(other, 300)
    const max = limits.held_scores.value
    const sent = await Promise.all(Array.from({ length: 100 }, () => addScore(cheater, 200)))
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(max - 1)
    expect(sent.map(codeOf)).toContainEqual([422, 'too_many_held_scores'])
    expect(await heldOf(world, `user_id=${cheater.id}`)).toHaveLength(max)

    const path = `/games/${world.game.id}/held_scores/reject_player`
    const wanted = { user_id: cheater.id, clear_leaderboards: true, ban: true }
    expect(codeOf(await browser.post(path, wanted))).toEqual([422, 'invalid_input'])
    expect(codeOf(await browser.post(path, { user_id: 0x7fffffff }))).toEqual([
      404,
      'user_not_found',
    ])
    expect(await heldOf(world, `user_id=${cheater.id}`)).toHaveLength(max)
    const rejected = await browser.post(path, { ...wanted, reason: 'Cheating' })
    expect(rejected.body).toEqual({ rejected: max, cleared_leaderboards: ['b'] })
    expect(await heldOf(world)).toMatchObject([{ user: { id: other.id } }])
    expect(codeOf(await cheater.get('/events'))).toEqual([403, 'banned'])
    const left = await other.get(cheater.at('leaderboard_entries'))
    expect(scoresOf(left.body.leaderboard_entries)).toEqual([5])
    expect((await other.get(`/game_rounds/${round.id}`)).body).not.toHaveProperty('score')

    await other.post(other.at('clear_my_leaderboard_entries'), { leaderboard_name: 'b' })
    expect(await heldOf(world)).toEqual([])
  },
)

onEachEngine(
  'a score that somebody sends for another player counts for the sender alone, who is named',
  async (world) => {
    const review = { kind: 'game_type', maximum: 100, outcome: 'review' }
    await setScoreRule(world, review)
    const [master, player] = [await world.player(), await world.player()]
    const { multiplayer_game_round_id } = (await addRound(master, 1, { multiplayer: true })).body
    const frame = (score: number, { id: game_user_id } = player) =>
      addRound(master, score, { game_user_id, multiplayer_game_round_id })
    const max = limits.held_scores.value
    const sent = await Promise.all(Array.from({ length: 2 * max }, () => frame(500)))
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(max)
    expect(sent.map(codeOf)).toContainEqual([422, 'too_many_held_scores'])
    expect((await addRound(player, 600)).body).toMatchObject({ score_under_review: true })
    const [own, framed] = await heldOf(world, `user_id=${player.id}`)
    expect(own).toMatchObject({ score: 600, sender_id: null, user: { id: player.id } })
    expect(framed).toMatchObject({ score: 500, sender_id: master.id, user: { id: player.id } })
    const actors = await world.context.db.all(actorsOfHeld, { game_id: world.game.id })
    expect(actors.at(-1)).toEqual({ actor_id: player.id })
    expect(new Set(actors.slice(0, max).map(({ actor_id }) => actor_id))).toEqual(
      new Set([master.id]),
    )
    // The game's own server sends what it knows of its players, so nobody else has to answer for it.
    const as_master = { 'current-user-id': String(master.id) }
    const by_server = { game_user_id: player.id, game_type: 'b', multiplayer_game_round_id }
    const added = await world.system.post('/game_rounds', { ...by_server, score: 700 }, as_master)
    expect(added.status).toBe(201)
    expect(await heldOf(world, 'limit=1')).toMatchObject([{ score: 700, sender_id: null }])

    await setScoreRule(world, { ...review, most_per_minute: 3, outcome: 'refuse' })
    const allowed = [await frame(2), await frame(2), await frame(2), await frame(2)]
    expect(allowed.map(({ status }) => status)).toEqual([201, 201, 201, 422])
    expect((await addRound(player, 2)).status).toBe(201)

    // It goes with the account of the sender, so that it never counts for the player.
    await master.delete(`/users/${master.id}`)
    const left = await heldOf(world)
    expect(left.map(({ score }: { score: number }) => score)).toEqual([700, 600])
  },
)

onEachEngine('an approved score counts in the season in which it came', async (world) => {
  const clock = await useClock(world, '2031-05-05T12:00:00Z')
  const [winner, player] = [await world.player(), await world.player()]
  const prizes = [{ from_rank: 1, to_rank: 1, credits: 10 }]
  const weekly = { period: 'week', prizes }
  expect((await changeBoard(world, 'weekly', { ...weekly, counts: 'sum' })).status).toBe(200)
  await setScoreRule(world, { name: 'weekly', maximum: 100, outcome: 'review' })
  await enter(winner, 'weekly', 50)
  for (const score of [500, 600]) await enter(player, 'weekly', score)
  const approve = async (score: number) => {
    const held = await heldOf(world)
    const { id } = held.find((one: { score: number }) => one.score === score)
    return world.system.post(`//admin/api/games/${world.game.id}/held_scores/${id}/approve`)
  }
  const season = (number: number) => listBoard(winner, world, 'weekly', `&season=${number}`)
  // Its time is over, and nobody has written down its winners yet.
  clock.set('2031-05-12T00:00:00Z')
  expect((await approve(500)).status).toBe(200)
  expect(await season(1)).toEqual([
    [player.id, 500, 1],
    [winner.id, 50, 2],
  ])
  for (const due of await findSeasonsToEnd(world.context, undefined))
    await inTransaction(world.context, (tx) => endSeasonIfFree(tx, due))
  expect((await seasonsOf(player, world, 'weekly')).seasons[0]).toMatchObject({ state: 'ended' })
  expect(codeOf(await approve(600))).toEqual([422, 'season_being_paid'])
  expect(await heldOf(world)).toHaveLength(1)
  await runSeasons(world)
  // Another rule for the next season is none for this one.
  expect((await changeBoard(world, 'weekly', { ...weekly, counts: 'latest' })).status).toBe(200)
  expect((await approve(600)).status).toBe(200)
  expect(await season(1)).toEqual([
    [player.id, 1100, 1],
    [winner.id, 50, 2],
  ])
  expect(await season(2)).toEqual([])
  const paid = `//admin/api/games/${world.game.id}/leaderboards/weekly/seasons/1/prizes`
  expect((await world.system.get(paid)).body.prizes).toMatchObject([
    { user_id: player.id, state: 'paid' },
  ])

  // A season in which nothing else came.
  clock.set('2031-05-19T12:00:00Z')
  await enter(player, 'weekly', 800)
  clock.set('2031-05-26T12:00:00Z')
  await enter(winner, 'weekly', 5)
  expect((await approve(800)).status).toBe(200)
  expect([await season(3), await season(4)]).toEqual([[[player.id, 800, 1]], [[winner.id, 5, 1]]])
})
