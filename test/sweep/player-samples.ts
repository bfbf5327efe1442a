import type { World } from '../support/world.ts'
import { bySystem, create, type MakeSample } from './sample-requests.ts'

const PLAYER = '/admin/api/games/:id/players/:user_id'

async function aPlayer(world: World) {
  const player = await world.player({ credits: 10 })
  const params = { id: world.game.id, user_id: player.id }
  return { player, params, path: `//admin/api/games/${world.game.id}/players/${player.id}` }
}

const ownedItem = async (world: World) => {
  const { player, params } = await aPlayer(world)
  const { id } = await world.item({ cost: 1 })
  await player.post(player.at('purchase_game_user_store_item'), { store_item_id: id })
  return { ...params, item_id: id }
}

const adjustment = { add: 5, reason: 'lost in a crash' }

/** Requests with which staff help a player. */
export const playerSamples: Record<string, MakeSample> = {
  [`POST ${PLAYER}/score`]: bySystem(async (world) => ({
    params: (await aPlayer(world)).params,
    fields: adjustment,
  })),
  [`POST ${PLAYER}/credits`]: bySystem(async (world) => ({
    params: (await aPlayer(world)).params,
    fields: adjustment,
  })),
  [`POST ${PLAYER}/items`]: bySystem(async (world) => ({
    params: (await aPlayer(world)).params,
    fields: { store_item_id: (await world.item()).id },
  })),
  [`DELETE ${PLAYER}/items/:item_id`]: bySystem(async (world) => ({
    params: await ownedItem(world),
  })),
  [`PUT ${PLAYER}/attributes`]: bySystem(async (world) => ({
    params: (await aPlayer(world)).params,
    fields: { key: 'level', value: '2' },
  })),
  [`DELETE ${PLAYER}/attributes`]: bySystem(async (world) => {
    const { player, params } = await aPlayer(world)
    await player.post(player.at('add_game_user_attribute'), { key: 'level', value: '2' })
    return { params, fields: { key: 'level' } }
  }),
  [`PUT ${PLAYER}/username`]: bySystem(async (world) => {
    const { player, params } = await aPlayer(world)
    return { params, fields: { username: `${player.username}-2` } }
  }),
  [`DELETE ${PLAYER}/sessions`]: bySystem(async (world) => ({
    params: (await aPlayer(world)).params,
  })),
  [`DELETE ${PLAYER}/sessions/:session_id`]: bySystem(async (world) => {
    const { player, params } = await aPlayer(world)
    const session_id = (await player.get('/sessions')).body.sessions[0].id
    return { params: { ...params, session_id } }
  }),
  [`POST ${PLAYER}/password_mail`]: bySystem(async (world) => ({
    params: (await aPlayer(world)).params,
  })),
  [`POST ${PLAYER}/notes`]: bySystem(async (world) => ({
    params: (await aPlayer(world)).params,
    fields: { text: 'asked for a refund' },
  })),
  [`DELETE ${PLAYER}/notes/:note_id`]: bySystem(async (world) => {
    const { params, path } = await aPlayer(world)
    return {
      params: { ...params, note_id: await create(world.system, `${path}/notes`, { text: 'x' }) },
    }
  }),
  [`DELETE ${PLAYER}`]: bySystem(async (world) => {
    const { player, params } = await aPlayer(world)
    return { params, fields: { username: player.username } }
  }),
}
