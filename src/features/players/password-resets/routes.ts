import type { Routes } from '../../../http/types.ts'
import { askForReset, resetPassword } from './rules.ts'
import { askForResetSchema, resetPasswordSchema } from './schema.ts'

export const passwordResetRoutes: Routes = (app) => {
  app.get('/games/:id/forget_password', { schema: askForResetSchema }, (request) =>
    askForReset(request.context, { game_id: request.params.id, ...request.body }),
  )
  // A link that was used is refused, so a repeated request does no harm and its answers need not be kept.
  app.post(
    '/password/reset',
    { schema: resetPasswordSchema, config: { repeatable: true } },
    (request) => resetPassword(request.context, request.body),
  )
}
