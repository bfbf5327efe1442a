import { expect } from 'vitest'
import { joinStaff, PASSWORD } from '../../../../test/support/staff.ts'
import { onEachEngine, type Reply, type World } from '../../../../test/support/world.ts'

const refusal = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

const own = { current_password: PASSWORD }

const game = ({ game: { id } }: World) => `/games/${id}`

onEachEngine('a viewer reads and changes nothing', async (world) => {
  const { browser } = await joinStaff(world, { role: 'viewer' })
  expect((await browser.get('/games')).status).toBe(200)
  expect((await browser.get(`${game(world)}/store_items`)).status).toBe(200)
  expect(refusal(await browser.put(game(world), { name: 'Mine' }))).toEqual([403, 'role_too_low'])
  expect(refusal(await browser.get('/staff'))).toEqual([403, 'role_too_low'])
})

onEachEngine('staff of one game see nothing of another', async (world) => {
  const other = await world.otherGame()
  const { browser } = await joinStaff(world, { role: 'admin', game_ids: [world.game.id] })
  const item = (
    await world.system.post(`//admin/api/games/${other.game.id}/store_items`, {
      name: 'Hat',
      cost: 1,
    })
  ).body
  expect((await browser.get(`${game(world)}/webhooks`)).status).toBe(200)
  expect((await browser.put(game(world), { description: 'new' })).status).toBe(200)
  for (const path of ['webhooks', 'store_items', 'service_keys', 'announcements', 'audit_log'])
    expect(refusal(await browser.get(`${game(other)}/${path}`))).toEqual([404, 'game_not_found'])
  const { games } = (await browser.get('/games')).body
  expect(games.map(({ id }: { id: number }) => id)).toEqual([world.game.id])
  expect(refusal(await browser.delete(`/store_items/${item.id}`))).toEqual([404, 'item_not_found'])
  expect(refusal(await browser.put(game(other), { name: 'Mine' }))).toEqual([404, 'game_not_found'])
  expect(refusal(await browser.get('/audit_log'))).toEqual([403, 'needs_all_games'])
  expect(refusal(await browser.post('/games', { name: 'Mine' }))).toEqual([403, 'needs_all_games'])
})

onEachEngine(
  'an owner changes, disables and removes staff, but never the last owner',
  async (world) => {
    const { browser: owner, id: owner_id } = await joinStaff(world, { role: 'owner' })
    const { browser, id } = await joinStaff(world, { role: 'viewer' })
    const changed = await owner.put(`/staff/${id}`, { role: 'support', game_ids: [world.game.id] })
    expect(changed.body).toMatchObject({ role: 'support', game_ids: [world.game.id] })
    expect((await browser.get('/me')).body.staff).toMatchObject({ role: 'support' })
    expect((await owner.put(`/staff/${id}`, { is_disabled: true })).status).toBe(200)
    expect((await browser.get('/me')).status).toBe(401)
    expect((await owner.delete(`/staff/${id}`)).status).toBe(200)
    expect((await owner.delete(`/staff/${id}`)).status).toBe(404)

    const owners = (await owner.get('/staff')).body.staff.filter(
      (member: { role: string }) => member.role === 'owner',
    )
    for (const member of owners)
      if (member.id !== owner_id) await owner.put(`/staff/${member.id}`, { role: 'viewer' })
    expect(refusal(await owner.put(`/staff/${owner_id}`, { role: 'admin' }))).toEqual([
      422,
      'last_owner',
    ])
    expect(refusal(await owner.delete(`/staff/${owner_id}`))).toEqual([422, 'last_owner'])
  },
)

onEachEngine(
  'a token calls the API with the rights that it has in common with its owner',
  async (world) => {
    const { browser, id } = await joinStaff(world, { role: 'admin' })
    const { body } = await browser.post('/tokens', { ...own, name: 'report', role: 'viewer' })
    const as = (token: string) => ({ authorization: `Bearer ${token}` })
    const visitor = world.visitor
    expect((await visitor.get('//admin/api/games', as(body.token))).status).toBe(200)
    expect((await visitor.get('//admin/api/games', as('pks_unknown'))).status).toBe(401)
    const change = await visitor.put(`//admin/api${game(world)}`, { name: 'x' }, as(body.token))
    expect(refusal(change)).toEqual([403, 'role_too_low'])
    expect(refusal(await browser.post('/tokens', { ...own, name: 'more', role: 'owner' }))).toEqual(
      [403, 'role_too_low'],
    )
    const strong = (await browser.post('/tokens', { ...own, name: 'deploy', role: 'admin' })).body
    await world.system.put(`//admin/api/staff/${id}`, { role: 'viewer' })
    const weaker = await visitor.put(`//admin/api${game(world)}`, { name: 'x' }, as(strong.token))
    expect(refusal(weaker)).toEqual([403, 'role_too_low'])
    expect((await browser.delete(`/tokens/${body.id}`)).status).toBe(200)
    expect((await visitor.get('//admin/api/games', as(body.token))).status).toBe(401)
  },
)

onEachEngine('the audit log names who changed what, before and after', async (world) => {
  const { browser, id } = await joinStaff(world, { role: 'owner' })
  const invited = await browser.post('/staff_invitations', { role: 'viewer' })
  await browser.delete(`/staff_invitations/${invited.body.id}`)
  const { entries } = (await browser.get(`/audit_log?actor_id=${id}`)).body
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'admin.staff.withdrawInvitation',
    'admin.staff.invite',
    'admin.staff.join',
  ])
  expect(entries[0]).toMatchObject({
    actor_kind: 'session',
    actor_id: id,
    actor_name: 'Sam',
    target: 'staff_invitation',
    target_id: invited.body.id,
    old_values: { role: 'viewer' },
    new_values: {},
  })
  expect(entries[0].request_id).not.toBe('')
})

onEachEngine('a session does not lift the limits of a wrong system key', async (world) => {
  const { browser } = await joinStaff(world, { role: 'owner' })
  const headers = { cookie: browser.cookie, 'service-key-name': 'x', 'service-key-token': 'y' }
  const reply = await world.visitor.get('//admin/api/games', headers)
  expect(refusal(reply)).toEqual([401, 'not_staff'])
})

onEachEngine('an owner who is lowered or disabled leaves no invitation behind', async (world) => {
  const { browser, id } = await joinStaff(world, { role: 'owner' })
  const { body } = await browser.post('/staff_invitations', { role: 'owner' })
  await joinStaff(world, { role: 'owner' })
  expect((await world.system.put(`//admin/api/staff/${id}`, { role: 'viewer' })).status).toBe(200)
  const reply = await world.visitor.post('//admin/api/staff_invitations/accept', {
    token: body.token,
    name: 'Eve',
    email: `eve-${id}@example.com`,
    password: 'correct horse battery',
  })
  expect(refusal(reply)).toEqual([404, 'invitation_not_found'])
})

onEachEngine(
  'creating a token needs the password, also when the request is repeated',
  async (world) => {
    const { browser } = await joinStaff(world, { role: 'viewer' })
    const fields = { name: 'report', role: 'viewer' }
    const headers = {
      cookie: browser.cookie,
      'x-csrf-token': browser.csrf_token,
      'idempotency-key': 'k',
    }
    const create = (current_password: string) =>
      world.visitor.post('//admin/api/tokens', { ...fields, current_password }, headers)
    expect((await browser.post('/tokens', fields)).status).toBe(422)
    const wrong = await browser.post('/tokens', { ...fields, current_password: 'a guess' })
    expect(refusal(wrong)).toEqual([401, 'wrong_password'])
    expect((await create(PASSWORD)).status).toBe(201)
    expect(refusal(await create('a guess'))).toEqual([401, 'wrong_password'])
    const { status, body } = await create(PASSWORD)
    expect([status, body.token.slice(0, 4)]).toEqual([201, 'pks_'])
    expect((await browser.get('/tokens')).body.tokens).toHaveLength(1)
  },
)

onEachEngine('a token does not change the account of its owner', async (world) => {
  const { browser } = await joinStaff(world, { role: 'owner' })
  const { token } = (await browser.post('/tokens', { ...own, name: 'report', role: 'viewer' })).body
  const headers = { authorization: `Bearer ${token}` }
  expect((await world.visitor.get('//admin/api/me', headers)).status).toBe(200)
  for (const path of ['sessions', 'tokens'])
    expect(refusal(await world.visitor.get(`//admin/api/${path}`, headers))).toEqual([
      401,
      'not_staff',
    ])
  const password = { current_password: 'correct horse battery', password: 'a new long password' }
  const change = await world.visitor.put('//admin/api/me', password, headers)
  expect(refusal(change)).toEqual([401, 'not_staff'])
})
