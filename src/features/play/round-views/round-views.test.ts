import { expect } from 'vitest'
import { createLobby, createRound, joinRound } from '../../../../test/support/rounds.ts'
import { onEachEngine, type Player, type Reply } from '../../../../test/support/world.ts'

const PATH = '/multiplayer_game_rounds'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const refused = (code: string) => [422, code]

onEachEngine('rounds with a free seat are listed, the newest first', async (world) => {
  const [master, guest] = [await world.player(), await world.player()]
  const race = await createLobby(master, { max_players: 3 })
  const duel = await createLobby(master, { game_type: 'duel' })
  const full = await createLobby(master, { max_players: 2 })
  await joinRound(await world.player(), full)
  await createLobby(master, { who_may_join: 'code' })
  const finished = await createLobby(master)
  await master.post(`${PATH}/${finished}/finish`)
  await createRound(master, { multiplayer: true })
  const listed = async (player: Player, query: string) =>
    (await player.get(`${PATH}?${query}`)).body.multiplayer_game_rounds
  expect(await listed(guest, 'open=true')).toMatchObject([
    { id: duel, game_type: 'duel', max_players: 1000, player_count: 1, master: { id: master.id } },
    { id: race, game_type: 'race', max_players: 3 },
  ])
  expect(await listed(guest, 'open=true&game_type=race')).toMatchObject([{ id: race }])
  expect(await listed(guest, 'per_page=1&page=2')).toMatchObject([{ id: race }])
  expect(await listed(master, 'open=true')).toEqual([])
  expect((await guest.get(`${PATH}?open=false`)).status).toBe(422)
  expect(await listed(guest, 'page=100')).toEqual([])
  for (const query of ['page=101', 'joined=true&page=101', 'page=9007199254740991'])
    expect(refusal(await guest.get(`${PATH}?${query}`))).toEqual(refused('invalid_input'))
  await master.post('/blocks', { user_id: guest.id })
  expect(await listed(guest, 'open=true')).toEqual([])
  expect(refusal(await joinRound(guest, race))).toEqual([404, 'multiplayer_round_not_found'])
})

onEachEngine(
  'players list the rounds that they are invited to and those that they are in',
  async (world) => {
    const [master, guest] = [await world.player(), await world.player()]
    const invited_user_ids = [guest.id]
    const race = await createLobby(master, { who_may_join: 'invited', invited_user_ids })
    const duel = await createLobby(master, { game_type: 'duel', invited_user_ids })
    const finished = await createLobby(master, { invited_user_ids })
    await master.post(`${PATH}/${finished}/finish`)
    const listed = async (player: Player, query: string) =>
      (await player.get(`${PATH}?${query}`)).body.multiplayer_game_rounds.map(
        ({ id }: { id: number }) => id,
      )
    expect(await listed(guest, 'invited=true')).toEqual([duel, race])
    expect(await listed(guest, 'invited=true&game_type=race')).toEqual([race])
    expect(await listed(guest, 'joined=true')).toEqual([])
    await joinRound(guest, race)
    expect(await listed(guest, 'invited=true')).toEqual([duel])
    expect(await listed(guest, 'joined=true')).toEqual([race])
    expect(await listed(master, 'joined=true')).toEqual([duel, race])
    expect(refusal(await guest.get(`${PATH}?invited=true&joined=true`))).toEqual(
      refused('invalid_input'),
    )
    await master.post('/blocks', { user_id: guest.id })
    expect(await listed(guest, 'invited=true')).toEqual([])
  },
)
