import { expect, test } from 'vitest'
import { rateLimitNames } from '../../src/rate-limits.ts'
import { Receiver } from '../support/receiver.ts'
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

test('the documentation page explains common errors, rate limits and unknown fields', async () => {
  const { world, close } = await openWorld('sqlite')
  const { text } = await world.visitor.get('//docs')
  const common = ['invalid_input', 'not_signed_in', 'route_closed', 'too_many_requests', 'internal']
  for (const code of [...common, ...rateLimitNames, 'x-unknown-fields', 'Retry-After'])
    expect(text).toContain(`<code>${code}</code>`)
  await close()
})

test('the OpenAPI document describes webhooks as they arrive, and says what each section is for', async () => {
  const { world, close } = await openWorld('sqlite', { WEBHOOK_PRIVATE: 'on' })
  const { webhooks, components, tags } = (await world.visitor.get('//openapi.json')).body
  const { url, received } = await Receiver.start()
  const hook = await world.system.post(`//admin/api/games/${world.game.id}/webhooks`, { url })
  await world.system.post(`//admin/api/webhooks/${hook.body.id}/test`, {})
  await expect.poll(() => received.length).toBe(1)
  const [{ headers, body } = { headers: {}, body: {} }] = received
  const { parameters, requestBody } = webhooks[body.type].post
  const names = parameters.map(({ $ref }: { $ref: string }) => nameIn($ref))
  expect(names).toHaveLength(3)
  for (const name of names) expect(headers).toHaveProperty(components.parameters[name].name)
  const { required, properties } = components.schemas.WebhookTestEvent
  expect(Object.keys(body)).toEqual(required)
  expect(Object.keys(body)).toEqual(Object.keys(properties))
  const { schema, example } = requestBody.content['application/json']
  expect(schema.$ref).toBe('#/components/schemas/WebhookTestEvent')
  expect(Object.keys(example)).toEqual(required)
  expect(Object.keys(example.data)).toEqual(Object.keys(body.data))
  for (const { name, description } of tags) expect([name, description]).not.toContain(undefined)
  await close()
})
