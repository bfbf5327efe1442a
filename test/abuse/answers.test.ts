import { expect } from 'vitest'
import { limits } from '../../src/limits.ts'
import { statement } from '../../src/storage/statement.ts'
import { onEachEngine, type Player, type Reply, unique, type World } from '../support/world.ts'

const storedBytes = statement<{ user_id: number }, { bytes: number }>(`
  select coalesce(sum(length(body)), 0) + 0 as bytes from answered_requests where user_id = :user_id`)

const LONG = 'é'.repeat(30_000)

async function bytesOf({ context }: World, { id: user_id }: Player): Promise<number> {
  return Number((await context.db.first(storedBytes, { user_id }))?.bytes)
}

const addAttribute = (player: Player, key: string, value: string, headers = {}) =>
  player.post(player.at('add_game_user_attribute'), { key, value }, headers)

onEachEngine('writes with a key do not store their long answers', async (world) => {
  const player = await world.player()
  for (let count = 0; count < 4; count++) await addAttribute(player, `long ${count}`, LONG)

  for (let count = 0; count < 10; count++)
    await addAttribute(player, 'k', `${count}`, { 'idempotency-key': unique('key') })

  expect(await bytesOf(world, player)).toBeLessThan(10 * limits.stored_answer_bytes.value)
})

interface Write {
  send: (headers: Record<string, string>) => Promise<Reply>
  /** How often it was done. */
  count: () => Promise<unknown>
}

/** Every write of a player whose answer can be long, with data that makes it long. */
async function longWrites(world: World): Promise<Record<string, Write>> {
  const [player, friend] = [await world.player({ credits: 100 }), await world.player()]
  const metadata = { long: LONG }
  const game_round = { game_user_id: player.id, game_type: 'race', metadata }
  const round = (await player.post('/game_rounds', game_round)).body
  const group = (await player.post('/groups', { name: 'g', can_auto_join: true })).body
  const members = await world.players(85)
  for (const member of members)
    await member.post('/group_connections', { group_id: group.id, user_id: member.id })
  await player.post(`/groups/${group.id}/add_attribute`, { key: 'a', value: LONG })
  const chat = (await player.post('/chats', { usernames: [friend.username], text: 'hi' })).body
  const items = [await world.item({ cost: 1 }), await world.item({ cost: 1 })]
  for (let count = 0; count < 3; count++) {
    const description = LONG
    const item = { game_id: world.game.id, name: unique('item'), cost: 1, description }
    const { body } = await world.system.post('/test_suite/create_store_item', item)
    await player.post(player.at('purchase_game_user_store_item'), { store_item_id: body.id })
  }
  const [bought, revoked] = items.map(({ id }) => ({ store_item_id: id }))
  await player.post(player.at('purchase_game_user_store_item'), revoked)
  await addAttribute(player, 'long', LONG)
  const read = async (path: string) => (await player.get(path)).body
  const credits = async () => (await player.profile()).credits
  const groupAttributes = async () => (await read(`/groups/${group.id}/attributes`)).attributes
  const messages = async () => (await read(`/messages/page/1?chat_id=${chat.id}`)).messages.length
  const text = 'é'.repeat(4096)
  const sign_in = { ...world.credentials, email: player.email, password: 'password' }
  return {
    add_game_user_attribute: {
      send: (headers) => addAttribute(player, 'new', 'v', headers),
      count: async () =>
        (await read(player.at('game_user_attributes'))).game_user_attributes.length,
    },
    remove_game_user_attribute: {
      send: (headers) =>
        player.delete(player.at('remove_game_user_attribute?game_user_attribute_key=new'), headers),
      count: async () =>
        (await read(player.at('game_user_attributes'))).game_user_attributes.length,
    },
    purchase_game_user_store_item: {
      send: (headers) => player.post(player.at('purchase_game_user_store_item'), bought, headers),
      count: credits,
    },
    remove_game_user_store_item: {
      send: (headers) =>
        player.delete(
          player.at(`remove_game_user_store_item?store_item_id=${revoked?.store_item_id}`),
          headers,
        ),
      count: credits,
    },
    'POST game_rounds': {
      send: (headers) => player.post('/game_rounds', game_round, headers),
      count: async () => (await read(`/game_rounds?user_id=${player.id}`)).game_rounds.length,
    },
    'PUT game_rounds': {
      send: (headers) => player.put(`/game_rounds/${round.id}`, { score: 5 }, headers),
      count: async () => (await read(`/game_rounds/${round.id}`)).updated_at,
    },
    'PUT groups': {
      send: (headers) => player.put(`/groups/${group.id}`, { name: 'h' }, headers),
      count: async () => (await read(`/groups/${group.id}`)).name,
    },
    'POST add_attribute': {
      send: (headers) =>
        player.post(
          `/groups/${group.id}/add_attribute`,
          { attributes: [{ key: 'b', value: LONG }], key: 'c', value: 'short' },
          headers,
        ),
      count: async () => (await groupAttributes()).length,
    },
    'PATCH modify_attribute': {
      send: (headers) =>
        player.patch(
          `/groups/${group.id}/modify_attribute`,
          { key: 'a', value: `${LONG}x` },
          headers,
        ),
      count: async () => (await groupAttributes()).length,
    },
    'POST messages': {
      send: (headers) => player.post('/messages', { chat_id: chat.id, text }, headers),
      count: messages,
    },
    'POST chats': {
      send: (headers) => player.post('/chats', { usernames: [friend.username], text }, headers),
      count: messages,
    },
    'POST sessions': {
      send: (headers) => world.visitor.post('/sessions', sign_in, headers),
      count: async () => (await read(`/users/${player.id}`)).number_of_logins,
    },
  }
}

/** A repeated sign-in has a new token, and requests are counted. */
const withoutChanging = (body: object) =>
  Object.entries(body).filter(([name]) => !/^(authentication_token|events_.*)$/.test(name))

onEachEngine(
  'a retry whose answer was too long to store is answered with the current data, and nothing is done twice',
  async (world) => {
    for (const [name, { send, count }] of Object.entries(await longWrites(world))) {
      const headers = { 'idempotency-key': unique('key') }
      const first = await send(headers)
      const is_long = Buffer.byteLength(first.text) > limits.stored_answer_bytes.value
      expect([name, first.status < 300, is_long]).toEqual([name, true, true])
      const counted = await count()

      const again = await send(headers)

      expect([name, again.status, again.headers.get('idempotency-replayed')]).toEqual([
        name,
        first.status,
        'true',
      ])
      expect([name, new Map(withoutChanging(again.body))]).toEqual([
        name,
        new Map(withoutChanging(first.body)),
      ])
      expect([name, await count()]).toEqual([name, counted])
    }
  },
)

onEachEngine('a repeated sign-in with a long answer needs the password again', async (world) => {
  const player = await world.player()
  await addAttribute(player, 'long', LONG)
  const headers = { 'idempotency-key': unique('key') }
  const fields = { ...world.credentials, email: player.email, password: 'password' }
  const first = await world.visitor.post('/sessions', fields, headers)
  const again = await world.visitor.post('/sessions', fields, headers)
  const wrong = await world.visitor.post('/sessions', { ...fields, password: 'guess!' }, headers)

  expect([first.status, again.status, wrong.status]).toEqual([200, 200, 401])
  expect(again.body.authentication_token).not.toBe(first.body.authentication_token)
  expect(again.body.game_user_attributes).toEqual(first.body.game_user_attributes)
  expect(wrong.text).not.toContain('é')
})
