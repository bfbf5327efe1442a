import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { T } from '../typed-schema.ts'
import type { Context } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { version } from '../../services/version.ts'
import { docsPage, homePage, messagePage, resetPage } from './html.ts'
import { describeApi, type Endpoint } from './openapi.ts'
import { ping } from '../../idempotency/queries.ts'
import type { App } from '../types.ts'
import { compileShape } from '../input/validation.ts'

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

type ResetPassword = (
  context: Context,
  input: { token: string; password: string; password_confirmation: string },
) => Promise<{ message: string }>

const ResetForm = T.Object({
  token: T.String(),
  password: T.Optional(T.String()),
  password_confirmation: T.Optional(T.String()),
})

/** The page of a password mail: what goes wrong is shown on it, so that the player can try again. */
export function addResetPage(app: App, resetPassword: ResetPassword, checkInput: TSchema): void {
  const form = { caller: 'anyone', body: ResetForm } as const
  const check = compileShape(checkInput)
  app.get('/reset_password', { schema: form }, (request, reply) =>
    sendPage(reply, resetPage(request.body.token)),
  )
  app.post(
    '/reset_password',
    { schema: form, config: { repeatable: true } },
    async (request, reply) => {
      const { token, password = '', password_confirmation = '' } = request.body
      let html: string
      try {
        check({ token, password, password_confirmation })
        const input = { token, password, password_confirmation }
        html = messagePage((await resetPassword(request.context, input)).message)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reply.code(422)
        html = resetPage(token, error.message)
      }
      return sendPage(reply, html)
    },
  )
}

/** Made when it is first asked for, and kept: most servers are never asked. */
function once(make: () => string): () => string {
  let made: string | undefined
  return () => (made ??= make())
}

export function addPages(app: App, endpoints: Endpoint[]): void {
  const openapi = once(() => describeApi(endpoints, version))
  const docs = once(() => docsPage(endpoints, version))
  const home = homePage(version)
  app.get('/', { schema }, (_request, reply) => sendPage(reply, home))
  app.get('/docs', { schema }, (_request, reply) => sendPage(reply, docs()))
  app.get('/openapi.json', { schema }, (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(openapi()),
  )
}
