import type { Routes } from '../../../http/types.ts'
import { listScoreRules, removeScoreRule, setScoreRule } from './rules.ts'
import { listScoreRulesSchema, removeScoreRuleSchema, setScoreRuleSchema } from './schema.ts'

export const scoreRuleAdminRoutes: Routes = (app) => {
  app.get('/games/:id/score_rules', { schema: listScoreRulesSchema }, (request) =>
    listScoreRules(request.context, request.params.id),
  )
  app.put('/games/:id/score_rules', { schema: setScoreRuleSchema }, (request) =>
    setScoreRule(request.context, request.params.id, request.body),
  )
  app.delete('/games/:id/score_rules', { schema: removeScoreRuleSchema }, (request) =>
    removeScoreRule(request.context, request.params.id, request.body),
  )
}
