import type { ReissueSecrets } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import {
  changeWebhook,
  createWebhook,
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

export const webhookAdminRoutes: Routes = (app) => {
  app.get('/games/:id/webhooks', { schema: showWebhooksSchema }, (request) =>
    showWebhooks(request.context, request.params.id),
  )
  app.post(
    '/games/:id/webhooks',
    { schema: createWebhookSchema, config: { reissueSecrets } },
    (request) => createWebhook(request.context, request.params.id, request.body),
  )
  app.get('/webhooks/:id', { schema: showWebhookSchema }, (request) =>
    showWebhook(request.context, request.params.id),
  )
  app.put('/webhooks/:id', { schema: changeWebhookSchema }, (request) =>
    changeWebhook(request.context, request.params.id, request.body),
  )
  app.post('/webhooks/:id/pause', { schema: pauseWebhookSchema }, (request) =>
    pauseWebhook(request.context, request.params.id),
  )
  app.post('/webhooks/:id/resume', { schema: resumeWebhookSchema }, (request) =>
    resumeWebhook(request.context, request.params.id),
  )
  app.post(
    '/webhooks/:id/rotate_secret',
    { schema: rotateSecretSchema, config: { reissueSecrets } },
    (request) => rotateSecret(request.context, request.params.id),
  )
  app.delete('/webhooks/:id', { schema: removeWebhookSchema }, (request) =>
    removeWebhook(request.context, request.params.id),
  )
}
