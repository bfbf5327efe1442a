import { Refusal } from '../../../errors.ts'
import { sendPage } from '../../../http/html.ts'
import { readAs } from '../../../http/input/validation.ts'
import type { Routes } from '../../../http/types.ts'
import { messagePage, resetPage } from './page.ts'
import { requestReset, resetPassword } from './rules.ts'
import { requestResetSchema, resetPageSchema, resetPasswordSchema } from './schema.ts'

export const passwordResetRoutes: Routes = (app) => {
  app.get('/games/:id/forget_password', { schema: requestResetSchema }, (request) =>
    requestReset(request.context, { game_id: request.params.id, ...request.body }),
  )
  // Each link works once, so a repeated request cannot change anything and its answer need not be stored.
  app.post(
    '/password/reset',
    { schema: resetPasswordSchema, config: { needs_no_stored_answer: true } },
    (request) => resetPassword(request.context, request.body, request.client_address),
  )
}

/** The page that the link in the mail opens. It shows what is wrong, so that the player can try again. */
export const passwordResetPages: Routes = (app) => {
  app.get('/reset_password', { schema: resetPageSchema }, (request, reply) =>
    sendPage(reply, resetPage(request.body.token)),
  )
  app.post(
    '/reset_password',
    { schema: resetPageSchema, config: { needs_no_stored_answer: true } },
    async (request, reply) => {
      const { token, password = '', password_confirmation = '' } = request.body
      let html: string
      try {
        const fields = { token, password, password_confirmation }
        const input = readAs(resetPasswordSchema.body, fields)
        html = messagePage(
          (await resetPassword(request.context, input, request.client_address)).message,
        )
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reply.code(422)
        html = resetPage(token, error.message)
      }
      return sendPage(reply, html)
    },
  )
}
