import { expect } from 'vitest'
import { isForOperators, nameOf, pathOf, sendRequest } from '../sweep/requests.ts'
import { sampleOf, shapeOf } from '../sweep/samples.ts'
import { onEachEngine } from '../support/world.ts'

const UNKNOWN = 'x-unknown-fields'

onEachEngine('a name that is null or misspelled never clears every leaderboard', async (world) => {
  const player = await world.player()
  const path = player.at('clear_my_leaderboard_entries')
  for (const leaderboard_name of ['one', 'two'])
    await player.post(player.at('add_leaderboard_entry'), { leaderboard_name, score: 1 })
  for (const fields of [
    {},
    { leaderboardName: 'one' },
    { leaderboard_name: null },
    { leaderboard_name: '' },
    { all: null },
    { all: false },
    { All: true },
    { leaderboard_name: 'one', all: true },
    { all: true, group_id: 5 },
    { all: true, leaderbordName: 'one' },
  ]) {
    expect([fields, (await player.post(path, fields)).status]).toEqual([fields, 400])
  }
  const { body } = await player.get(player.at('leaderboard_entries'))
  expect(body.leaderboard_entries).toHaveLength(2)
})

onEachEngine(
  'null is refused in every field of a read or a deletion, where it would mean all',
  async (world) => {
    const player = await world.player()
    const problems: string[] = []
    let tried = 0
    for (const endpoint of world.server.endpoints) {
      if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE') continue
      const is_system = isForOperators(endpoint)
      const { headers } = is_system ? world.system : player
      const shape = shapeOf(endpoint)
      const good = sampleOf(shape, { id: player.id, word: 'sample' })
      for (const [name, { type }] of Object.entries(shape.properties ?? {})) {
        if (Array.isArray(type) && type.includes('null')) continue
        tried++
        const { status, text } = await sendRequest(
          world,
          { method: endpoint.method, path: pathOf(endpoint, player.id) },
          {
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ ...good, [name]: null }),
          },
        )
        if (status < 400 || status >= 500) problems.push(`${nameOf(endpoint)} ${name}: ${status}`)
        else if (!/null|required/.test(text)) problems.push(`${nameOf(endpoint)} ${name}: ${text}`)
      }
    }
    expect(problems).toEqual([])
    expect(tried).toBeGreaterThan(30)
  },
)

onEachEngine(
  'the admin API and announcements refuse unknown fields and null, which could mean all games or all players',
  async (world) => {
    const strict = world.server.endpoints.filter(
      ({ url, method, schema }) =>
        schema.body !== undefined &&
        (url.startsWith('/admin/api/') || (method === 'POST' && url.endsWith('/announcements'))),
    )
    const problems: string[] = []
    for (const endpoint of strict) {
      const good = sampleOf(shapeOf(endpoint), { id: 1, word: 'sample' })
      const headers = { ...world.system.headers, 'current-user-id': '1' }
      const target = { method: endpoint.method, path: pathOf(endpoint, 999_999) }
      const body = JSON.stringify({ ...good, gameIds: [1] })
      const sent = { headers: { ...headers, 'content-type': 'application/json' }, body }
      const { status, text } = await sendRequest(world, target, sent)
      // Who calls, and for which game, is checked first.
      if (!text.includes('"gameIds" is not a field') && ![401, 403, 404].includes(status))
        problems.push(`${nameOf(endpoint)}: ${status} ${text}`)
    }
    expect(problems).toEqual([])
    expect(strict.length).toBeGreaterThan(50)

    const refusalOf = async (path: string, fields: object) => {
      const reply = await world.system.post(path, fields, {
        'current-user-id': String(player.id),
      })
      return [reply.status, reply.headers.get('x-error-code')]
    }
    const player = await world.player()
    const invalid = [422, 'invalid_input']
    const text = 'Only for Ana'
    for (const [path, fields] of [
      ['//admin/api/staff_invitations', { role: 'support', gameIds: [world.game.id] }],
      ['/announcements', { text, userId: player.id }],
      ['/announcements', { text, user_id: null }],
      [`//admin/api/games/${world.game.id}/announcements`, { text, user_id: null }],
      [`//admin/api/games/${world.game.id}/webhooks`, { url: 'https://x.example', type: ['a'] }],
    ] as const)
      expect([path, await refusalOf(path, fields)]).toEqual([path, invalid])
    const { body } = await player.get('/notifications')
    expect(body.notifications).toEqual([])
  },
)

onEachEngine('an answer lists the fields that its route does not know', async (world) => {
  const player = await world.player()
  const send = async (fields: object) =>
    (await player.post(player.at('add_score'), fields)).headers.get(UNKNOWN)

  expect(await send({ score: 1 })).toBeNull()
  expect(await send({ score: 1, authentication_token: player.token, game_id: 1 })).toBeNull()
  expect(await send({ score: 1, bonus: 2 })).toBe('bonus')
  const refused = await player.post(player.at('add_score'), { scroe: 5, why: { deep: 1 } })
  expect([refused.status, refused.headers.get(UNKNOWN)]).toEqual([400, 'scroe,why'])

  const form = await player.send('POST', player.at('add_score'), { form: { score: '1', a: 'b' } })
  expect(form.headers.get(UNKNOWN)).toBe('a')
  const query = await player.get('/groups?qery=x&page=1')
  expect([query.status, query.headers.get(UNKNOWN)]).toEqual([200, 'qery'])
  const round = { game_user_id: player.id, game_type: 'race', scroe: 4 }
  const wrapped = await player.post('/game_rounds', { game_round: round, multiplayer: true })
  expect([wrapped.status, wrapped.headers.get(UNKNOWN)]).toEqual([201, 'scroe'])
  const group = (await player.post('/groups', { name: 'g' })).body
  const nested = await player.post(`/groups/${group.id}/add_attribute`, {
    attributes: [{ key: 'k', value: 'v', other_can_edit: true }],
  })
  expect([nested.status, nested.headers.get(UNKNOWN)]).toEqual([200, 'attributes.other_can_edit'])
  const wrong = await player.send('PUT', player.at('add_score'), { json: { score: 1, a: 2 } })
  expect([wrong.status, wrong.headers.get(UNKNOWN)]).toEqual([405, null])
})

onEachEngine('a hostile field name cannot break the header that lists it', async (world) => {
  const player = await world.player()
  const send = (fields: object) =>
    player.send('POST', player.at('add_score'), {
      json: { score: 1, ...fields },
      headers: { origin: 'https://game.example' },
    })

  const split = await send({ 'a\r\nset-cookie: b=c': 1, 'd,e': 1, é: 1, '\ud800': 1, '': 1 })
  expect(split.status).toBe(200)
  expect(split.headers.get('set-cookie')).toBeNull()
  expect(split.headers.get(UNKNOWN)).toBe('a%0D%0Aset-cookie%3A%20b%3Dc,d%2Ce,%C3%A9,%EF%BF%BD,')
  expect(split.headers.get('access-control-expose-headers')).toContain(UNKNOWN)
  const many = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`${at} ${'é'.repeat(80)}`, 1]),
  )
  const names = (await send(many)).headers.get(UNKNOWN)?.split(',') ?? []
  expect(names).toHaveLength(10)
  expect(names.every((name) => name.length <= 64 && /^[\w%]+$/.test(name))).toBe(true)
})
