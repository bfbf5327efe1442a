import { version } from '../../services/version.ts'
import { sendPage } from '../html.ts'
import type { App } from '../types.ts'
import { docsPage } from './docs-page.ts'
import { addGuide } from './guide-files.ts'
import { homePage } from './home-page.ts'
import type { Endpoint } from './endpoint.ts'
import { describeApi } from './openapi.ts'
import { createOpenApiFile } from './openapi-file.ts'
import type { Webhook } from './webhooks.ts'

const schema = { caller: 'anyone' } as const

/** Created at the first request, because most servers never get one; all answers share its bytes. */
function once(make: () => string): () => Buffer {
  let made: Buffer | undefined
  return () => (made ??= Buffer.from(make()))
}

export function addPages(app: App, endpoints: Endpoint[], webhooks: Webhook[]): void {
  const docs = once(() => docsPage(endpoints, version))
  const home = homePage(version)
  addGuide(app)
  app.get('/', { schema }, (_request, reply) => sendPage(reply, home))
  app.get('/docs', { schema }, (_request, reply) => sendPage(reply, docs()))
  app.get(
    '/openapi.json',
    { schema },
    createOpenApiFile(() => describeApi({ endpoints, webhooks, version })),
  )
}
