import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { page, sendPage } from '../html.ts'
import type { App } from '../types.ts'
import { sendBuiltFile, TYPES } from './static-files.ts'

/** The same in a clone, where this file is in src/, and in the package, where it is in dist/. */
const SITE = fileURLToPath(new URL('../../../site/dist', import.meta.url))

/** Neither dots nor backslashes in the names of folders, so that nothing outside of the site can be named. */
const NAME = /^[a-z0-9-]+(\/[a-z0-9-]+)*(\.[a-z]+)?$/
/** File systems refuse much longer ones. */
const MAX_NAME = 200

/** The pages load nothing from other hosts, and nothing that is written into them runs. */
const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

const NOT_BUILT = page(
  'The guides are not built',
  `<h1>The guides are not built</h1><p>Run <code>npm run site</code> in the folder of Playkeep, then load this page again.</p>
<p>They are also in the folder <code>docs</code>. The <a href="/docs">API reference</a> is here.</p>`,
)

/** `live` is live.html, and the start page is index.html. Undefined: the site can have no such file. */
function fileName(path: string): string | undefined {
  const name = path.replace(/\/$/, '') || 'index'
  if (name.length > MAX_NAME || !NAME.test(name)) return undefined
  const file = extname(name) === '' ? `${name}.html` : name
  return TYPES[extname(file)] ? file : undefined
}

/** The guides, as `npm run site` builds them from docs/. */
export function addGuide(app: App, folder = SITE): void {
  const schema = { caller: 'anyone' } as const
  const answer = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = fileName(path)
    return (
      (file && (await sendBuiltFile(request, reply, join(folder, file), HEADERS))) ||
      (await sendBuiltFile(request, reply.code(404), join(folder, '404.html'), HEADERS)) ||
      sendPage(reply, NOT_BUILT)
    )
  }
  app.get('/guide', { schema, exposeHeadRoute: true }, (request, reply) =>
    answer(request, reply, ''),
  )
  app.get<{ Params: { '*': string } }>(
    '/guide/*',
    { schema, exposeHeadRoute: true },
    (request, reply) => answer(request, reply, request.params['*']),
  )
}
