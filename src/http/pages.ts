import type { FastifyReply } from 'fastify'
import { Refusal } from '../errors.ts'
import { version } from '../version.ts'
import { docsPage, homePage } from './html.ts'
import { describeApi, type Endpoint } from './openapi.ts'
import { ping } from './queries.ts'
import type { App } from './types.ts'

/** Pages load nothing from anywhere, run no script and can't be framed. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}

const sendPage = (reply: FastifyReply, html: string) => reply.headers(PAGE_HEADERS).send(html)

const schema = { caller: 'anyone' } as const

/** Alive is one thing, ready another: a load balancer asks the second. */
export function addProbes(app: App, state: { stopping: boolean }): void {
  app.get('/health', { schema, exposeHeadRoute: true }, () => ({ status: 'alive' }))
  app.get('/ready', { schema, exposeHeadRoute: true }, async ({ context }) => {
    if (state.stopping) throw new Refusal('stopping', { retry_after_seconds: 1 })
    await context.db.first(ping, {})
    return { status: 'ready' }
  })
}

export function addPages(app: App, endpoints: Endpoint[]): void {
  const openapi = describeApi(endpoints, version)
  const docs = docsPage(endpoints, version)
  const home = homePage(version)
  app.get('/', { schema }, (_request, reply) => sendPage(reply, home))
  app.get('/docs', { schema }, (_request, reply) => sendPage(reply, docs))
  app.get('/openapi.json', { schema }, (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(openapi),
  )
}
