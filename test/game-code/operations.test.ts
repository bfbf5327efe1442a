import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operation_names } from '../../src/game-code/contract.ts'
import type { Endpoint } from '../../src/http/docs/endpoint.ts'
import { missingFrom, snapshot } from '../sweep/snapshot.ts'
import { writeSamples } from '../sweep/write-samples.ts'
import { nameOf } from '../sweep/requests.ts'
import type { MakeSample, WriteSample } from '../sweep/sample-requests.ts'
import { ENGINES } from '../support/world.ts'
import { openGame, seen } from './support.ts'

const each = (makeHook: (name: string) => string) =>
  operation_names.map((name) => `'${name}': ${makeHook(name)},`).join('\n')

/** What the hooks of the walk do is decided by the test, through this object. */
const orders: { refuse: '' | 'before' | 'after'; operation: string } = { refuse: '', operation: '' }
Object.assign(globalThis, { orders })

const WALK = `{
  before: {${each(
    (name) => `({ input, refuse }) => {
      note('before', ['${name}', input])
      const { orders } = globalThis as any
      if (orders.refuse === 'before' && orders.operation === '${name}') refuse('Not before.', { code: 'not_before' })
    }`,
  )}},
  after: {${each(
    (name) => `async ({ input, answer, tx, refuse }) => {
      note('after', ['${name}', input, answer])
      await tx.storage.set('after ${name}', 1)
      const { orders } = globalThis as any
      if (orders.refuse === 'after' && orders.operation === '${name}') refuse('Not after.', { code: 'not_after' })
    }`,
  )}},
}`

/** With those that old clients send as GET. */
const samples: Record<string, MakeSample> = {
  ...writeSamples,
  'GET /api/v3/games/:id/forget_password': async (world) => {
    const { email } = await world.player()
    return { client: world.visitor, params: { id: world.game.id }, fields: { email } }
  },
}

function send({ method, url }: Endpoint, { client, params, fields = {} }: WriteSample) {
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => String(params?.[name]))
  if (method !== 'GET') return client.send(method, `/${path}`, { json: fields })
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)]),
  )
  return client.send(method, `/${path}?${query.toString()}`)
}

for (const engine of ENGINES) {
  test(`code runs before and after every write operation, refuses it, and undoes it [${engine}]`, async () => {
    const outbox = await mkdtemp(join(tmpdir(), 'playkeep-outbox-'))
    const { world, close } = await openGame(engine, WALK, { MAIL_OUTBOX: outbox })
    const walked = new Set<string>()
    const problems: string[] = []
    for (const endpoint of world.server.endpoints) {
      const { operation = '', is_write = endpoint.method !== 'GET' } = endpoint.schema
      if (!operation_names.includes(operation) || !is_write) continue
      const makeSample = samples[nameOf(endpoint)]
      if (!makeSample) continue
      walked.add(operation)
      const about = (text: string) => problems.push(`${nameOf(endpoint)}: ${text}`)
      const namesOf = (kind: string) =>
        (seen[kind] ?? []).map((entry) => (Array.isArray(entry) ? entry[0] : ''))

      const sample = await makeSample(world)
      delete seen['before']
      delete seen['after']
      const done = await send(endpoint, sample)
      if (done.status >= 300) about(`answered ${done.status} ${done.text}`)
      if (namesOf('before').join() !== operation) about(`before: ${namesOf('before').join()}`)
      if (namesOf('after').join() !== operation) about(`after: ${namesOf('after').join()}`)

      for (const refuse of ['before', 'after'] as const) {
        const refused_sample = await makeSample(world)
        const before = await snapshot(world)
        Object.assign(orders, { refuse, operation })
        const refused = await send(endpoint, refused_sample)
        Object.assign(orders, { refuse: '', operation: '' })
        const code = refused.headers.get('x-game-refusal')
        if (refused.status !== 422 || code !== `not_${refuse}`)
          about(`refused ${refuse}: answered ${refused.status} ${code} ${refused.text}`)
        const after = await snapshot(world)
        const changed = [...missingFrom(before, after), ...missingFrom(after, before)]
        if (changed.length > 0) about(`refused ${refuse} and changed ${changed.join()}`)
      }
    }
    expect(problems).toEqual([])
    expect(operation_names.filter((name) => !walked.has(name))).toEqual([])
    await close()
    await rm(outbox, { recursive: true })
  })
}
