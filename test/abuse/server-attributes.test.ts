import { expect } from 'vitest'
import { addOwn, createClub, createKey, setPermissions } from '../support/attributes.ts'
import { refusal } from '../support/groups.ts'
import { onEachEngine } from '../support/world.ts'

onEachEngine(
  "attributes with the server's prefix are read by players and written by the game's server alone",
  async (world) => {
    const { owner, ann, path, add, modify, remove, list } = await createClub(world)
    const key = { ...(await createKey(world)), 'current-user-id': String(owner.id) }
    const own = owner.at('add_game_user_attribute')
    expect((await addOwn(owner, 'server_rank', 'forged in casual')).status).toBe(200)
    await setPermissions(world, { preset: 'competitive' })

    const written = await world.visitor.post(own, { key: 'server_rank', value: 'gold' }, key)
    expect(written.status).toBe(200)
    const added = await world.visitor.post(
      `${path}/add_attribute`,
      { key: 'server_league', value: 'first' },
      key,
    )
    expect(added.status).toBe(200)
    expect((await addOwn(owner, 'hat', 'red')).status).toBe(200)
    await add(ann, 'motto', 'x')

    const removal = 'remove_game_user_attributes?game_user_attribute_keys[]='
    const batch = [
      { key: 'shoes', value: 'blue' },
      { key: 'server_rank', value: 'forged' },
    ]
    const forged = [
      await addOwn(owner, 'server_rank', 'forged'),
      await addOwn(owner, 'server_new', 'forged'),
      await owner.post(own, { attributes: batch }),
      await owner.post(own, { key: 'server_rank', value: 'forged', attributes: batch.slice(0, 1) }),
      await owner.send('POST', own, { form: { key: 'server_rank', value: 'forged' } }),
      await owner.delete(owner.at(`${removal}server_rank`)),
      await owner.get(owner.at(`${removal}hat&game_user_attribute_keys[]=server_rank`)),
      await add(ann, 'server_new', 'forged'),
      await owner.post(`${path}/add_attribute`, { attributes: batch }),
      await modify(owner, 'server_league', 'forged'),
      await remove(owner, { key: 'server_league' }),
      await remove(owner, { keys: ['motto', 'server_league'] }),
    ]
    expect(forged.map(refusal)).toEqual(forged.map(() => [403, 'server_attribute']))

    const { body } = await ann.get(owner.at('game_user_attributes'))
    expect(body.game_user_attributes).toMatchObject([
      { key: 'server_rank', value: 'gold' },
      { key: 'hat', value: 'red' },
    ])
    expect(await list(owner)).toMatchObject([
      { key: 'server_league', value: 'first', can_edit: false },
      { key: 'motto', can_edit: true },
    ])
    await add(owner, 'mine', 'x')
    expect((await remove(owner, { creator_id: owner.id })).body.removed).toBe(1)
    expect((await list(owner)).map((row) => row.key)).toEqual(['server_league', 'motto'])
    const as_system = { ...world.system.headers, 'current-user-id': String(owner.id) }
    expect((await world.visitor.delete(owner.at(`${removal}server_rank`), as_system)).status).toBe(
      200,
    )
    expect((await world.visitor.delete(`${path}/attributes?key=server_league`, key)).status).toBe(
      200,
    )
  },
)

onEachEngine(
  'a game chooses the prefix of the attributes that its server writes',
  async (world) => {
    const player = await world.player()
    const statuses = async () => [
      (await addOwn(player, 'server_x', '')).status,
      (await addOwn(player, 'ranked:x', '')).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    await setPermissions(world, { preset: 'casual', server_attribute_prefix: 'ranked:' })
    expect(await statuses()).toEqual([200, 403])
    await setPermissions(world, { preset: 'competitive', server_attribute_prefix: '' })
    expect(await statuses()).toEqual([200, 200])
    await setPermissions(world, { preset: 'server_authoritative' })
    expect(await statuses()).toEqual([403, 403])
    const open = { 'POST /users/:id/add_game_user_attribute': 'both' }
    await setPermissions(world, { preset: 'server_authoritative', routes: open })
    expect(await statuses()).toEqual([403, 200])
  },
)

onEachEngine("no other spelling of the server's prefix is written by players", async (world) => {
  const { owner, ann, add, modify, remove, list } = await createClub(world)
  const others = [
    'SERVER_rank',
    ' server_rank',
    '\u3000Server_rank',
    'ｓｅｒｖｅｒ＿rank',
    '\ufeffſerver_x',
  ]
  await add(ann, 'Server_old', 'from before')
  await setPermissions(world, { preset: 'competitive' })
  for (const key of others) {
    const forged = [await addOwn(owner, key, 'forged'), await add(ann, key, 'forged')]
    expect(forged.map(refusal)).toEqual(forged.map(() => [403, 'server_attribute']))
  }
  const old = [await modify(owner, 'Server_old', 'x'), await remove(owner, { key: 'Server_old' })]
  expect(old.map(refusal)).toEqual(old.map(() => [403, 'server_attribute']))
  expect(await list(ann)).toMatchObject([{ key: 'Server_old', can_edit: false }])
  for (const key of ['serve', 'my server_rank', 'server', 'Server'])
    expect((await addOwn(owner, key, 'x')).status).toBe(200)

  await setPermissions(world, { preset: 'casual', server_attribute_prefix: 'Ranked:' })
  expect((await addOwn(owner, 'RANKED:x', 'forged')).status).toBe(403)
  await setPermissions(world, { preset: 'casual', server_attribute_prefix: '  ' })
  expect((await addOwn(owner, '  x', 'forged')).status).toBe(403)
  expect((await addOwn(owner, 'x', '')).status).toBe(200)
})
