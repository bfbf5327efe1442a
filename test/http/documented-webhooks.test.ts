import { expect, test } from 'vitest'
import { Receiver } from '../support/receiver.ts'
import { openWorld } from '../support/world.ts'

const nameIn = ($ref: string) => $ref.split('/').at(-1) ?? ''

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
