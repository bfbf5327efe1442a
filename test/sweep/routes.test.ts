import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../src/http/openapi.ts'
import { ENGINES, openWorld, type Reply, type World } from '../world.ts'
import { furnish, missingFrom, snapshot } from './estate.ts'

/** Endpoints as they are registered: whoever adds one is swept, too. */
const endpointsOf = ({ server }: World) => server.endpoints
const callerOf = ({ schema }: Endpoint) => schema.caller ?? 'player'

/** The path of an endpoint with an id in each of its places; `//` is where the server's root begins. */
const at = ({ url }: Endpoint, id: unknown) =>
  `/${url.replaceAll(/:\w+/g, encodeURIComponent(String(id)))}`

/** Ends the caller's session or account. */
const isFarewell = ({ method, url }: Endpoint) =>
  method === 'DELETE' && (url.includes('/sessions') || url.endsWith('/users/:id'))

const fieldsOf = ({ schema }: Endpoint): string[] =>
  Object.keys((schema.body as { properties?: object } | undefined)?.properties ?? {})

function expectPlainRefusal(endpoint: Endpoint, reply: Reply): void {
  const said = [endpoint.method, endpoint.url, reply.status, reply.text]
  expect([...said, reply.status < 500]).toEqual([...said, true])
  if (reply.status < 400) return
  expect([...said, reply.headers.get('content-type')]).toEqual([
    ...said,
    'text/plain; charset=utf-8',
  ])
  expect(reply.headers.get('x-error-code')).toMatch(/^[a-z_]+$/)
  expect(reply.text).not.toMatch(/\n|node_modules|\bat \w+ \(|select |insert |SQLITE|violates/)
}

for (const engine of ENGINES) {
  test(`every route that is not for anyone refuses whoever brings no token: 401 [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const open = endpointsOf(world).filter((endpoint) => callerOf(endpoint) === 'anyone')
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'GET /api/v3/games/:id/forget_password',
      'GET /api/v3/games/fetch_game_variables',
      'GET /api/v3/games/store_items',
      'GET /api/v3/games/verify',
      'GET /api/v3/util/get_server_time',
      'POST /api/v3/password/reset',
      'POST /api/v3/sessions',
      'POST /api/v3/users',
      'POST /api/v3/users/guest',
    ])
    for (const endpoint of endpointsOf(world)) {
      if (callerOf(endpoint) === 'anyone') continue
      for (const headers of [
        {},
        { 'authentication-token': 'nonsense' },
        { 'service-key-name': 'x', 'service-key-token': 'y', 'current-user-id': '1' },
      ]) {
        const reply = await world.visitor.send(endpoint.method, at(endpoint, 1), { headers })
        expect([endpoint.method, endpoint.url, reply.status]).toEqual([
          endpoint.method,
          endpoint.url,
          401,
        ])
        expectPlainRefusal(endpoint, reply)
      }
    }
    await close()
  })

  test(
    `a player of another game sees and changes nothing by any route [${engine}]`,
    { timeout: 120_000 },
    async () => {
      const { world, close } = await openWorld(engine)
      const estate = await furnish(world)
      const before = await snapshot(world)
      const elsewhere = await world.elsewhere()
      const intruder = await elsewhere.player({ credits: 100 })
      for (const endpoint of endpointsOf(world).filter((one) => callerOf(one) !== 'anyone')) {
        for (const id of estate.ids) {
          const input = Object.fromEntries(
            fieldsOf(endpoint).map((field) => [field, field.endsWith('id') ? id : 'accepted']),
          )
          const named = {
            ...input,
            username: estate.owner.username,
            usernames: [estate.owner.username],
            text: 'hi',
            score: 1,
            credits: 1,
          }
          const path = at(endpoint, id)
          const ends_session = isFarewell(endpoint)
          if (ends_session && id === intruder.id) continue
          if (endpoint.url === '/api/v3/sessions' && endpoint.method === 'DELETE') continue
          const replies = [
            await intruder.send(
              endpoint.method,
              path,
              endpoint.method === 'GET' ? {} : { json: named },
            ),
            await intruder.send(
              endpoint.method,
              `${path}?${new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()}`,
            ),
          ]
          for (const reply of replies) {
            expectPlainRefusal(endpoint, reply)
            expect([endpoint.method, path, reply.text.includes(estate.mark)]).toEqual([
              endpoint.method,
              path,
              false,
            ])
          }
        }
      }
      expect(missingFrom(before, await snapshot(world))).toEqual([])
      await close()
    },
  )

  test(
    `another player of the game changes nothing of the owner's by any route [${engine}]`,
    { timeout: 120_000 },
    async () => {
      const { world, close } = await openWorld(engine)
      const estate = await furnish(world)
      const before = await snapshot(world)
      const stranger = await world.player()
      const writes = endpointsOf(world).filter(
        (one) => callerOf(one) === 'player' && (one.method !== 'GET' || one.schema.changes),
      )
      for (const endpoint of writes) {
        if (endpoint.url === '/api/v3/sessions') continue
        for (const id of estate.ids) {
          if (id === stranger.id) continue
          const input = Object.fromEntries(
            fieldsOf(endpoint).map((field) => [field, field.endsWith('id') ? id : 'declined']),
          )
          const reply = await stranger.send(
            endpoint.method,
            at(endpoint, id),
            endpoint.method === 'GET'
              ? {}
              : { json: { ...input, score: 9, credits: 9, key: `${estate.mark}-key`, value: 'x' } },
          )
          expectPlainRefusal(endpoint, reply)
        }
      }
      expect(missingFrom(before, await snapshot(world))).toEqual([])
      await close()
    },
  )

  test(`no route answers made-up input with a 5xx [${engine}]`, { timeout: 240_000 }, async () => {
    const { world, close } = await openWorld(engine)
    const estate = await furnish(world)
    const odd = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        '',
        ' ',
        '\0',
        'a\0b',
        '\ud800',
        '😀',
        '__proto__',
        'constructor',
        '1e309',
        '-0',
        '0x10',
        '9007199254740993',
        'NaN',
        true,
        false,
        -1,
        0,
        1.5,
        1e308,
        2 ** 53,
        -(2 ** 63),
        [],
        {},
        [[]],
        [null],
        { a: { b: {} } },
        'x'.repeat(70_000),
        '2024-13-45T99:99:99Z',
        'accepted',
        '1; drop table users',
        "' or 1=1 --",
        '%',
        '../..',
      ),
      fc.constantFrom<unknown>(...estate.ids),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.double(),
      fc.jsonValue({ maxDepth: 3 }),
    )
    const endpoints = endpointsOf(world)
    const call = fc.record({
      endpoint: fc.constantFrom(...endpoints),
      id: fc.oneof(
        fc.constantFrom<unknown>(...estate.ids),
        fc.constantFrom<unknown>('abc', '-1', '%00', '1.5', '1e99', 'é', '..'),
      ),
      values: fc.array(odd, { minLength: 12, maxLength: 12 }),
      encoding: fc.constantFrom('json', 'form', 'query', 'multipart'),
      key: fc.option(fc.constantFrom('k', 'same', 'x'.repeat(300)), { nil: undefined }),
    })
    const text = (value: unknown) =>
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
        .replaceAll(/[\ud800-\udfff]/g, '?')
        .slice(0, 4000)
    const player = await world.player({ credits: 50 })
    let done = 0
    await fc.assert(
      fc.asyncProperty(call, async ({ endpoint, id, values, encoding, key }) => {
        if (isFarewell(endpoint)) return
        const fields = Object.fromEntries(
          fieldsOf(endpoint).map((field, index) => [field, values[index % values.length]]),
        )
        const plain = Object.fromEntries(
          Object.entries(fields).map(([name, value]) => [name, text(value)]),
        )
        const headers = {
          ...player.headers,
          ...(callerOf(endpoint) === 'system' ? world.system.headers : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        }
        const path = at(endpoint, Math.random() < 0.3 ? player.id : id).replace('%25', '%')
        const sent =
          encoding === 'json'
            ? { json: fields }
            : encoding === 'form'
              ? { form: plain }
              : encoding === 'multipart'
                ? { multipart: plain }
                : {}
        const query =
          encoding === 'query' || endpoint.method === 'GET'
            ? `?${new URLSearchParams(plain).toString().slice(0, 6000)}`
            : ''
        const reply = await world.visitor.send(endpoint.method, path + query, {
          ...(endpoint.method === 'GET' ? {} : sent),
          headers,
        })
        expectPlainRefusal(endpoint, reply)
        done++
      }),
      { numRuns: 1500, seed: 20_261_115 },
    )
    expect(done).toBeGreaterThan(1000)
    await close()
  })
}
