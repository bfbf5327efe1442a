import { randomBytes } from 'node:crypto'
import { type Player, type Reply, unique, type World } from '../../support/world.ts'

/** What the player of one measurement may write to, all of it new. */
export interface Scene {
  world: World
  player: Player
  /** They are in all scenes. */
  others: Player[]
  friend: Player
  chat_id: number
  round_id: number
  /** Of somebody else, who lets in whoever knows the code. */
  lobby: { id: number; code: string }
  group_id: number
  item_id: number
  /** Messages or notifications that wait for the player. */
  waiting: number[]
}

export const noise = (bytes: number) => randomBytes((bytes * 3) / 4).toString('base64')

export const OTHERS = 40

/** What somebody else does, whom no limit stops. */
export const doneBy = (
  { world }: Scene,
  { id }: Player,
  method: string,
  path: string,
  json: object = {},
) => world.system.send(method, path, { json, headers: { 'current-user-id': String(id) } })

function idOf({ body, status, text }: Reply): number {
  if (status >= 300) throw new Error(`the scene was not created: ${text}`)
  return Number(body.id)
}

/** Nothing of this counts for the limits of the player. */
export async function createScene(world: World, others: Player[]): Promise<Scene> {
  const [player, friend] = await world.players(2)
  if (!player || !friend) throw new Error('no player was created')
  const headers = { 'current-user-id': String(player.id) }
  const create = async (path: string, fields: object) =>
    idOf(await world.system.post(path, fields, headers))
  await world.system.post('/friendships', { username: friend.username }, headers)
  await friend.post('/friendships', { username: player.username })
  const lobby = await friend.post('/multiplayer_game_rounds', {
    game_type: 'x',
    who_may_join: 'code',
  })
  const group_id = await create('/groups', { name: unique('group') })
  const attribute = { key: 'shared', value: 'x', others_can_edit: true }
  await world.system.post(`/groups/${group_id}/add_attribute`, { attributes: [attribute] }, headers)
  return {
    world,
    player,
    others,
    friend,
    group_id,
    lobby: { id: idOf(lobby), code: lobby.body.code },
    chat_id: await create('/chats', {
      usernames: [friend, ...others].map(({ username }) => username),
      text: 'x',
    }),
    round_id: await create('/game_rounds', { game_user_id: player.id, game_type: 'x' }),
    item_id: (await world.item({ cost: 0 })).id,
    waiting: [],
  }
}
