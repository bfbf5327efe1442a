import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../html.ts'
import type { App } from '../types.ts'
import { readIfThere, sendBuiltFile } from './static-files.ts'

/** The same in a clone, where this file is in src/, and in the package, where it is in dist/. */
const BUILT = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

/** The browser decides what it shows at these; all are one file. */
const ADDRESSES = [
  '/',
  '/sign-in',
  '/join',
  '/account',
  '/staff',
  '/audit-log',
  '/game-code',
  '/server',
  '/games',
  '/games/*',
]

/** As the build names them. Without slashes, so that nothing outside of the folder can be named. */
const ASSET = /^[\w-]{1,100}(\.[\w-]{1,20})?\.(js|css|svg)$/

/** The build writes it where a style needs the nonce. */
const PLACEHOLDER = '__NONCE__'

/**
 * Only scripts and styles of this server; the components write some styles at run time, which is what the nonce is for. Icons
 * of store items are at addresses that a game's staff chose, so images may be anywhere, but only with encryption.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: https:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

async function sendDashboard(reply: FastifyReply, folder: string, home: string) {
  const html = await readIfThere(join(folder, 'index.html'))
  if (!html) return sendPage(reply, home)
  const nonce = randomBytes(16).toString('base64url')
  return sendPage(reply, html.toString().replaceAll(PLACEHOLDER, nonce), policy(nonce))
}

/** The dashboard, as `npm run dashboard` builds it. `home` is shown where it is not built. */
export function addDashboard(app: App, home: string, folder = BUILT): void {
  const options = { schema: { caller: 'anyone' }, exposeHeadRoute: true } as const
  for (const address of ADDRESSES)
    app.get(address, options, (_request, reply) => sendDashboard(reply, folder, home))
  app.get<{ Params: { '*': string } }>(
    '/assets/*',
    options,
    async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
      const name = request.params['*']
      const path = join(folder, 'assets', name)
      const cached = { 'cache-control': 'public, max-age=31536000, immutable' }
      return (
        (ASSET.test(name) && (await sendBuiltFile(request, reply, path, cached))) ||
        reply.callNotFound()
      )
    },
  )
}
