import { expect } from 'vitest'
import { onEachEngine, type Player } from '../../../../test/support/world.ts'

type Attribute = { id: number; key: string; value: string }

const add = (player: Player, body: object) =>
  player.post(player.at('add_game_user_attribute'), body)

async function attributes(player: Player): Promise<Record<string, string>> {
  const { body } = await player.get(player.at('game_user_attributes'))
  return Object.fromEntries(
    body.game_user_attributes.map(({ key, value }: Attribute) => [key, value]),
  )
}

onEachEngine(
  'attributes are added singly, as a batch or both, and an existing key is replaced',
  async (world) => {
    const player = await world.player()
    const one = await add(player, { key: 'class', value: 'mage' })
    expect([one.status, one.body]).toEqual([
      200,
      { game_user_attributes: [{ id: expect.any(Number), key: 'class', value: 'mage' }] },
    ])
    await add(player, {
      attributes: [
        { key: 'level', value: 3 },
        { key: 'hero', value: true },
      ],
    })
    const both = await add(player, {
      key: 'class',
      value: 'knight',
      attributes: [{ key: 'map', value: '' }],
    })
    expect(both.body.game_user_attributes.map(({ key, value }: Attribute) => [key, value])).toEqual(
      [
        ['class', 'knight'],
        ['level', '3'],
        ['hero', 'true'],
        ['map', ''],
      ],
    )
    await player.send('POST', player.at('add_game_user_attribute'), {
      form: { key: 'form', value: 'yes' },
    })
    await add(player, {
      attributes: [
        { key: 'twice', value: 'a' },
        { key: 'twice', value: 'b' },
      ],
    })
    expect(await attributes(player)).toEqual({
      class: 'knight',
      level: '3',
      hero: 'true',
      map: '',
      form: 'yes',
      twice: 'b',
    })
  },
)

onEachEngine(
  'an incomplete or invalid attribute is 400, and nothing of its batch is added',
  async (world) => {
    const player = await world.player()
    const wrong: object[] = [
      {},
      { key: 'a' },
      { value: 'a' },
      { key: '', value: 'a' },
      { key: null, value: 'a' },
      { key: 'x'.repeat(256), value: '' },
      { key: 'a', value: 'x'.repeat(65_537) },
      { key: 'a', value: 'nul\0' },
      { key: 'a', value: { b: 1 } },
      { attributes: [] },
      { attributes: [{ key: 'good', value: '1' }, { key: 'half' }] },
      { attributes: [{ key: 'good', value: '1' }, 'text'] },
      { attributes: { key: 'a' } },
      { key: 'good', value: '1', attributes: [{ value: 'half' }] },
    ]
    for (const body of wrong) {
      const reply = await add(player, body)
      expect([body, reply.status]).toEqual([body, 400])
    }
    expect(await attributes(player)).toEqual({})
    expect((await add(player, { key: 'x'.repeat(255), value: 'é'.repeat(32_768) })).status).toBe(
      200,
    )
  },
)

onEachEngine('a user has at most 1000 attributes, also with concurrent requests', async (world) => {
  const player = await world.player()
  const batch = (name: string, length: number) => ({
    attributes: Array.from({ length }, (_, index) => ({ key: `${name}${index}`, value: '' })),
  })
  expect((await add(player, batch('a', 900))).status).toBe(200)
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => add(player, batch(`b${index}-`, 60))),
  )
  expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 400),
  ])
  expect(replies.find(({ status }) => status === 400)?.headers.get('x-error-code')).toBe(
    'too_many_attributes',
  )
  expect(Object.keys(await attributes(player))).toHaveLength(960)
  expect((await add(player, { key: 'a1', value: 'replaced' })).status).toBe(200)
})

onEachEngine(
  'attributes are removed on every path, with every method and parameter',
  async (world) => {
    const player = await world.player()
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h ö']
    await add(player, { attributes: keys.map((key) => ({ key, value: '1' })) })
    const remove = (method: string, path: string) => player.send(method, player.at(path))
    const replies = [
      await remove('GET', 'remove_game_user_attribute?game_user_attribute_key=a'),
      await remove('DELETE', 'remove_game_user_attribute?game_user_attribute_key=b'),
      await remove('GET', 'remove_game_user_attributes?game_user_attribute_key=c'),
      await remove('GET', 'remove_game_user_attributes?key=d'),
      await remove(
        'GET',
        'remove_game_user_attributes?game_user_attribute_keys[]=e&game_user_attribute_keys[]=f',
      ),
      await remove('DELETE', 'remove_game_user_attributes?game_user_attribute_keys[]=g'),
      await remove('GET', 'remove_game_user_attribute?game_user_attribute_key=h%20%C3%B6'),
    ]
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(replies[0]?.body.game_user_attributes).toHaveLength(7)
    expect(replies[0]?.headers.get('cache-control')).toBe('no-store')
    expect(replies.at(-1)?.body).toEqual({ game_user_attributes: [] })
  },
)

onEachEngine('removing an unknown key is 400 and removes nothing', async (world) => {
  const player = await world.player()
  await add(player, {
    attributes: [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ],
  })
  for (const query of [
    'game_user_attribute_key=x',
    'game_user_attribute_keys[]=a&game_user_attribute_keys[]=x',
    '',
    'game_user_attribute_key=',
  ]) {
    const reply = await player.get(player.at(`remove_game_user_attributes?${query}`))
    expect([query, reply.status]).toEqual([query, 400])
  }
  expect(await attributes(player)).toEqual({ a: '1', b: '2' })
  const twice = await player.get(
    player.at(
      'remove_game_user_attributes?game_user_attribute_keys[]=a&game_user_attribute_keys[]=a',
    ),
  )
  expect(twice.status).toBe(200)
})

onEachEngine(
  "players of the game can read each other's attributes, but change only their own",
  async (world) => {
    const [player, other] = [await world.player(), await world.player()]
    const stranger = await (await world.otherGame()).player()
    await add(other, { key: 'secret', value: '42' })
    expect(
      (await player.get(other.at('game_user_attributes'))).body.game_user_attributes,
    ).toMatchObject([{ key: 'secret', value: '42' }])
    expect(
      (await player.post(other.at('add_game_user_attribute'), { key: 'a', value: 'b' })).status,
    ).toBe(401)
    expect(
      (await player.get(other.at('remove_game_user_attribute?game_user_attribute_key=secret')))
        .status,
    ).toBe(401)
    expect((await stranger.get(other.at('game_user_attributes'))).status).toBe(401)
    expect((await player.get('/users/999999/game_user_attributes')).status).toBe(404)
    expect((await player.get('/users/abc/game_user_attributes')).status).toBe(404)
    expect((await world.visitor.get(other.at('game_user_attributes'))).status).toBe(401)
  },
)
