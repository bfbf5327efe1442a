import { expect } from 'vitest'
import { type Browser, joinStaff } from '../../../../test/support/staff.ts'
import {
  onEachEngine,
  type Player,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'
import { verifyLedger } from '../../economy/credits/rules.ts'
import { erasePlayer } from '../personal-data/rules.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const pathOf = ({ game }: World, { id }: { id: number }) => `/games/${game.id}/players/${id}`

const lastChange = async (world: World, browser: Browser, { id }: Player) =>
  (await browser.get(`/games/${world.game.id}/audit_log?target=player&target_id=${id}`)).body
    .entries[0]

onEachEngine(
  'staff change score and credits with a reason, which events, ledger and audit log show',
  async (world) => {
    const player = await world.player({ credits: 100 })
    const { browser: admin } = await joinStaff(world, { role: 'admin' })
    const { browser, id: staff_id } = await joinStaff(world, { role: 'support' })
    const path = pathOf(world, player)
    const asked = '/events?types=credits.changed,score.changed'
    const { cursor } = (await player.get(asked)).body
    const reason = 'lost in a "crash": sorry'

    const added = await browser.post(`${path}/credits`, { add: -30, reason })
    expect(added.body).toEqual({ score: 0, credits: 70 })
    expect((await browser.post(`${path}/credits`, { set: 5, reason })).body.credits).toBe(5)
    expect(await lastChange(world, admin, player)).toMatchObject({
      action: 'admin.players.adjustCredits',
      actor_name: 'Sam',
      old_values: { credits: 70 },
      new_values: { credits: 5, reason },
    })
    expect((await browser.post(`${path}/score`, { add: 7, reason })).body.score).toBe(7)
    expect((await browser.post(`${path}/score`, { set: -2, reason })).body.score).toBe(-2)
    const { events } = (await player.get(`${asked}&after=${cursor}`)).body
    expect(events).toMatchObject([
      { type: 'credits.changed', actor_id: null, data: { change: -30, reason: 'staff' } },
      { type: 'credits.changed', data: { change: -65, user: { credits: 5 } } },
      { type: 'score.changed', actor_id: null, data: { user: { score: 7 } } },
      { type: 'score.changed', data: { user: { score: -2 } } },
    ])
    const { entries } = (await browser.get(`${path}/ledger?limit=2`)).body
    expect(entries).toMatchObject([
      { change: -65, balance_after: 5, reason: 'staff', staff_id, staff_name: 'Sam', note: reason },
      { change: -30, balance_after: 70, reason: 'staff', reference: null, note: reason },
    ])
    const older = (await browser.get(`${path}/ledger?before=${entries[1].id}`)).body
    expect(older).toMatchObject({ entries: [{ reason: 'set', change: 100 }], next: null })

    for (const [kind, input, expected] of [
      ['credits', { add: -6, reason }, [400, 'out_of_range']],
      ['credits', { set: -1, reason }, [422, 'invalid_input']],
      ['credits', { add: 1, set: 1, reason }, [422, 'invalid_input']],
      ['credits', { add: 1 }, [422, 'invalid_input']],
      ['score', { reason }, [422, 'invalid_input']],
      ['score', { set: Number.MAX_SAFE_INTEGER, reason }, [400, 'out_of_range']],
    ] as const)
      expect(refusal(await browser.post(`${path}/${kind}`, input))).toEqual(expected)
    expect(await verifyLedger(world.context)).toMatchObject({ wrong: [] })
  },
)

onEachEngine('changes by two members of the staff at once all count', async (world) => {
  const player = await world.player()
  const path = pathOf(world, player)
  const staff = await Promise.all(
    [1, 2].map(async () => (await joinStaff(world, { role: 'support' })).browser),
  )
  await Promise.all(
    staff.flatMap((browser) =>
      Array.from({ length: 5 }, () => browser.post(`${path}/credits`, { add: 1, reason: 'test' })),
    ),
  )
  const repeated = { 'idempotency-key': 'once' }
  for (const _ of [1, 2]) {
    const sent = await world.system.post(
      `//admin/api${path}/credits`,
      { add: 5, reason: 'x' },
      repeated,
    )
    expect(sent.body.credits).toBe(15)
  }
  expect((await staff[0]?.get(path))?.body.credits).toBe(15)
})

onEachEngine('staff grant, revoke and refund items', async (world) => {
  const player = await world.player({ credits: 10 })
  const [bought, given] = [await world.item({ cost: 4 }), await world.item({ cost: 9 })]
  const elsewhere = await (await world.otherGame()).item()
  const { browser } = await joinStaff(world, { role: 'support' })
  const path = pathOf(world, player)
  await player.post(player.at('purchase_game_user_store_item'), { store_item_id: bought.id })
  expect((await browser.post(`${path}/items`, { store_item_id: given.id })).status).toBe(200)
  expect(refusal(await browser.post(`${path}/items`, { store_item_id: given.id }))).toEqual([
    403,
    'item_already_purchased',
  ])
  expect(refusal(await browser.post(`${path}/items`, { store_item_id: elsewhere.id }))).toEqual([
    404,
    'item_not_found',
  ])
  expect((await browser.get(`${path}/items`)).body.items).toMatchObject([
    { id: bought.id, price: 4 },
    { id: given.id, price: 0 },
  ])
  expect((await browser.delete(`${path}/items/${given.id}`)).status).toBe(200)
  expect((await browser.delete(`${path}/items/${bought.id}`, { refund: true })).status).toBe(200)
  expect(refusal(await browser.delete(`${path}/items/${bought.id}`))).toEqual([
    404,
    'item_not_purchased',
  ])
  expect((await browser.get(path)).body).toMatchObject({ credits: 10, counts: { items: 0 } })
})

onEachEngine(
  'staff set attributes, rename, end sessions and send a password mail',
  async (world) => {
    const player = await world.player()
    const other = await world.player()
    const { browser } = await joinStaff(world, { role: 'support' })
    const { browser: admin } = await joinStaff(world, { role: 'admin' })
    const path = pathOf(world, player)
    await browser.put(`${path}/attributes`, { key: 'server_level', value: '1' })
    await browser.put(`${path}/attributes`, { key: 'server_level', value: '2' })
    expect(await lastChange(world, admin, player)).toMatchObject({
      old_values: { server_level: '1' },
      new_values: { server_level: '2' },
    })
    expect((await browser.get(`${path}/attributes`)).body.attributes).toMatchObject([
      { key: 'server_level', value: '2' },
    ])
    expect((await browser.delete(`${path}/attributes`, { key: 'server_level' })).status).toBe(200)
    expect(refusal(await browser.delete(`${path}/attributes`, { key: 'server_level' }))).toEqual([
      400,
      'attribute_not_found',
    ])

    const username = `${player.username}-new`
    expect((await browser.put(`${path}/username`, { username })).status).toBe(200)
    expect(await lastChange(world, admin, player)).toMatchObject({
      old_values: { username: player.username },
      new_values: { username },
    })
    const taken = other.username.toUpperCase()
    expect(refusal(await browser.put(`${path}/username`, { username: taken }))).toEqual([
      422,
      'username_taken',
    ])
    expect(refusal(await browser.put(`${path}/username`, { username: 'deleted user' }))).toEqual([
      422,
      'invalid_input',
    ])

    const [session] = (await browser.get(`${path}/sessions`)).body.sessions
    expect((await browser.delete(`${pathOf(world, other)}/sessions/${session.id}`)).status).toBe(
      404,
    )
    expect((await player.get('/sessions')).status).toBe(200)
    expect((await browser.delete(`${path}/sessions/${session.id}`)).status).toBe(200)
    expect((await player.get('/sessions')).status).toBe(401)
    expect((await browser.delete(`${pathOf(world, other)}/sessions`)).status).toBe(200)
    expect((await other.get('/sessions')).status).toBe(401)

    const sent = world.context.mail.sent
    expect((await browser.post(`${path}/password_mail`)).status).toBe(200)
    await world.context.mail.idle()
    expect(world.context.mail.sent).toBe(sent + 1)
  },
)

onEachEngine('only admins export and delete a player, and only by the name', async (world) => {
  const player = await world.player()
  const { browser } = await joinStaff(world, { role: 'support' })
  const { browser: admin } = await joinStaff(world, { role: 'admin' })
  const path = pathOf(world, player)
  await browser.post(`${path}/notes`, { text: 'a note' })
  for (const forbidden of [
    await browser.get(`${path}/export`),
    await browser.delete(path, { username: player.username }),
  ])
    expect(refusal(forbidden)).toEqual([403, 'role_too_low'])
  const exported = (await admin.get(`${path}/export`)).body
  expect(exported).toMatchObject({
    account: [{ id: player.id }],
    staff_notes: [{ text: 'a note' }],
  })
  expect(await lastChange(world, admin, player)).toMatchObject({ action: 'admin.players.export' })
  expect((await player.get(player.at('export'))).body.staff_notes).toBeUndefined()

  const wrong = await admin.delete(path, { username: player.username.toUpperCase() })
  expect(refusal(wrong)).toEqual([422, 'name_not_confirmed'])
  expect((await admin.delete(path, { username: player.username })).status).toBe(200)
  expect((await player.get('/sessions')).status).toBe(401)
  for (const gone of [
    await admin.delete(path, { username: player.username }),
    await admin.get(path),
    await admin.get(`${path}/timeline`),
    await admin.post(`${path}/notes`, { text: 'too late' }),
    await admin.post(`${path}/credits`, { add: 1, reason: 'too late' }),
  ])
    expect(refusal(gone)).toEqual([404, 'user_not_found'])
  expect(await lastChange(world, admin, player)).toMatchObject({
    action: 'admin.players.delete',
    old_values: { username: player.username },
  })
})

onEachEngine('an erased player leaves no name in the audit log', async (world) => {
  const player = await world.player()
  const { browser: admin } = await joinStaff(world, { role: 'admin' })
  const username = `${player.username}-new`
  await admin.put(`${pathOf(world, player)}/username`, { username, reason: 'rude' })
  await erasePlayer(world.context, player.id)
  expect(await lastChange(world, admin, player)).toMatchObject({
    action: 'admin.players.rename',
    actor_name: 'Sam',
    old_values: {},
    new_values: {},
  })
})

onEachEngine(
  'a player is not found in another game, nor shown to staff of another',
  async (world) => {
    const other = await world.otherGame()
    const player = await other.player()
    const { browser: everywhere } = await joinStaff(world, { role: 'owner' })
    const { browser: here } = await joinStaff(world, { role: 'owner', game_ids: [world.game.id] })
    const wrong = pathOf(world, player)
    for (const reply of [
      await everywhere.get(wrong),
      await everywhere.get(`${wrong}/friends`),
      await everywhere.put(`${wrong}/username`, { username: 'mine' }),
      await everywhere.delete(wrong, { username: player.username }),
      await here.post(`${wrong}/credits`, { add: 1, reason: 'x' }),
    ])
      expect(refusal(reply)).toEqual([404, 'user_not_found'])
    expect(refusal(await here.get(pathOf(other, player)))).toEqual([404, 'game_not_found'])
    expect((await everywhere.get(pathOf(other, player))).status).toBe(200)
  },
)
