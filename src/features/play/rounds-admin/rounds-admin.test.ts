import { expect } from 'vitest'
import { refusal } from '../../../../test/support/groups.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'

const play = async (player: Player, round: object) =>
  (await player.post('/game_rounds', { game_user_id: player.id, game_type: 'Arena', ...round }))
    .body

onEachEngine('staff see what was played, by player and type, and delete a round', async (world) => {
  const [ann, ben] = [await world.player(), await world.player()]
  const first = await play(ann, { score: 1, metadata: { map: 'desert' } })
  const second = await play(ben, { game_type: 'Race' })
  const third = await play(ann, { score: 3 })
  await play(await (await world.otherGame()).player(), {})
  const { browser: viewer } = await joinStaff(world, { role: 'viewer' })
  const path = `/games/${world.game.id}/rounds`
  const ids = async (query: string) =>
    (await viewer.get(`${path}${query}`)).body.rounds.map(({ id }: { id: number }) => id)
  expect(await ids('')).toEqual([third.id, second.id, first.id])
  expect(await ids('?game_type=Arena')).toEqual([third.id, first.id])
  expect(await ids(`?user_id=${ben.id}`)).toEqual([second.id])
  const page = (await viewer.get(`${path}?limit=2`)).body
  expect(await ids(`?limit=2&before=${page.next}`)).toEqual([first.id])
  expect((await viewer.get(`${path}/${first.id}`)).body).toMatchObject({
    user: { id: ann.id, username: ann.username },
    metadata: { map: 'desert' },
    score: 1,
  })
  const { browser: admin } = await joinStaff(world, { role: 'admin' })
  expect((await admin.delete(`${path}/${first.id}`)).status).toBe(200)
  expect(refusal(await admin.delete(`${path}/${first.id}`))).toEqual([404, 'round_not_found'])
  const audit = await admin.get(`/games/${world.game.id}/audit_log?action=admin.rounds`)
  expect(audit.body.entries).toMatchObject([
    { target: 'round', target_id: first.id, old_values: { user_id: ann.id, score: 1 } },
  ])
})

onEachEngine('staff see multiplayer rounds with their rankings', async (world) => {
  const [ann, ben, cem] = [await world.player(), await world.player(), await world.player()]
  const { multiplayer_game_round_id } = await play(ann, { score: 5, multiplayer: true })
  const together = { multiplayer_game_round_id }
  await play(ben, { score: 9, ...together })
  const round = await play(cem, { score: 5, ...together })
  const { browser } = await joinStaff(world, { role: 'viewer' })
  const path = `/games/${world.game.id}/multiplayer_rounds`
  const ranked = [
    { place: 1, score: 9, user: { id: ben.id, username: ben.username } },
    { place: 2, score: 5, user: { id: ann.id } },
    { place: 2, score: 5, user: { id: cem.id } },
  ]
  expect((await browser.get(path)).body).toMatchObject({
    multiplayer_rounds: [
      {
        id: multiplayer_game_round_id,
        master: { id: ann.id },
        entries: 3,
        best: ranked,
        state: 'open',
        game_type: null,
        max_players: null,
        player_count: null,
      },
    ],
    next: null,
  })
  const shown = await browser.get(`${path}/${multiplayer_game_round_id}?per_page=2&page=2`)
  expect(shown.body.rankings).toMatchObject([ranked[2]])
  const one = await browser.get(`/games/${world.game.id}/rounds/${round.id}`)
  expect(one.body).toMatchObject({ place: 2, multiplayer_game_round_id })
})

onEachEngine(
  'staff see the rules, the seats and the state of multiplayer rounds',
  async (world) => {
    const [ann, ben] = [await world.player(), await world.player()]
    const rules = { game_type: 'race', max_players: 2, closes_at: '2999-01-01T00:00:00.000Z' }
    const { id } = (await ann.post('/multiplayer_game_rounds', rules)).body
    const { browser } = await joinStaff(world, { role: 'viewer' })
    const path = `/games/${world.game.id}/multiplayer_rounds`
    const listed = async () => (await browser.get(path)).body.multiplayer_rounds[0]
    const shown = { id, who_may_join: 'anyone', finished_at: null, ...rules }
    expect(await listed()).toMatchObject({ ...shown, player_count: 1, state: 'open' })
    await ben.post(`/multiplayer_game_rounds/${id}/join`)
    expect((await browser.get(`${path}/${id}`)).body).toMatchObject({
      ...shown,
      player_count: 2,
      state: 'full',
      seats: [
        { user: { id: ann.id, username: ann.username }, team: null },
        { user: { id: ben.id, username: ben.username }, team: null },
      ],
    })
    await ann.post(`/multiplayer_game_rounds/${id}/finish`)
    expect(await listed()).toMatchObject({ state: 'finished', finished_at: expect.any(String) })
  },
)
