import T from 'typebox'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { onEachEngine } from '../support/world.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']
const byMethod = (one: string, other: string) => METHODS.indexOf(one) - METHODS.indexOf(other)
const Document = T.Object({ paths: T.Record(T.String(), T.Record(T.String(), T.Unknown())) })

onEachEngine('every address names its methods to those who use another', async ({ server }) => {
  const answer = await fetch(`${server.url}/openapi.json`)
  const { paths } = Value.Parse(Document, await answer.json())
  expect(Object.keys(paths).length).toBeGreaterThan(100)
  for (const [path, operations] of Object.entries(paths)) {
    const known = METHODS.filter((method) => method.toLowerCase() in operations)
    const url = server.url + path.replaceAll(/\{\w+\}/g, '1')
    for (const method of METHODS.filter((name) => !known.includes(name))) {
      const { status, headers } = await fetch(url, { method })
      const expected = [method, path, 405, 'method_not_allowed', known.join(', ')]
      expect([
        method,
        path,
        status,
        headers.get('x-error-code'),
        headers.get('allow')?.split(', ').toSorted(byMethod).join(', '),
      ]).toEqual(expected)
    }
  }
})

onEachEngine(
  'an address is known however it is spelled, and its neighbours are not',
  async (world) => {
    const statusOf = async (path: string) =>
      (await fetch(`${world.server.url}${path}`, { method: 'PATCH' })).status
    const known = [
      '/api/v3/sessions',
      '/api/v3/sessions/',
      '/api/v3//sessions?game_id=1',
      '/api/v3/%73essions',
      '/api/v3/sessions.json',
      '/api/v3/users/5/add_score',
      '/api/v3/users/%2F/add_score',
      '/api/v3/users/:/add_score',
      '/assets/none.js',
    ]
    for (const path of known) expect([path, await statusOf(path)]).toEqual([path, 405])
    const unknown = [
      '/api/v3',
      '/api/v3/session',
      '/api/v3/Sessions',
      '/api/v3/sessions/x/y/z',
      '/api/v3/users/5/add_score/more',
      '/api/v3/users//add_score/more',
      '/__proto__',
      '/api/v3/*',
      '/constructor',
      `/${'a/'.repeat(5000)}`,
    ]
    for (const path of unknown) expect([path, await statusOf(path)]).toEqual([path, 404])
  },
)
