import { expect, test } from 'vitest'
import { compileValidator } from '../../src/http/input/validation.ts'
import { T } from '../../src/http/typed-schema.ts'
import type { Endpoint } from '../../src/http/docs/endpoint.ts'
import { limits } from '../../src/limits.ts'
import { comparisonKey } from '../../src/services/names.ts'
import { isForOperators, nameOf, pathOf, sendRequest } from '../sweep/requests.ts'
import { type Fields, sampleOf, type Shape, shapeOf, typeOf } from '../sweep/samples.ts'
import { ENGINES, openWorld, type Player, type World } from '../support/world.ts'

/** Of the thread that answers, for a request and for sending it. Slow input took seconds to hours. */
const MOST_CPU_MS = 250

const BYTES = limits.body_bytes.value - 20_000

const filled = (text: string) => text.repeat(BYTES / Buffer.byteLength(JSON.stringify(text)))

/** Texts that are slow to normalize, to match, to parse or to measure; the two that begin like a number also for numbers. */
const slowTexts: Record<string, string> = {
  'combining marks out of order': filled('\u0315\u0300'),
  'ligatures that become 18 characters': filled('\ufdfa'),
  'characters outside of the basic plane': filled('😀'),
  'digits and a letter': `${filled('1')}x`,
  'blanks and a letter': `${filled(' ')}x`,
  'opened brackets': filled('['),
  'a list of numbers': `[${filled('1,')}1]`,
}

const requiredOf = ({ required = [] }: Shape, good: Fields): Fields =>
  Object.fromEntries(required.map((name) => [name, good[name]]))

/** The input once for each place that takes text, with the text there. */
function withTextIn(shape: Shape, good: Fields, text: string): [field: string, input: Fields][] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
    const nested = inner.items?.properties && sampleOf(inner.items, { id: 1, word: 'x' })
    if (['integer', 'number', 'boolean'].includes(typeOf(inner)) && !/^[1 ]/.test(text)) return []
    const values: [string, unknown][] = [[name, text]]
    if (typeOf(inner) === 'array') values.push([`${name}[]`, [text]])
    for (const key of Object.keys(nested ?? {}))
      values.push([`${name}[].${key}`, [{ ...nested, [key]: text }]])
    if (typeOf(inner) === 'object') values.push([`${name}.*`, { [text]: 1 }])
    // Some fields count only where others are not sent.
    return values.flatMap(([field, value]): [string, Fields][] => [
      [field, { ...good, [name]: value }],
      [`${field} without optional fields`, { ...requiredOf(shape, good), [name]: value }],
    ])
  })
}

async function measure(world: World, player: Player, endpoint: Endpoint, input: Fields) {
  const is_system = isForOperators(endpoint)
  const { headers } = is_system ? world.system : player
  const id = is_system ? world.game.id : player.id
  const body = JSON.stringify(input)
  const before = process.threadCpuUsage()
  const { status } = await sendRequest(
    world,
    { method: endpoint.method, path: pathOf(endpoint, id) },
    { headers: { ...headers, 'content-type': 'application/json' }, body },
  )
  const { user, system } = process.threadCpuUsage(before)
  return { status, cpu_ms: (user + system) / 1000 }
}

for (const engine of ENGINES) {
  test(`no text in any field of any route takes long to check [${engine}]`, async () => {
    const { world, close } = await openWorld(engine)
    const player = await world.player()
    const problems: string[] = []
    const endpoints = world.server.endpoints.filter(({ url }) => !url.endsWith('clean_up_test'))
    for (const [at, endpoint] of endpoints.entries()) {
      const shape = shapeOf(endpoint)
      const good = sampleOf(shape, { id: player.id, word: 'sample' })
      for (const [kind, text] of Object.entries(slowTexts)) {
        for (const [index, [field, input]] of withTextIn(shape, good, text).entries()) {
          // Most texts are refused before the database is asked, so a smaller part is enough for the second one.
          if ((index + at) % (engine === 'postgres' ? 8 : 4) > 0) continue
          const { status, cpu_ms } = await measure(world, player, endpoint, input)
          if (status >= 500 || cpu_ms > MOST_CPU_MS)
            problems.push(`${nameOf(endpoint)} ${field}, ${kind}: ${status}, ${cpu_ms} ms`)
        }
      }
    }
    expect(problems).toEqual([])
    await close()
  })
}

test('a schema of input with a text, list or object that has no maximum is refused', () => {
  const compiling = (schema: object) => () =>
    compileValidator(T.Object({ outer: T.Unsafe<unknown>(schema) }))
  for (const schema of [
    { type: 'string' },
    { type: 'string', minLength: 1, pattern: '^a+$' },
    { type: ['string', 'null'] },
    { type: 'array', items: { type: 'integer' } },
    { type: 'array', items: { type: 'string' }, maxItems: 5 },
    { type: 'object', patternProperties: { '^.*$': { type: 'integer' } } },
    { type: 'object', properties: { inner: { type: 'string' } } },
  ]) {
    expect(compiling(schema)).toThrow('has no maximum')
  }
  for (const schema of [
    { type: 'string', maxLength: 5 },
    { type: 'string', maxBytes: 5 },
    { type: 'array', items: { type: 'string', maxLength: 5 }, maxItems: 5 },
    { type: 'object', maxBytes: 100 },
    { enum: ['a', 'b'] },
  ]) {
    expect(compiling(schema)).not.toThrow()
  }
})

test('a name is normalized only if it is short', () => {
  const before = process.threadCpuUsage()
  comparisonKey(filled('\u0315\u0300'))
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MOST_CPU_MS)
  expect(comparisonKey('Åda')).toBe(comparisonKey('Åda'))
})
