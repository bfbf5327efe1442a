import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import {
  changeWebhook,
  createWebhook,
  findGameOfWebhook,
  pauseWebhook,
  reissueSecret,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
  showWebhook,
  showWebhooks,
} from './rules.ts'
import {
  changeWebhookSchema,
  createWebhookSchema,
  pauseWebhookSchema,
  removeWebhookSchema,
  resumeWebhookSchema,
  rotateSecretSchema,
  showWebhookSchema,
  showWebhooksSchema,
} from './schema.ts'

const reissueSecrets: ReissueSecrets = (context, _input, { answer_id }) =>
  reissueSecret(context, answer_id)

const gameOf = { find: findGameOfWebhook, unknown: 'webhook_not_found' } as const

export const webhookAdminRoutes: Routes = (app) => {
  app.get('/games/:id/webhooks', { schema: showWebhooksSchema }, (request) =>
    showWebhooks(request.context, request.params.id),
  )
  app.post(
    '/games/:id/webhooks',
    { schema: createWebhookSchema, config: { reissueSecrets } },
    (request) => createWebhook(request.context, request.params.id, request.body),
  )
  app.get('/webhooks/:id', { schema: showWebhookSchema, config: { gameOf } }, (request) =>
    showWebhook(request.context, request.params.id),
  )
  app.put('/webhooks/:id', { schema: changeWebhookSchema, config: { gameOf } }, (request) =>
    changeWebhook(request.context, request.params.id, request.body),
  )
  app.post('/webhooks/:id/pause', { schema: pauseWebhookSchema, config: { gameOf } }, (request) =>
    pauseWebhook(request.context, request.params.id),
  )
  app.post('/webhooks/:id/resume', { schema: resumeWebhookSchema, config: { gameOf } }, (request) =>
    resumeWebhook(request.context, request.params.id),
  )
  app.post(
    '/webhooks/:id/rotate_secret',
    { schema: rotateSecretSchema, config: { reissueSecrets, gameOf } },
    (request) => rotateSecret(request.context, request.params.id),
  )
  app.delete('/webhooks/:id', { schema: removeWebhookSchema, config: { gameOf } }, (request) =>
    removeWebhook(request.context, request.params.id),
  )
}
