import type { Routes } from '../../../http/types.ts'
import {
  cleanUp,
  createTestGame,
  createTestItem,
  createTestUser,
  reissueTestGameToken,
  reissueTestUserSession,
} from './rules.ts'
import { cleanUpSchema, createGameSchema, createItemSchema, createUserSchema } from './schema.ts'

export const testSuiteRoutes: Routes = (app) => {
  app.post(
    '/test_suite/create_game',
    {
      schema: createGameSchema,
      config: {
        reissueSecrets: (context, _input, { answer_id }) =>
          reissueTestGameToken(context, answer_id),
      },
    },
    (request) => createTestGame(request.context),
  )
  app.post(
    '/test_suite/create_user',
    {
      schema: createUserSchema,
      config: {
        reissueSecrets: (context, _input, { answer_id }) =>
          reissueTestUserSession(context, answer_id),
      },
    },
    (request) => createTestUser(request.context, request.body),
  )
  for (const name of ['create_store_item', 'create_store_items']) {
    app.post(`/test_suite/${name}`, { schema: createItemSchema }, (request) =>
      createTestItem(request.context, request.body),
    )
  }
  app.delete('/test_suite/clean_up_test', { schema: cleanUpSchema }, (request) =>
    cleanUp(request.context, request.body.game_id),
  )
}
