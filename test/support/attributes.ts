import { fourPlayers } from './groups.ts'
import { type Player, unique, type World } from './world.ts'

export const addOwn = (player: Player, key: string, value: string) =>
  player.post(player.at('add_game_user_attribute'), { key, value })

/** A group of four, with the requests that concern its attributes. */
export async function createClub(world: World, settings: object = {}) {
  const players = await fourPlayers(world)
  const { owner, ann, ben, cem } = players
  const group = { name: unique('club'), can_auto_join: true, ...settings }
  const { id } = (await owner.post('/groups', group)).body
  for (const { id: user_id, post } of [ann, ben, cem]) {
    await post('/group_connections', { group_id: id, user_id })
  }
  const path = `/groups/${id}`
  return {
    ...players,
    id: Number(id),
    path,
    add: (player: Player, key: string, value: string, more: object = {}) =>
      player.post(`${path}/add_attribute`, { key, value, ...more }),
    modify: (player: Player, key: string, value: string) =>
      player.patch(`${path}/modify_attribute`, { key, value }),
    remove: (player: Player, body: object) =>
      player.send('DELETE', `${path}/attributes`, { json: body }),
    list: async (player: Player): Promise<{ key: string; can_edit: boolean }[]> =>
      (await player.get(`${path}/attributes`)).body.attributes,
  }
}

/** The headers of a new service key. */
export async function createKey({ system, game }: World) {
  const name = unique('server')
  const reply = await system.post(`//admin/api/games/${game.id}/service_keys`, { name })
  if (reply.status !== 201) throw new Error(reply.text)
  return { 'service-key-name': name, 'service-key-token': String(reply.body.token) }
}

export async function setPermissions({ system, game }: World, permissions: object) {
  const reply = await system.put(`//admin/api/games/${game.id}`, { permissions })
  if (reply.status !== 200) throw new Error(reply.text)
}
