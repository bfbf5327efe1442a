import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { version } from '../../services/version.ts'
import { sendPage } from '../html.ts'
import type { App } from '../types.ts'
import { makeOnce, sendFile } from './compressed-file.ts'
import { addDashboard } from './dashboard-files.ts'
import type { Endpoint } from './endpoint.ts'
import { addGuide } from './guide-files.ts'
import { homePage } from './home-page.ts'
import { describeApi } from './openapi.ts'
import { REFERENCE_POLICY, referencePage } from './reference-page.ts'
import { readReferenceScript } from './reference-script.ts'
import type { Webhook } from './webhooks.ts'

const SCRIPT_URL = '/docs/scalar.js'

/** Load balancers ask with HEAD. */
const options = { schema: { caller: 'anyone' }, exposeHeadRoute: true } as const

export function addPages(app: App, endpoints: Endpoint[], webhooks: Webhook[]): void {
  const home = homePage(version)
  const script = makeOnce(readReferenceScript)
  const document = makeOnce(() =>
    promisify(gzip)(JSON.stringify(describeApi({ endpoints, webhooks, version }))),
  )
  addGuide(app)
  addDashboard(app, home)
  app.get('/docs', options, async (_request, reply) =>
    sendPage(reply, referencePage(`${SCRIPT_URL}?v=${(await script()).tag}`), REFERENCE_POLICY),
  )
  app.get(SCRIPT_URL, options, sendFile(script, 'text/javascript; charset=utf-8'))
  app.get('/openapi.json', options, sendFile(document, 'application/json; charset=utf-8'))
}
