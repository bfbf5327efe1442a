import fastify from 'fastify'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { addGuide } from '../../src/http/docs/guide-files.ts'
import type { App } from '../../src/http/types.ts'
import { buildSite } from '../support/site.ts'
import { openWorld } from '../support/world.ts'

beforeAll(buildSite)

test('the guides are sent compressed, and not again if they have not changed', async () => {
  const { world, close } = await openWorld('sqlite')
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${world.server.url}${path}`, { headers })
  const kinds = {
    '/guide': 'text/html; charset=utf-8',
    '/guide/': 'text/html; charset=utf-8',
    '/guide/first-game': 'text/html; charset=utf-8',
    '/guide/style.css': 'text/css; charset=utf-8',
    '/guide/site.js': 'text/javascript; charset=utf-8',
    '/guide/search.json': 'application/json; charset=utf-8',
    '/guide/images/groups.svg': 'image/svg+xml',
  }
  for (const [path, kind] of Object.entries(kinds)) {
    const plain = await get(path, { 'accept-encoding': 'identity' })
    const gzipped = await get(path, { 'accept-encoding': 'gzip' })
    expect([path, plain.status, plain.headers.get('content-type')]).toEqual([path, 200, kind])
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(gzipped.headers.get('content-encoding')).toBe('gzip')
    expect(await gzipped.text()).toBe(await plain.text())

    const etag = gzipped.headers.get('etag') ?? ''
    expect(etag).not.toBe(plain.headers.get('etag'))
    const known = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
    const head = await fetch(`${world.server.url}${path}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  }
  const posted = await fetch(`${world.server.url}/guide/live`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  await close()
})

test('no address below /guide leads out of the guides', async () => {
  const { world, close } = await openWorld('sqlite')
  const { hostname, port } = new URL(world.server.url)
  const names = [
    '../package.json',
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    'live%00.html',
    '.env',
    'live.html.gz',
    'images',
    'decisions/',
    'CON',
    'no-such-page',
    `${'a/'.repeat(2000)}a`,
    'a'.repeat(3000),
  ]
  for (const name of names) {
    // Not fetch, which resolves the dots itself.
    const answer = await new Promise<{ status?: number | undefined; text: string }>((resolve) => {
      request({ hostname, port, path: `/guide/${name}` }, (reply) => {
        let text = ''
        reply.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        reply.on('end', () => resolve({ status: reply.statusCode, text }))
      }).end()
    })
    expect([name, answer.status]).toEqual([name, 404])
    expect(answer.text).toContain('Page not found')
  }
  await close()
})

test('where the guides are not built, /guide says how to build them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-no-guides-'))
  const app = fastify() as unknown as App
  addGuide(app, folder)
  const { statusCode, body } = await app.inject('/guide')
  expect([statusCode, body]).toEqual([404, expect.stringContaining('npm run site')])
  await app.close()
  await rm(folder, { recursive: true })
})
