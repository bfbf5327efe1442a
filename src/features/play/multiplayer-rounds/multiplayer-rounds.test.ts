import { expect } from 'vitest'
import {
  entryAt,
  placesAndScores,
  type RankingEntry,
  createMultiplayerRound,
  createRound,
} from '../../../../test/support/rounds.ts'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'
import { changeGame } from '../../operations/games/rules.ts'

const PATH = '/game_rounds'

const createFirstRound = (player: Player, fields: object = {}) =>
  createRound(player, { multiplayer: true, ...fields })

onEachEngine(
  'the first round creates the multiplayer round and, without a score, has no place',
  async (world) => {
    const player = await world.player()
    const round = await createFirstRound(player, { place: 3, start_time: '2024-07-23T15:20:09Z' })
    expect(round).not.toHaveProperty('place')
    expect(round.multiplayer_game_round_id).toEqual(expect.any(Number))
    const user = {
      id: player.id,
      username: player.username,
      email: `_appid_${world.game.id}_${player.email}`,
      display_email: player.email,
      credits: 0,
      score: 0,
    }
    expect(round.rankings).toEqual([
      { id: round.id, start_time: '2024-07-23T15:20:09Z', end_time: null, user },
    ])
    expect((await player.get(`${PATH}/${round.id}`)).body).toEqual(round)
    const second = await createFirstRound(player)
    expect(second.multiplayer_game_round_id).not.toBe(round.multiplayer_game_round_id)
  },
)

onEachEngine(
  'places follow from the scores: equal scores share a place, and rounds without a score come last',
  async (world) => {
    const { id, rounds, players } = await createMultiplayerRound(world, [
      5,
      undefined,
      7.5,
      5,
      -1,
      undefined,
    ])
    const [a, b, c, d, e, f] = players.map((player) => player.id)
    const expected = [
      [1, 7.5, c],
      [2, 5, a],
      [2, 5, d],
      [4, -1, e],
      [undefined, undefined, b],
      [undefined, undefined, f],
    ]
    const places = [2, undefined, 1, 2, 4, undefined]
    for (const [index, { player, id: round_id }] of rounds.entries()) {
      const { body } = await player.get(`${PATH}/${round_id}`)
      expect(placesAndScores(body.rankings)).toEqual(expected)
      expect(body).toMatchObject({ multiplayer_game_round_id: id })
      expect(body.place).toBe(places[index])
      const list = await player.get(`${PATH}?user_id=${player.id}`)
      expect(list.body.game_rounds[0].place).toBe(places[index])
      expect(list.body.game_rounds[0]).not.toHaveProperty('rankings')
      expect(list.body.game_rounds[0]).not.toHaveProperty('multiplayer_game_round_id')
    }
  },
)

onEachEngine(
  'a changed score changes the places of all rounds, and a place that was sent is ignored',
  async (world) => {
    const { rounds } = await createMultiplayerRound(world, [10, 20])
    const [first, second] = [entryAt(rounds, 0), entryAt(rounds, 1)]
    const changed = await first.player.put(`${PATH}/${first.id}`, { score: 30, place: 9 })
    expect(changed.body).toMatchObject({ score: 30, place: 1 })
    expect(placesAndScores(changed.body.rankings)).toEqual([
      [1, 30, first.player.id],
      [2, 20, second.player.id],
    ])
    expect((await second.player.get(`${PATH}/${second.id}`)).body.place).toBe(2)
    await first.player.delete(`${PATH}/${first.id}`)
    const { body } = await second.player.get(`${PATH}/${second.id}`)
    expect([body.place, placesAndScores(body.rankings)]).toEqual([1, [[1, 20, second.player.id]]])
  },
)

onEachEngine('a game can rank the lowest score first', async (world) => {
  await changeGame(world.context, world.game.id, { ranking_order: 'ascending' })
  const { id, rounds, players } = await createMultiplayerRound(world, [20, 10, undefined, 20, 30])
  const viewer = entryAt(players, 0)
  const [a, b, c, d, e] = players.map((player) => player.id)
  const expected = [
    [1, 10, b],
    [2, 20, a],
    [2, 20, d],
    [4, 30, e],
    [undefined, undefined, c],
  ]
  const { body } = await viewer.get(`${PATH}/${entryAt(rounds, 0).id}`)
  expect([body.place, placesAndScores(body.rankings)]).toEqual([2, expected])
  const list = await viewer.get(`${PATH}?user_id=${e}`)
  expect(list.body.game_rounds[0].place).toBe(4)
  const second_page = await viewer.get(`/multiplayer_game_rounds/${id}?per_page=2&page=2`)
  expect(placesAndScores(second_page.body.rankings)).toEqual(expected.slice(2, 4))
})

onEachEngine(
  "the master adds and changes other players' rounds, but deletes only their own",
  async (world) => {
    const [master, guest] = [await world.player(), await world.player()]
    const other = await world.player()
    const { id, multiplayer_game_round_id } = await createFirstRound(master, { score: 1 })
    const theirs = { game_user_id: guest.id, multiplayer_game_round_id, metadata: null }
    const added = await createRound(master, { ...theirs, multiplayer: true })
    expect(added).toMatchObject(theirs)
    expect(Date.parse(added.start_time)).toBeGreaterThan(0)
    const path = `${PATH}/${added.id}`

    expect((await master.put(path, { score: 5 })).body).toMatchObject({ score: 5, place: 1 })
    expect((await guest.put(path, { score: 6 })).body).toMatchObject({ score: 6 })
    expect((await guest.put(`${PATH}/${id}`, { score: 6 })).status).toBe(401)
    expect((await other.put(path, { score: 7 })).status).toBe(401)
    expect((await master.delete(path)).status).toBe(401)
    expect((await other.delete(path)).status).toBe(401)

    await master.delete(`${PATH}/${id}`)
    expect((await master.put(path, { score: 8 })).body).toMatchObject({ score: 8 })
    expect(
      (await createRound(master, { ...theirs, game_user_id: other.id })).rankings,
    ).toHaveLength(2)
    const shown = await guest.get(`/multiplayer_game_rounds/${multiplayer_game_round_id}`)
    expect(shown.body.master.id).toBe(master.id)

    await master.delete(`/users/${master.id}`)
    const orphan = await guest.get(`/multiplayer_game_rounds/${multiplayer_game_round_id}`)
    expect([orphan.body.master, orphan.body.rankings.length]).toEqual([null, 2])
    expect((await guest.delete(path)).status).toBe(200)
  },
)

onEachEngine(
  "creating a round for another player, or in an unknown or another game's multiplayer round, is 422",
  async (world) => {
    const [master, guest] = [await world.player(), await world.player()]
    const stranger = await (await world.otherGame()).player()
    const { multiplayer_game_round_id } = await createFirstRound(master)
    const foreign = await createFirstRound(stranger)
    const refused: [Player, object, string][] = [
      [master, { game_user_id: guest.id }, 'not_the_master'],
      [master, { game_user_id: guest.id, multiplayer: true }, 'not_the_master'],
      [guest, { game_user_id: master.id, multiplayer_game_round_id }, 'not_the_master'],
      [master, { game_user_id: 999_999_999, multiplayer_game_round_id }, 'user_not_found'],
      [master, { game_user_id: stranger.id, multiplayer_game_round_id }, 'other_game'],
      [guest, { multiplayer_game_round_id: 999_999_999 }, 'multiplayer_round_not_found'],
      [guest, { multiplayer_game_round_id: foreign.multiplayer_game_round_id }, 'other_game'],
      [guest, { multiplayer_game_round_id: -1 }, 'invalid_input'],
    ]
    for (const [player, fields, code] of refused) {
      const reply = await player.post(PATH, {
        game_user_id: player.id,
        game_type: 'race',
        ...fields,
      })
      expect([reply.status, reply.headers.get('x-error-code')]).toEqual([422, code])
    }
    const shown = await master.get(`/multiplayer_game_rounds/${multiplayer_game_round_id}`)
    expect(shown.body.rankings).toHaveLength(1)
    expect((await guest.get(`${PATH}?user_id=${guest.id}`)).body.game_rounds).toEqual([])
  },
)

onEachEngine(
  'a multiplayer round is shown with its master and pages of rankings',
  async (world) => {
    const { id, players } = await createMultiplayerRound(world, [
      1,
      3,
      3,
      2,
      undefined,
      undefined,
      undefined,
    ])
    const [master, viewer] = [entryAt(players, 0), entryAt(players, 3)]
    const path = `/multiplayer_game_rounds/${id}`
    const { status, body: whole } = await viewer.get(path)
    expect([status, whole]).toEqual([
      200,
      {
        id,
        game_id: world.game.id,
        created_at: expect.any(String),
        master: expect.objectContaining({ id: master.id, display_email: master.email }),
        rankings: expect.any(Array),
      },
    ])
    const none = undefined
    const places = whole.rankings.map(({ place }: RankingEntry) => place)
    expect(places).toEqual([1, 1, 3, 4, none, none, none])
    for (const per_page of [1, 2, 3, 5]) {
      const paged: RankingEntry[] = []
      for (let page = 1; page <= 8; page++) {
        const { body } = await viewer.get(`${path}?per_page=${per_page}&page=${page}`)
        paged.push(...body.rankings)
      }
      expect(paged).toEqual(whole.rankings)
    }
    expect((await viewer.get(`${path}?page=0`)).status).toBe(422)
    for (const unknown of [999_999_999, 0, 'abc']) {
      expect((await viewer.get(`/multiplayer_game_rounds/${unknown}`)).status).toBe(404)
    }
    const stranger = await (await world.otherGame()).player()
    expect((await stranger.get(path)).status).toBe(401)
    expect((await world.visitor.get(path)).status).toBe(401)
  },
)

onEachEngine("rankings hide other players' email addresses if the game says so", async (world) => {
  await changeGame(world.context, world.game.id, { share_player_emails: false })
  const { rounds } = await createMultiplayerRound(world, [2, 1])
  const { player, id } = entryAt(rounds, 1)
  const { body } = await player.get(`${PATH}/${id}`)
  const emails = body.rankings.map(({ user }: { user: { email: string } }) => user.email)
  expect(emails).toEqual(['', `_appid_${world.game.id}_${player.email}`])
})

onEachEngine('deleting a game deletes its rounds', async (world) => {
  const { id, rounds } = await createMultiplayerRound(world, [2, 1, undefined])
  const gone = await world.system.delete(`/test_suite/clean_up_test?game_id=${world.game.id}`)
  expect(gone.status).toBe(200)
  const stranger = await (await world.otherGame()).player()
  expect((await stranger.get(`/multiplayer_game_rounds/${id}`)).status).toBe(404)
  expect((await stranger.get(`${PATH}/${entryAt(rounds, 0).id}`)).status).toBe(404)
})
