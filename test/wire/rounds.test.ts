import { expect } from 'vitest'
import { onEachEngine, type Player, type World } from '../support/world.ts'
import { expectJson, ID, signIn, STAMP } from './clients.ts'

// Game rounds

const createAsJavaScript = (player: Player, round: object, multiplayer = false) =>
  player.post('/game_rounds', { game_round: { game_type: 'typing', ...round }, multiplayer })

onEachEngine('JavaScript client: POST game_rounds creates a single round', async (world) => {
  const player = await world.player()
  const metadata = { fastest: 12.5, words: ['a', 'b'], nested: { deep: null } }
  const before = Date.now()
  const { status, body } = await createAsJavaScript(player, { game_user_id: player.id, metadata })
  expect([status, body]).toEqual([
    201,
    {
      id: ID,
      game_user_id: player.id,
      game_id: world.game.id,
      game_type: 'typing',
      start_time: STAMP,
      end_time: null,
      metadata,
      created_at: STAMP,
      updated_at: STAMP,
    },
  ])
  expect(Math.abs(Date.parse(body.start_time) - before)).toBeLessThan(60_000)
})

onEachEngine(
  'JavaScript client: POST and PUT game_rounds keep a duration of 10.34 s and a score of 3.96',
  async (world) => {
    const player = await world.player()
    const start = Date.parse('2024-07-23T15:20:09.424Z')
    const times = {
      start_time: new Date(start).toISOString(),
      end_time: new Date(start + 10_340).toISOString(),
    }
    const { body } = await createAsJavaScript(player, {
      game_user_id: player.id,
      ...times,
      metadata: null,
    })
    expect(Date.parse(body.end_time) - Date.parse(body.start_time)).toBe(10_340)
    const changed = await player.put(`/game_rounds/${body.id}`, { game_round: { score: 3.96 } })
    expect(changed.body).toMatchObject({ ...times, score: 3.96, game_type: 'typing' })
    const seen = await player.get(`/game_rounds/${body.id}`)
    expect(seen.body).toMatchObject({ ...times, score: 3.96 })
  },
)

onEachEngine(
  'Unreal plugin: POST game_rounds with flat fields keeps a duration of exactly one minute',
  async (world) => {
    const player = await world.player()
    const { body } = await player.post('/game_rounds', {
      game_user_id: player.id,
      game_type: 'default',
      score: 0,
      start_time: '2024-07-23T15:20:09.424Z',
      end_time: '2024-07-23T15:21:09.424+00:00',
      metadata: { map: 'desert' },
    })
    expect(Date.parse(body.end_time) - Date.parse(body.start_time)).toBe(60_000)
    expect(body).toMatchObject({ id: ID, game_user_id: player.id, score: 0 })
    expect(['place', 'multiplayer_game_round_id', 'rankings'].filter((key) => key in body)).toEqual(
      [],
    )
  },
)

onEachEngine(
  'interim Unity client: POST game_rounds with zeros for unset fields',
  async (world) => {
    const player = await world.player()
    const { status, body } = await player.post('/game_rounds', {
      game_user_id: player.id,
      game_type: 'race',
      score: 0,
      place: 0,
      multiplayer: false,
      multiplayer_game_round_id: 0,
    })
    expect([status, 'multiplayer_game_round_id' in body]).toEqual([201, false])
  },
)

onEachEngine(
  'JavaScript client: POST game_rounds for a new multiplayer round answers one ranking',
  async (world) => {
    const player = await world.player()
    const { body } = await createAsJavaScript(player, { game_user_id: player.id }, true)
    const { rankings, multiplayer_game_round_id } = body
    expect(multiplayer_game_round_id).toEqual(ID)
    expect(rankings).toEqual([
      {
        id: body.id,
        start_time: body.start_time,
        end_time: null,
        user: expect.objectContaining({ id: player.id, username: player.username }),
      },
    ])
  },
)

async function startMultiplayerRound(world: World) {
  const [master, second] = [await world.player(), await world.player({ credits: 888 })]
  const third = await world.player()
  const { body } = await createAsJavaScript(master, { game_user_id: master.id }, true)
  const multiplayer_game_round_id = Number(body.multiplayer_game_round_id)
  return { master, second, third, round: body, multiplayer_game_round_id }
}

onEachEngine(
  'JavaScript client: POST game_rounds lets the master add players and answers all rankings',
  async (world) => {
    const { master, second, third, multiplayer_game_round_id } = await startMultiplayerRound(world)
    const add = (game_user_id: number, fields: object = {}) =>
      createAsJavaScript(
        master,
        { game_user_id, multiplayer_game_round_id, metadata: null, ...fields },
        true,
      )
    const added = await add(second.id)
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining({
        game_user_id: second.id,
        start_time: STAMP,
        multiplayer_game_round_id,
      }),
    ])
    const { body } = await add(third.id, { score: 5 })
    expect(body.rankings).toMatchObject([
      { user: { id: third.id }, place: 1, score: 5 },
      { user: { id: master.id } },
      { user: { id: second.id, credits: 888 } },
    ])
    const seen = await third.get(`/users/${second.id}`)
    expect(seen.body.game_rounds).toMatchObject([
      { multiplayer_game_round_id, rankings: [{}, {}, {}] },
    ])
    const signed = await signIn(world, third)
    expect(signed.body.game_rounds).toMatchObject([{ rankings: [{ place: 1 }, {}, {}] }])
  },
)

onEachEngine(
  'Unreal plugin, current Unity SDK: POST game_rounds lets players add themselves to a multiplayer round',
  async (world) => {
    const { second, third, multiplayer_game_round_id } = await startMultiplayerRound(world)
    for (const player of [second, third]) {
      const { status, body } = await player.post('/game_rounds', {
        game_user_id: player.id,
        game_type: 'default',
        score: player.id,
        multiplayer: true,
        multiplayer_game_round_id,
      })
      expect([status, body.multiplayer_game_round_id]).toEqual([201, multiplayer_game_round_id])
      expect(body.rankings[0]).toMatchObject({
        place: 1,
        score: player.id,
        user: { id: player.id },
      })
    }
    const stranger = await createAsJavaScript(
      second,
      { game_user_id: third.id, multiplayer_game_round_id },
      true,
    )
    expect(stranger.status).toBe(422)
  },
)

onEachEngine('all clients: PUT game_rounds/{id} keeps fields that were not sent', async (world) => {
  const { master, second, round, multiplayer_game_round_id } = await startMultiplayerRound(world)
  await createAsJavaScript(
    master,
    { game_user_id: second.id, multiplayer_game_round_id, score: 2 },
    true,
  )
  const changed = await master.put(`/game_rounds/${round.id}`, { game_round: { score: 9 } })
  expect(changed.body).toMatchObject({
    game_type: 'typing',
    start_time: round.start_time,
    place: 1,
    rankings: [{ user: { id: master.id } }, { user: { id: second.id }, place: 2 }],
  })
  const own = await second.post('/game_rounds', { game_user_id: second.id, game_type: 'solo' })
  const flat = { game_user_id: master.id, place: 10, score: 7 }
  const placed = await second.put(`/game_rounds/${own.body.id}`, flat)
  expect(placed.body).toMatchObject({ game_user_id: second.id, place: 10, score: 7 })
})

onEachEngine(
  'all clients: GET game_rounds/{id} of a multiplayer round shows its rankings',
  async (world) => {
    const { second, round } = await startMultiplayerRound(world)
    const { body } = await second.get(`/game_rounds/${round.id}`)
    expect(body).toEqual({ ...round, rankings: round.rankings })
  },
)

onEachEngine(
  'Unreal plugin, current Unity SDK: GET game_rounds?user_id= lists neither rankings nor multiplayer_game_round_id',
  async (world) => {
    const { master, second, round } = await startMultiplayerRound(world)
    const { body } = await second.get(`/game_rounds?user_id=${master.id}&page=1&per_page=100`)
    expect(body.game_rounds).toEqual([
      {
        id: round.id,
        game_user_id: master.id,
        game_type: 'typing',
        start_time: round.start_time,
        end_time: null,
        metadata: null,
      },
    ])
  },
)

onEachEngine(
  'interim Unity client, current Unity SDK: DELETE game_rounds/{id} answers destroyed successfully',
  async (world) => {
    const { master, second, round } = await startMultiplayerRound(world)
    expect((await second.delete(`/game_rounds/${round.id}`)).status).toBe(401)
    const gone = await master.delete(`/game_rounds/${round.id}`)
    expectJson(gone)
    expect(gone.body.message).toContain('destroyed successfully')
  },
)
