import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { Receiver } from '../../../../test/support/receiver.ts'
import { joinStaff } from '../../../../test/support/staff.ts'
import {
  ENGINES,
  onEachEngine,
  openWorld,
  type Reply,
  type World,
} from '../../../../test/support/world.ts'

/** A world whose webhooks may lead to this machine. */
async function openPrivate(engine: (typeof ENGINES)[number]): Promise<World> {
  const { world, close } = await openWorld(engine, { WEBHOOK_PRIVATE: 'on' })
  onTestFinished(close)
  return world
}

const create = (world: World, input: object): Promise<Reply> =>
  world.system.post(`//admin/api/games/${world.game.id}/webhooks`, input)

const codeOf = ({ status, headers }: Reply) => [status, headers.get('x-error-code')]

for (const engine of ENGINES) {
  test(`an event is sent with a signature that the package standardwebhooks accepts [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    const created = await create(world, { url: receiver.url, types: ['friend_request.received'] })
    expect([created.status, created.body]).toMatchObject([
      201,
      { url: receiver.url, types: ['friend_request.received'], paused_at: null },
    ])
    const [ana, ben] = [await world.player(), await world.player()]
    const { cursor } = (await ben.get('/events')).body
    const asked = await ana.post('/friendships', { username: ben.username })
    await ben.put(`/friendships/${asked.body.friendship_id}`, { status: 'accepted' })
    await world.system.post(`//admin/api/webhooks/${created.body.id}/test`)
    await expect
      .poll(() => receiver.types.toSorted())
      .toEqual(['friend_request.received', 'webhook.test'])

    const request = receiver.received.find(({ body }) => body.type !== 'webhook.test')
    if (!request) throw new Error('nothing was received')
    new Webhook(created.body.secret).verify(request.text, request.headers)
    const { events } = (await ben.get(`/events?after=${cursor}`)).body
    expect(request.body).toEqual({
      ...events[0],
      game_id: world.game.id,
      audience: 'user',
      audience_id: ben.id,
    })
    expect(request.headers['webhook-id']).toBe(request.body.id)
  })

  test(`while a secret is replaced, both are valid, and each is shown once [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const receiver = await Receiver.start()
    const { body } = await create(world, { url: receiver.url })
    const path = `//admin/api/webhooks/${body.id}`
    const rotated = (await world.system.post(`${path}/rotate_secret`)).body
    expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(rotated.secret).not.toBe(body.secret)
    await world.system.post(`${path}/test`)
    await expect.poll(() => receiver.received.length).toBe(1)
    const [request] = receiver.received
    for (const secret of [body.secret, rotated.secret])
      new Webhook(secret).verify(request?.text ?? '', request?.headers ?? {})
    const shown = await world.system.get(path)
    expect(shown.body.previous_secret_until).not.toBeNull()
    expect(shown.text).not.toContain('whsec_')
    const list = await world.system.get(`//admin/api/games/${world.game.id}/webhooks`)
    expect([list.body.webhooks.length, list.text.includes('whsec_')]).toEqual([1, false])
  })

  test(`a paused webhook gets nothing, and everything that happened meanwhile when it is resumed [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const [paused, other] = [await Receiver.start(), await Receiver.start()]
    const types = ['friend_request.received']
    const { body } = await create(world, { url: paused.url, types })
    await create(world, { url: other.url, types })
    const path = `//admin/api/webhooks/${body.id}`
    const pause = await world.system.post(`${path}/pause`)
    expect(pause.body).toMatchObject({ pause_reason: 'operator' })
    const [ana, ben] = [await world.player(), await world.player()]
    await ana.post('/friendships', { username: ben.username })
    await expect.poll(() => other.types).toEqual(['friend_request.received'])
    expect(paused.received).toEqual([])
    expect((await world.system.post(`${path}/resume`)).body.paused_at).toBeNull()
    await expect.poll(() => paused.types).toEqual(['friend_request.received'])
    expect(paused.ids).toEqual(other.ids)
  })

  test(`a webhook is changed and deleted, and hears only of its own game [${engine}]`, async () => {
    const world = await openPrivate(engine)
    const [first, second, foreign] = await Promise.all([1, 2, 3].map(() => Receiver.start()))
    if (!first || !second || !foreign) throw new Error('three receivers are needed')
    const { body } = await create(world, { url: first.url })
    await create(await world.otherGame(), { url: foreign.url })
    const path = `//admin/api/webhooks/${body.id}`
    const change = { url: second.url, types: ['message.posted', 'message.posted'] }
    expect((await world.system.put(path, change)).body).toMatchObject({
      url: second.url,
      types: ['message.posted'],
    })
    const [ana, ben] = [await world.player(), await world.player()]
    await ana.post('/friendships', { username: ben.username })
    await ana.post('/chats', { usernames: [ben.username], text: 'hello' })
    await expect.poll(() => second.types).toEqual(['message.posted'])
    expect((await world.system.put(path, { types: [] })).body.types).toEqual([])
    expect((await world.system.delete(path)).status).toBe(200)
    expect(codeOf(await world.system.get(path))).toEqual([404, 'webhook_not_found'])
    expect([first.received, foreign.received]).toEqual([[], []])
  })
}

const INSIDE = [
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://127.1/',
  'https://127.0.0.1./',
  'https://%31%32%37.0.0.1/',
  'https://0.0.0.0/',
  'https://0/',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://172.16.0.1/',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://192.0.2.1/',
  'https://198.18.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:808:808]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fe80::1]/',
  'https://[fc00::1]/',
  'https://[fd12:3456::1]/',
  'https://[ff02::1]/',
  'https://[2001:db8::1]/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST:8443/',
]

const MALFORMED = [
  'http://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'example.com',
  '//example.com/',
  'https://',
  'https:///example.com/',
  'https:example.com',
  'https://user:password@example.com/',
  'https://user@example.com/',
  'https://@example.com/',
  'https://example.com\\@127.0.0.1/',
  'https://example.com:99999/',
  'https://exa mple.com/',
  'https://1.2.3.4.5/',
  'https://[::1/',
  'https://no-such-host.invalid/',
  'https://8.8.8.08/',
]

onEachEngine('a URL that leads inside, or is not a plain https URL, is refused', async (world) => {
  const path = `//admin/api/games/${world.game.id}/webhooks`
  for (const url of [...INSIDE, ...MALFORMED])
    expect([url, ...codeOf(await create(world, { url }))]).toEqual([
      url,
      422,
      'webhook_url_refused',
    ])
  const long = `https://8.8.8.8/${'x'.repeat(2048)}`
  expect(codeOf(await create(world, { url: long }))).toEqual([422, 'invalid_input'])
  expect((await world.system.get(path)).body.webhooks).toEqual([])

  const { status, body } = await create(world, { url: 'https://8.8.8.8/hooks?x=a@b' })
  expect(status).toBe(201)
  await world.system.post(`//admin/api/webhooks/${body.id}/pause`)
  const changed = await world.system.put(`//admin/api/webhooks/${body.id}`, {
    url: 'https://127.0.0.1/',
  })
  expect(codeOf(changed)).toEqual([422, 'webhook_url_refused'])
})

onEachEngine('unknown types, games and webhooks, and one too many are refused', async (world) => {
  const url = 'https://8.8.8.8/'
  expect(codeOf(await create(world, { url, types: ['nothing.happened'] }))).toEqual([
    422,
    'invalid_input',
  ])
  expect(codeOf(await create(world, {}))).toEqual([422, 'invalid_input'])
  expect(codeOf(await world.system.post('//admin/api/games/999999/webhooks', { url }))).toEqual([
    404,
    'game_not_found',
  ])
  for (const action of ['pause', 'resume', 'test', 'rotate_secret'])
    expect(codeOf(await world.system.post(`//admin/api/webhooks/999999/${action}`))).toEqual([
      404,
      'webhook_not_found',
    ])
  const many = await Promise.all(Array.from({ length: 25 }, () => create(world, { url })))
  const refused = many.filter(({ status }) => status !== 201)
  expect(refused.map(codeOf)).toEqual(Array.from({ length: 5 }, () => [422, 'too_many_webhooks']))
})

onEachEngine('staff below admin see where a webhook leads, but not its path', async (world) => {
  const url = 'https://8.8.8.8/services/T0/secret?key=1'
  const { id } = (await create(world, { url })).body
  const urlsFor = async (role: 'support' | 'admin') => {
    const { browser } = await joinStaff(world, { role })
    const list = await browser.get(`/games/${world.game.id}/webhooks`)
    return [list.body.webhooks[0].url, (await browser.get(`/webhooks/${id}`)).body.url]
  }
  expect(await urlsFor('support')).toEqual(['https://8.8.8.8', 'https://8.8.8.8'])
  expect(await urlsFor('admin')).toEqual([url, url])
})
