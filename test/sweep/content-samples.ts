import type { World } from '../support/world.ts'
import { bySystem, create, type MakeSample } from './sample-requests.ts'
import type { Fields } from './samples.ts'

const GROUP = '/admin/api/games/:id/groups/:group_id'

async function createGroup(world: World) {
  const [founder, member] = [await world.player(), await world.player()]
  const group_id = await create(founder, '/groups', { name: 'Night Owls', can_auto_join: true })
  await create(member, '/group_connections', { group_id, user_id: member.id })
  await founder.post(`/groups/${group_id}/add_attribute`, { key: 'motto', value: 'We never sleep' })
  return { id: world.game.id, group_id, user_id: member.id }
}

const onGroup = (fields: Fields) =>
  bySystem(async (world) => {
    const { id, group_id } = await createGroup(world)
    return { params: { id, group_id }, fields }
  })

async function addEntry(world: World): Promise<number> {
  const player = await world.player()
  await player.post(player.at('add_leaderboard_entry'), { leaderboard_name: 'Arena', score: 7 })
  const path = `//admin/api/games/${world.game.id}/leaderboard_entries?leaderboard_name=Arena`
  return (await world.system.get(path)).body.entries[0].id
}

const RATED_TYPE = '/admin/api/games/:id/rated_game_types/:game_type'

/** Of the routes about groups, rounds, leaderboards and ratings. */
export const contentSamples: Record<string, MakeSample> = {
  [`PUT ${GROUP}`]: onGroup({ name: 'Early Birds' }),
  [`DELETE ${GROUP}`]: onGroup({ name: 'Night Owls' }),
  [`DELETE ${GROUP}/members/:user_id`]: bySystem(async (world) => ({
    params: await createGroup(world),
  })),
  [`PUT ${GROUP}/attributes`]: onGroup({ key: 'motto', value: 'Sleep' }),
  [`DELETE ${GROUP}/attributes`]: onGroup({ key: 'motto' }),
  'DELETE /admin/api/games/:id/rounds/:round_id': bySystem(async (world) => {
    const player = await world.player()
    const round = { game_user_id: player.id, game_type: 'Arena' }
    const round_id = await create(player, '/game_rounds', round)
    return { params: { id: world.game.id, round_id } }
  }),
  'DELETE /admin/api/games/:id/leaderboard_entries/:entry_id': bySystem(async (world) => ({
    params: { id: world.game.id, entry_id: await addEntry(world) },
  })),
  'DELETE /admin/api/games/:id/leaderboard_entries': bySystem(async (world) => {
    await addEntry(world)
    return { params: { id: world.game.id }, fields: { leaderboard_name: 'Arena' } }
  }),
  [`PUT ${RATED_TYPE}`]: bySystem(async ({ game }) => ({
    params: { id: game.id, game_type: 'duel' },
    fields: { tau: 0.1 },
  })),
  [`DELETE ${RATED_TYPE}`]: bySystem(async ({ game, system }) => {
    await system.put(`//admin/api/games/${game.id}/rated_game_types/duel`)
    return { params: { id: game.id, game_type: 'duel' } }
  }),
}
