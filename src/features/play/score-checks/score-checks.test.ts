import { expect } from 'vitest'
import { changeBoard } from '../../../../test/support/boards.ts'
import { useMovableClock } from '../../../../test/support/clock.ts'
import {
  addRound,
  addScore,
  codeOf,
  heldOf,
  NOT_ALLOWED,
  ownEntries,
  scoresOf,
  setScoreRule,
} from '../../../../test/support/fair-scores.ts'
import { countStatements } from '../../../../test/support/statement-counts.ts'
import { onEachEngine, type Player, type World } from '../../../../test/support/world.ts'
import { createContext } from '../../../create-context.ts'
import { addEntry } from '../leaderboards/rules.ts'

onEachEngine('each rule refuses what breaks it, says so, and changes nothing', async (world) => {
  const clock = useMovableClock(world)
  const [player, other] = [await world.player(), await world.player()]
  const refused = async (score: number, sentence: RegExp) => {
    for (const reply of [await addScore(player, score), await addRound(player, score)]) {
      expect(codeOf(reply)).toEqual(NOT_ALLOWED)
      expect(reply.text).toMatch(sentence)
    }
  }
  const allowed = async (one: Player, score: number) => {
    expect((await addScore(one, score)).status).toBe(200)
    expect((await addRound(one, score)).status).toBe(201)
  }
  const both = async (rule: object) => {
    for (const kind of ['leaderboard', 'game_type']) await setScoreRule(world, { ...rule, kind })
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
  const sent = await Promise.all(Array.from({ length: 100 }, () => addScore(player, 1)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(sent.filter((reply) => codeOf(reply)[1] === 'score_not_allowed')).toHaveLength(95)
  await allowed(other, 1)
  clock.advance(61)
  await allowed(player, 1)
  expect(scoresOf(await ownEntries(player))).toEqual([80, 50, 1, 1, 1, 1, 1, 1, -1])
  expect((await addScore(player, 1e9, { leaderboard_name: 'free' })).status).toBe(200)

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
  await setScoreRule(world, { largest_step: 5 })
  const player = await world.player()
  await addScore(player, 60)
  expect((await addScore(player, 300)).status).toBe(200)
  expect(codeOf(await addScore(player, 54))).toEqual(NOT_ALLOWED)
  expect((await addScore(player, 55)).status).toBe(200)
})

onEachEngine('where scores are added up, the largest step is for each of them', async (world) => {
  expect((await changeBoard(world, 'b', { counts: 'sum' })).status).toBe(200)
  await setScoreRule(world, { largest_step: 5 })
  const player = await world.player()
  const first = await addScore(player, 6)
  expect(codeOf(first)).toEqual(NOT_ALLOWED)
  expect(first.text).toMatch(/improve your sum by at most 5/)
  for (const score of [5, 5]) expect((await addScore(player, score)).status).toBe(200)
})

onEachEngine('a score can need a finished round, and each round is good for one', async (world) => {
  const clock = useMovableClock(world)
  const [player, other] = [await world.player(), await world.player()]
  for (const kind of ['leaderboard', 'game_type'])
    await setScoreRule(world, { kind, needs_finished_round: true })
  const finish = async (game_type: string) => {
    const rules = { game_type, multiplayer: true, max_players: 2 }
    const { body } = await addRound(player, 1, rules)
    const multiplayer_game_round_id = Number(body.multiplayer_game_round_id)
    await addRound(other, 2, { game_type, multiplayer_game_round_id })
    expect(codeOf(await addScore(other, 3))).toEqual(NOT_ALLOWED)
    await player.post(`/multiplayer_game_rounds/${multiplayer_game_round_id}/finish`)
  }
  expect(codeOf(await addRound(player, 3))).toEqual(NOT_ALLOWED)
  // A round that somebody plays alone shows nothing.
  const alone = await addRound(player, 1, { multiplayer: true })
  const { multiplayer_game_round_id: alone_id } = alone.body
  // Nor does an entry that its master has added for somebody who was not asked.
  const unasked = { multiplayer_game_round_id: alone_id, game_user_id: other.id }
  expect((await addRound(player, 2, unasked)).status).toBe(201)
  await player.post(`/multiplayer_game_rounds/${alone_id}/finish`)
  expect(codeOf(await addScore(player, 3))).toEqual(NOT_ALLOWED)
  await finish('b')
  const sent = await Promise.all(Array.from({ length: 20 }, () => addScore(other, 3)))
  expect(sent.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await addScore(player, 3)).status).toBe(200)
  expect((await addRound(player, 3)).status).toBe(201)
  expect(codeOf(await addRound(player, 3))).toEqual(NOT_ALLOWED)
  clock.advance(1)
  await finish('another')
  expect(codeOf(await addRound(other, 3, { game_type: 'b' }))).toEqual([201, null])
  expect(codeOf(await addRound(player, 3))).toEqual(NOT_ALLOWED)
  expect((await addScore(player, 3)).status).toBe(200)
  clock.advance(3601)
  expect(codeOf(await addScore(other, 3))).toEqual(NOT_ALLOWED)
})

onEachEngine(
  'a score that was allowed in a multiplayer round does not stay outside of it',
  async (world) => {
    await setScoreRule(world, { kind: 'game_type', needs_finished_round: true })
    const player = await world.player()
    const scoreOutside = async (game_type: string, rules: object) => {
      const { body } = await addRound(player, 9e9, { game_type, multiplayer: true, ...rules })
      const round = `/multiplayer_game_rounds/${body.multiplayer_game_round_id}`
      const left =
        'max_players' in rules
          ? await player.post(`${round}/leave`)
          : await player.delete(`${round}/game_rounds/${body.id}`)
      expect(left.status).toBeLessThan(300)
      const found = (await player.get(`/game_rounds/${body.id}`)).body
      expect(found).not.toHaveProperty('multiplayer_game_round_id')
      return found.score
    }
    for (const rules of [{}, { max_players: 2 }]) {
      expect(await scoreOutside('b', rules)).toBeUndefined()
      expect(await scoreOutside('free', rules)).toBe(9e9)
    }
  },
)

onEachEngine(
  'a score that waits does not stay outside of its multiplayer round, nor in another game type',
  async (world) => {
    const review = { kind: 'game_type', outcome: 'review', maximum: 10 }
    await setScoreRule(world, { ...review, needs_finished_round: true })
    await setScoreRule(world, { ...review, name: 'other', outcome: 'refuse', maximum: 100 })
    const player = await world.player()
    const isHeld = async (id: number) =>
      (await player.get(`/game_rounds/${id}`)).body.score_under_review === true
    for (const rules of [{}, { max_players: 2 }]) {
      const { body } = await addRound(player, 9e9, { multiplayer: true, ...rules })
      expect(await isHeld(body.id)).toBe(true)
      const round = `/multiplayer_game_rounds/${body.multiplayer_game_round_id}`
      if ('max_players' in rules) await player.post(`${round}/leave`)
      else await player.delete(`${round}/game_rounds/${body.id}`)
      expect(await isHeld(body.id)).toBe(false)
    }
    const { body } = await addRound(player, 9e9, { multiplayer: true })
    expect(await isHeld(body.id)).toBe(true)
    expect((await player.put(`/game_rounds/${body.id}`, { game_type: 'other' })).status).toBe(200)
    expect(await isHeld(body.id)).toBe(false)
    expect((await player.get(`/game_rounds/${body.id}`)).body).not.toHaveProperty('score')
  },
)

onEachEngine(
  'rules cost no statement where there are none, and other processes learn of a change',
  async (world) => {
    const player = await world.player()
    const { context } = world
    const count = () => countStatements(world, () => addScore(player, 1))
    const without = await count()
    await setScoreRule(world, { name: 'other', maximum: 1 })
    expect(await count()).toBe(without)

    let now = Date.now()
    const other_process = createContext(context.config, context.db, { now: () => now })
    const by_other = (score: number) =>
      addEntry(other_process, playerOf(world, player), { leaderboard_name: 'b', score })
    await by_other(500)
    await setScoreRule(world, { maximum: 100 })
    expect(codeOf(await addScore(player, 500))).toEqual(NOT_ALLOWED)
    now += 5001
    await expect(by_other(500)).rejects.toMatchObject({ code: 'score_not_allowed' })
    await setScoreRule(world, { maximum: 900 })
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
