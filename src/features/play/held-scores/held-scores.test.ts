import { expect } from 'vitest'
import { useMovableClock } from '../../../../test/support/clock.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { countStatements } from '../../../../test/support/statement-counts.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'
import { createContext } from '../../../create-context.ts'
import { limits } from '../../../limits.ts'
import { addEntry } from '../leaderboards/rules.ts'

const codeOf = (reply: Reply) => [reply.status, reply.headers.get('x-error-code')]
const NOT_ALLOWED = [422, 'score_not_allowed']

const setRule = async (world: World, rule: object) => {
  const { system, game } = world
  const path = `//admin/api/games/${game.id}/score_rules`
  const whole = { kind: 'leaderboard', name: 'b', outcome: 'refuse', ...rule }
  const reply = await system.put(path, whole)
  expect([reply.text, reply.status]).toEqual([reply.text, 200])
}

const add = (player: Player, score: number, more: object = {}) =>
  player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'b', score, ...more })

const addRound = (player: Player, score: number, more: object = {}) =>
  player.post('/game_rounds', { game_user_id: player.id, game_type: 'b', score, ...more })

const heldOf = async ({ system, game }: World, query = '') =>
  (await system.get(`//admin/api/games/${game.id}/held_scores?${query}`)).body.held_scores

const ownEntries = async (player: Player, query = '') =>
  (await player.get(player.at(`leaderboard_entries?${query}`))).body.leaderboard_entries

const scores = (entries: { score: number }[]) => entries.map(({ score }) => score)

onEachEngine('each rule refuses what breaks it, says so, and changes nothing', async (world) => {
  const clock = useMovableClock(world)
  const [player, other] = [await world.player(), await world.player()]
  const refused = async (score: number, sentence: RegExp) => {
    for (const reply of [await add(player, score), await addRound(player, score)]) {
      expect(codeOf(reply)).toEqual(NOT_ALLOWED)
      expect(reply.text).toMatch(sentence)
    }
  }
  const allowed = async (one: Player, score: number) => {
    expect((await add(one, score)).status).toBe(200)
    expect((await addRound(one, score)).status).toBe(201)
  }
  const both = async (rule: object) => {
    for (const kind of ['leaderboard', 'game_type']) await setRule(world, { ...rule, kind })
  }
  await both({ minimum: -1, maximum: 100, largest_step: 30 })
  await refused(-2, /at least -1/)
  await refused(101, /at most 100/)
  await allowed(player, 50)
  await refused(81, /by at most 30/)
  await allowed(player, -1)
  await allowed(player, 80)
  await allowed(other, 100)
  await both({ most_per_minute: 5 })
  const sent = await Promise.all(Array.from({ length: 100 }, () => add(player, 1)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(sent.filter((reply) => codeOf(reply)[1] === 'score_not_allowed')).toHaveLength(95)
  await allowed(other, 1)
  clock.advance(61)
  await allowed(player, 1)
  expect(scores(await ownEntries(player))).toEqual([80, 50, 1, 1, 1, 1, 1, 1, -1])
  expect((await add(player, 1e9, { leaderboard_name: 'free' })).status).toBe(200)

  // What another game type allows does not become allowed by a new game type.
  const free = (await addRound(player, 7e7, { game_type: 'free' })).body
  await both({ maximum: 100 })
  const renamed = await player.put(`/game_rounds/${free.id}`, { game_type: 'b' })
  expect(codeOf(renamed)).toEqual(NOT_ALLOWED)
  expect((await player.get(`/game_rounds/${free.id}`)).body.game_type).toBe('free')
  expect(await heldOf(world)).toEqual([])
})

onEachEngine('a game in which the lowest score wins compares steps downwards', async (world) => {
  const path = `//admin/api/games/${world.game.id}`
  await world.system.put(path, { ranking_order: 'ascending' })
  await setRule(world, { largest_step: 5 })
  const player = await world.player()
  await add(player, 60)
  expect((await add(player, 300)).status).toBe(200)
  expect(codeOf(await add(player, 54))).toEqual(NOT_ALLOWED)
  expect((await add(player, 55)).status).toBe(200)
})

onEachEngine(
  'an entry under review is seen by its player alone, and ranks as soon as it is approved',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'support', game_ids: [world.game.id] })
    const [player, other] = [await world.player(), await world.player()]
    const { cursor } = (await player.get('/events')).body
    await setRule(world, { maximum: 100, outcome: 'review' })
    await add(other, 90)
    await add(player, 80)
    const added = await add(player, 500, { extra_attributes: '{"level":3}' })
    expect([added.status, added.body.id]).toEqual([200, player.id])
    const game = `/games/${world.game.id}`
    const board = async (query = '') =>
      scores(
        (await player.get(`${game}/leaderboard_entries?leaderboard_name=b${query}`)).body
          .leaderboard_entries,
      )
    const rankOf = async (one: Player) =>
      (await one.get(`${game}/leaderboards/b/rank?user_id=${player.id}`)).body
    const around = async () =>
      scores((await player.get(`${game}/leaderboards/b/around`)).body.leaderboard_entries)
    const onlyHidden = async () => {
      expect(await board()).toEqual([90, 80])
      expect(await board('&one_per_user=true')).toEqual([90, 80])
      expect(await around()).toEqual([90, 80])
      expect([await rankOf(player), await rankOf(other)]).toMatchObject([{ rank: 2 }, { rank: 2 }])
      const of_player = await other.get(player.at('leaderboard_entries'))
      expect(scores(of_player.body.leaderboard_entries)).toEqual([80])
      const managed = await browser.get(`${game}/leaderboard_entries?leaderboard_name=b`)
      expect(scores(managed.body.entries)).toEqual([90, 80])
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
    expect(scores(await ownEntries(player, 'one_per_user=true'))).toEqual([500])
    expect(scores(await ownEntries(player, 'leaderboard_name=c'))).toEqual([])

    await add(player, 600)
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
  await setRule(world, { kind: 'game_type', maximum: 100, outcome: 'review' })
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
    await setRule(world, { maximum: 100, outcome: 'review' })
    await setRule(world, { kind: 'game_type', maximum: 100, outcome: 'review' })
    const [cheater, other] = [await world.player(), await world.player()]
    await add(cheater, 99)
    await add(cheater, 5, { leaderboard_name: 'c' })
    const round = (await addRound(cheater, 400)).body
    await add(other, 300)
    const max = limits.held_scores.value
    const sent = await Promise.all(Array.from({ length: 100 }, () => add(cheater, 200)))
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
    expect(scores(left.body.leaderboard_entries)).toEqual([5])
    expect((await other.get(`/game_rounds/${round.id}`)).body).not.toHaveProperty('score')

    await other.post(other.at('clear_my_leaderboard_entries'), { leaderboard_name: 'b' })
    expect(await heldOf(world)).toEqual([])
  },
)

onEachEngine(
  'rules cost no statement where there are none, and other processes learn of a change',
  async (world) => {
    const player = await world.player()
    const { context } = world
    const count = () => countStatements(world, () => add(player, 1))
    const without = await count()
    await setRule(world, { name: 'other', maximum: 1 })
    expect(await count()).toBe(without)

    let now = Date.now()
    const other_process = createContext(context.config, context.db, { now: () => now })
    const by_other = (score: number) =>
      addEntry(other_process, playerOf(world, player), { leaderboard_name: 'b', score })
    await by_other(500)
    await setRule(world, { maximum: 100 })
    expect(codeOf(await add(player, 500))).toEqual(NOT_ALLOWED)
    now += 5001
    await expect(by_other(500)).rejects.toMatchObject({ code: 'score_not_allowed' })
    await setRule(world, { maximum: 900 })
    now += 5001
    await by_other(500)
  },
)

/** As the server would know them. */
const playerOf = ({ game }: World, { id, token }: Player) => ({
  id,
  game_id: game.id,
  session_id: null,
  token,
  ranking_order: 'descending',
  share_player_emails: 0,
  permissions: '',
  muted_until: null,
  service_key_id: null,
})

onEachEngine('rules are set by admins, listed, checked, deleted and audited', async (world) => {
  const game_ids = [world.game.id]
  const { browser } = await joinStaff(world, { role: 'admin', game_ids })
  const support = (await joinStaff(world, { role: 'support', game_ids })).browser
  const path = `/games/${world.game.id}/score_rules`
  const rule = { kind: 'leaderboard', name: 'b', maximum: 5, outcome: 'review' }
  expect((await support.put(path, rule)).status).toBe(403)
  for (const wrong of [
    { maximum: null },
    { minimum: 6 },
    { most_per_minute: 0 },
    { largest_step: -1 },
    { outcome: 'ban' },
    { kind: 'player' },
    { name: '' },
  ])
    expect([wrong, codeOf(await browser.put(path, { ...rule, ...wrong }))]).toEqual([
      wrong,
      [422, 'invalid_input'],
    ])
  expect((await browser.put(path, rule)).body).toMatchObject({ maximum: 5, minimum: null })
  await browser.put(path, { ...rule, maximum: undefined, needs_finished_round: true })
  const { score_rules } = (await support.get(path)).body
  expect(score_rules).toMatchObject([{ name: 'b', maximum: null, needs_finished_round: true }])
  const of = { kind: 'leaderboard', name: 'b' }
  const deleted = [await browser.delete(path, of), await browser.delete(path, of)]
  expect(deleted.map(codeOf)).toEqual([
    [200, null],
    [404, 'score_rule_not_found'],
  ])
  const log = (await browser.get(`/games/${world.game.id}/audit_log`)).body.entries
  expect(log.map(({ action }: { action: string }) => action).slice(0, 3)).toEqual([
    'admin.scoreRules.delete',
    'admin.scoreRules.set',
    'admin.scoreRules.set',
  ])
})
