import fastify from 'fastify'
import { expect, test } from 'vitest'
import { sliceLargeAnswers } from './large-answers.ts'
import { newCaller, Usage } from './overload/usage.ts'
import { T } from './typed-schema.ts'

const Entry = T.Object({ key: T.String(), value: T.String() })
const response = { 200: T.Object({ entries: T.Array(Entry), count: T.Number() }) }
const entries = Array.from({ length: 50 }, (_, key) => ({
  key: String(key),
  value: 'é"\n'.repeat(2000),
  secret: 'not in the schema',
}))

/** The text of an answer to such a player, and how it was handed to the framework. */
async function answerTo(usage: Usage, may_be_large = false) {
  const app = fastify()
  app.decorateRequest('usage', null)
  app.addHook('onRequest', async (request) => {
    request.usage = usage
    request.raw.caller = newCaller(request.raw, usage, undefined, usage)
    request.raw.caller.goes_first = true
  })
  let kind = ''
  app.addHook('onSend', async (_request, _reply, answer) => {
    kind = Buffer.isBuffer(answer) ? 'in slices' : 'at once'
  })
  const handler = sliceLargeAnswers(async () => ({ entries, count: 50 }), response, {
    status: 200,
    may_be_large,
  })
  app.get('/', { schema: { response } }, handler)
  const { body, headers } = await app.inject('/')
  await app.close()
  return { body, type: headers['content-type'], kind }
}

test('answers to a player who had a large one are made in slices, and are the same', async () => {
  const [small, large] = [new Usage([]), new Usage([])]
  large.expectLargeAnswers(1)
  const at_once = await answerTo(small)
  expect(at_once.kind).toBe('at once')
  expect(await answerTo(large)).toEqual({ ...at_once, kind: 'in slices' })
  // The first one of a player, too, where an answer can be that large.
  expect(await answerTo(small, true)).toEqual({ ...at_once, kind: 'in slices' })
})
