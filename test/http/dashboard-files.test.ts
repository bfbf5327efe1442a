import fastify from 'fastify'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { addDashboard } from '../../src/http/docs/dashboard-files.ts'
import { homePage } from '../../src/http/docs/home-page.ts'
import type { App } from '../../src/http/types.ts'
import { buildDashboard } from '../support/built-dashboard.ts'
import { openWorld } from '../support/world.ts'

const BUILT = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))
const MAX_FIRST_PAGE_BYTES = 300_000

beforeAll(buildDashboard)

test('every address of the dashboard is one page, with a policy of its own for each request', async () => {
  const { world, close } = await openWorld('sqlite')
  const nonces = new Set<string>()
  const addresses = [
    '/',
    '/sign-in',
    '/join',
    '/account',
    '/staff',
    '/audit-log',
    '/game-code',
    '/server',
  ]
  for (const path of [...addresses, '/games', '/games/1', '/games/1/players/7?tab=rounds']) {
    const reply = await fetch(`${world.server.url}${path}`)
    const policy = reply.headers.get('content-security-policy') ?? ''
    const [, nonce = ''] = /style-src 'self' 'nonce-([\w-]{20,})'/.exec(policy) ?? []
    expect([path, reply.status, reply.headers.get('cache-control')]).toEqual([
      path,
      200,
      'no-store',
    ])
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy).not.toContain('unsafe')
    const html = await reply.text()
    expect(html).toContain(`nonce="${nonce}"`)
    expect(html).not.toContain('__NONCE__')
    expect(html).not.toMatch(/<script(?![^>]+src=)|<style|style=/)
    nonces.add(nonce)
    const head = await fetch(`${world.server.url}${path}`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  }
  expect(nonces.size).toBe(11)
  const posted = await fetch(`${world.server.url}/games`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  await close()
})

test('the files of the dashboard are compressed and kept by browsers, and no address leads out of them', async () => {
  const { world, close } = await openWorld('sqlite')
  const { hostname, port } = new URL(world.server.url)
  // Not fetch, which unpacks the answer and resolves dots itself.
  const get = (path: string, encoding = 'identity') =>
    new Promise<{ status: number; headers: Record<string, unknown>; size: number }>((resolve) => {
      const headers = { 'accept-encoding': encoding }
      request({ hostname, port, path, headers }, (reply) => {
        let size = 0
        reply.on('data', (chunk: Buffer) => (size += chunk.length))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, size }),
        )
      }).end()
    })
  const names = (await readdir(join(BUILT, 'assets'))).filter((name) => /\.(js|css)$/.test(name))
  for (const name of names.slice(0, 5))
    for (const [encoding, ending] of Object.entries({ identity: '', gzip: '.gz', br: '.br' })) {
      const { status, headers, size } = await get(`/assets/${name}`, encoding)
      expect([name, status, size]).toEqual([
        name,
        200,
        (await stat(join(BUILT, 'assets', `${name}${ending}`))).size,
      ])
      expect(headers['content-encoding']).toBe(ending ? encoding : undefined)
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  for (const name of [
    '',
    'none.js',
    '../index.html',
    '..%2findex.html',
    '%2e%2e/%2e%2e/package.json',
    '..%5cindex.html',
    `${names[0]}.gz`,
    `${names[0]}%00`,
    `${'a'.repeat(3000)}.js`,
  ])
    expect([name, (await get(`/assets/${name}`)).status]).toEqual([name, 404])
  await close()
})

test('where the dashboard is not built, / says how to build it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playkeep-no-dashboard-'))
  const app = fastify() as unknown as App
  addDashboard(app, homePage('1.2.3'), folder)
  const { statusCode, body } = await app.inject('/')
  expect([statusCode, body]).toEqual([200, expect.stringContaining('npm run dashboard')])
  await app.close()
  await rm(folder, { recursive: true })
})

/** The files that these need before they run, and themselves. */
async function needed(names: string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    found.add(name)
    if (!name.endsWith('.js')) continue
    const code = await readFile(join(BUILT, 'assets', name), 'utf8')
    for (const [, other = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g))
      queue.push(other)
  }
  return found
}

test('the first page is under 300 KB, with charts left for the pages that show them', async () => {
  const html = await readFile(join(BUILT, 'index.html'), 'utf8')
  const first = [...html.matchAll(/\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name)
  const assets = await readdir(join(BUILT, 'assets'))
  for (const pages of [['sign-in-page'], ['frame', 'games-page']]) {
    const shown = pages.flatMap((page) =>
      assets.filter((name) => name.startsWith(`${page}-`) && /\.(js|css)$/.test(name)),
    )
    expect(shown.length).toBeGreaterThanOrEqual(pages.length)
    const files = await needed([...first, ...shown])
    const sizes = await Promise.all(
      [...files].map(async (name) => (await stat(join(BUILT, 'assets', `${name}.gz`))).size),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThan(MAX_FIRST_PAGE_BYTES)
    for (const name of files)
      expect(await readFile(join(BUILT, 'assets', name), 'utf8')).not.toContain('recharts-')
  }
})
