import { self } from '../../../access/callers.ts'
import { Refusal } from '../../../errors.ts'
import { sendPage } from '../../../http/html.ts'
import type { Routes } from '../../../http/types.ts'
import { messagePage, verifyPage } from './page.ts'
import { requestVerification, showVerification, verifyEmail } from './rules.ts'
import { requestVerificationSchema, showVerificationSchema, verifyPageSchema } from './schema.ts'

export const emailVerificationRoutes: Routes = (app) => {
  app.get('/users/:id/email_verification', { schema: showVerificationSchema }, (request) =>
    showVerification(request.context, self(request)),
  )
  // A repeated request sends at most another mail, within the limits.
  app.post(
    '/users/:id/email_verification',
    { schema: requestVerificationSchema, config: { needs_no_stored_answer: true } },
    (request) => requestVerification(request.context, self(request)),
  )
}

/** The page that the link in the mail opens. */
export const emailVerificationPages: Routes = (app) => {
  app.get('/verify_email', { schema: verifyPageSchema }, (request, reply) =>
    sendPage(reply, verifyPage(request.body.token)),
  )
  app.post(
    '/verify_email',
    { schema: verifyPageSchema, config: { needs_no_stored_answer: true } },
    async (request, reply) => {
      let message: string
      try {
        message = (await verifyEmail(request.context, request.body.token)).message
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reply.code(422)
        message = error.message
      }
      return sendPage(reply, messagePage(message))
    },
  )
}
