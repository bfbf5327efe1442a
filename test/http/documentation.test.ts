import { expect, test } from 'vitest'
import { rateLimitNames } from '../../src/rate-limits.ts'
import { openWorld } from '../support/world.ts'

interface Answer {
  $ref?: string
  headers?: Record<string, { $ref?: string }>
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>
  components: { headers: Record<string, object>; responses: Record<string, Answer> }
}

const WAITING: Record<string, string[]> = {
  429: ['retry-after', 'ratelimit', 'ratelimit-policy'],
  503: ['retry-after'],
}

const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? ''

const headersOf = ({ headers = {} }: Answer) =>
  Object.keys(headers).map((name) => name.toLowerCase())

test('the OpenAPI document names the headers of every answer that asks to wait', async () => {
  const limits = { RATE_LIMIT: 'on', RATE_LIMITS: 'address_reads=2' }
  const { world, close } = await openWorld('sqlite', limits)
  const { paths, components }: Document = (await world.visitor.get('//openapi.json')).body
  const resolve = (answer: Answer = {}) =>
    answer.$ref ? (components.responses[nameIn(answer.$ref)] ?? {}) : answer
  const answers = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.entries(responses))
    .map(([status, answer]) => [status, resolve(answer)] as const)
  const refused = answers.filter(([status]) => Number(status) >= 400)
  expect(new Set(refused.map(([status]) => status))).toContain('503')
  for (const [status, answer] of refused)
    expect([status, ...headersOf(answer)]).toEqual([
      status,
      'x-error-code',
      'x-request-id',
      ...(WAITING[status] ?? []),
    ])
  const referred = answers
    .flatMap(([, { headers = {} }]) => Object.values(headers))
    .flatMap(({ $ref }) => $ref ?? [])
  for (const $ref of referred) expect(components.headers).toHaveProperty(nameIn($ref))

  const { get } = paths['/api/v3/util/get_server_time'] ?? {}
  await world.visitor.get('/util/get_server_time')
  const limited = await world.visitor.get('/util/get_server_time')
  expect(limited.status).toBe(429)
  for (const name of headersOf(resolve(get?.responses['429'])))
    expect([name, limited.headers.get(name)]).not.toContain(null)
  await close()
})

test('the document explains common errors, rate limits and unknown fields', async () => {
  const { world, close } = await openWorld('sqlite')
  const { info } = (await world.visitor.get('//openapi.json')).body
  const common = ['invalid_input', 'not_signed_in', 'route_closed', 'too_many_requests', 'internal']
  for (const code of [...common, ...rateLimitNames, 'x-unknown-fields', 'Retry-After'])
    expect(info.description).toContain(`\`${code}\``)
  await close()
})

test('the OpenAPI document is sent compressed, and not again if it has not changed', async () => {
  const { world, close } = await openWorld('sqlite')
  const url = `${world.server.url}/openapi.json`
  const get = (headers: Record<string, string>) => fetch(url, { headers })
  const plain = await get({ 'accept-encoding': 'identity' })
  const gzipped = await get({ 'accept-encoding': 'gzip' })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(gzipped.headers.get('content-encoding')).toBe('gzip')
  expect(await gzipped.text()).toBe(await plain.text())
  const etag = plain.headers.get('etag') ?? ''
  const known = await get({ 'if-none-match': etag })
  expect([known.status, await known.text()]).toEqual([304, ''])
  expect((await get({ 'if-none-match': '"another"' })).status).toBe(200)
  await close()
})
