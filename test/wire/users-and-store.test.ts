import { expect } from 'vitest'
import { onEachEngine } from '../support/world.ts'
import { type Caller, type ClientName, clients, EVERY_CLIENT, ID } from './clients.ts'

// Scores, credits, attributes and the store, in the encoding of each client

for (const client of EVERY_CLIENT) {
  onEachEngine(`${client}: POST add_score, set_score, add_credits, set_credits`, async (world) => {
    const player = await world.player()
    const { post } = clients[client](world, player)
    const own = { id: player.id, username: player.username, display_email: player.email }
    const change = async (path: string, fields: Record<string, string>) =>
      (await post(player.at(path), fields)).body
    expect(await change('add_score', { score: '12' })).toMatchObject({ ...own, score: 12 })
    expect(await change('add_score', { score: '-2' })).toMatchObject({ ...own, score: 10 })
    expect(await change('set_score', { score: '3' })).toMatchObject({ ...own, score: 3 })
    expect(await change('add_credits', { credits: '20' })).toMatchObject({ ...own, credits: 20 })
    expect(await change('set_credits', { credits: '7' })).toMatchObject({ ...own, credits: 7 })
    for (const path of ['add_score', 'set_score', 'add_credits', 'set_credits']) {
      expect([path, (await post(player.at(path))).status]).toEqual([path, 400])
    }
  })
}

/** The path on which each client removes an attribute, and its parameter for the key. */
const REMOVALS: Record<ClientName, [path: string, parameter: string]> = {
  'JavaScript client': ['remove_game_user_attributes', 'game_user_attribute_key'],
  'older JavaScript bundle': ['remove_game_user_attributes', 'game_user_attribute_key'],
  'Unreal plugin': ['remove_game_user_attributes', 'key'],
  'first Unity client': ['remove_game_user_attributes', 'game_user_attribute_key'],
  'interim Unity client': ['remove_game_user_attribute', 'game_user_attribute_key'],
  'current Unity SDK': ['remove_game_user_attribute', 'game_user_attribute_key'],
  documentation: ['remove_game_user_attributes', 'game_user_attribute_keys[]'],
}

for (const client of EVERY_CLIENT) {
  onEachEngine(
    `${client}: add_game_user_attribute, game_user_attributes, ${REMOVALS[client].join('?')}=`,
    async (world) => {
      const [player, other] = [await world.player(), await world.player()]
      const { get, post } = clients[client](world, player)
      const add = player.at('add_game_user_attribute')
      await post(add, { key: 'my level', value: '1' })
      const batch = { attributes: [{ key: 'class', value: 'mage' }] }
      await player.post(add, batch)
      const replaced = await post(add, { key: 'my level', value: '2' })
      const both = [
        { id: ID, key: 'my level', value: '2' },
        { id: ID, key: 'class', value: 'mage' },
      ]
      expect(replaced.body).toEqual({ game_user_attributes: expect.arrayContaining(both) })
      expect(replaced.body.game_user_attributes).toHaveLength(2)
      const seen = await clients[client](world, other).get(player.at('game_user_attributes'))
      expect(seen.body).toEqual(replaced.body)
      const [path, parameter] = REMOVALS[client]
      const removed = await get(player.at(path), { [parameter]: 'my level' })
      expect(removed.body).toEqual({ game_user_attributes: [both[1]] })
      expect((await get(player.at(path), { [parameter]: 'my level' })).status).toBe(400)
      expect((await post(add, { value: 'no key' })).status).toBe(400)
    },
  )
}

onEachEngine(
  'specification, documentation: DELETE removes attributes on both paths',
  async (world) => {
    const player = await world.player()
    await player.post(player.at('add_game_user_attribute'), {
      key: 'a',
      value: '1',
      attributes: [
        { key: 'b', value: '2' },
        { key: 'c', value: '3' },
      ],
    })
    const one = await player.delete(
      player.at('remove_game_user_attribute?game_user_attribute_key=a'),
    )
    const keys = 'game_user_attribute_keys[]=b&game_user_attribute_keys[]=c'
    const rest = await player.delete(player.at(`remove_game_user_attributes?${keys}`))
    expect([one.body.game_user_attributes.length, rest.body]).toEqual([
      2,
      { game_user_attributes: [] },
    ])
  },
)

const removal = (client: ClientName): [path: string, fields: Record<string, string>] => {
  if (client === 'JavaScript client' || client === 'older JavaScript bundle')
    return ['remove_game_user_store_item', { reimburse: 'true' }]
  if (client === 'first Unity client') return ['remove_game_user_store_item', { reimburse: 'True' }]
  return client === 'documentation'
    ? ['purchase_game_user_store_item', {}]
    : ['remove_game_user_store_item', {}]
}

for (const client of EVERY_CLIENT) {
  onEachEngine(
    `${client}: purchase_game_user_store_item, game_user_store_items, GET ${removal(client)[0]}`,
    async (world) => {
      const [player, other] = [await world.player({ credits: 25 }), await world.player()]
      const [item, dear] = [await world.item({ cost: 10 }), await world.item({ cost: 16 })]
      const { get, post }: Caller = clients[client](world, player)
      const buy = (id: number) =>
        post(player.at('purchase_game_user_store_item'), { store_item_id: String(id) })
      const bought = await buy(item.id)
      const owned = { credits: 15, game_user_store_items: [item] }
      expect([bought.status, bought.body]).toEqual([200, owned])
      const refused = [await buy(item.id), await buy(dear.id), await buy(999999999)]
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 404])
      expect((await get(player.at('game_user_store_items'))).body).toEqual(owned)
      const seen = await clients[client](world, other).get(player.at('game_user_store_items'))
      expect(seen.body).toEqual(owned)
      const [path, fields] = removal(client)
      const revoke = () => get(player.at(path), { store_item_id: String(item.id), ...fields })
      expect((await revoke()).body).toEqual({ credits: 25, game_user_store_items: [] })
      expect((await revoke()).status).toBe(404)
    },
  )
}
