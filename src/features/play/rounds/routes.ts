import { signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { changeRound, createRound, listRoundsOfUser, removeRound, showRound } from './rules.ts'
import {
  changeRoundSchema,
  createRoundSchema,
  listRoundsSchema,
  removeRoundSchema,
  showRoundSchema,
} from './schema.ts'

const rebuildAnswer: RebuildAnswer = (request, id) =>
  showRound(request.context, signedIn(request), id)

export const roundRoutes: Routes = (app) => {
  app.post('/game_rounds', { schema: createRoundSchema, config: { rebuildAnswer } }, (request) =>
    createRound(request.context, signedIn(request), request.body),
  )
  app.get('/game_rounds', { schema: listRoundsSchema }, (request) =>
    listRoundsOfUser(request.context, signedIn(request), request.body),
  )
  app.get('/game_rounds/:id', { schema: showRoundSchema }, (request) =>
    showRound(request.context, signedIn(request), request.params.id),
  )
  app.put('/game_rounds/:id', { schema: changeRoundSchema, config: { rebuildAnswer } }, (request) =>
    changeRound(request.context, signedIn(request), {
      id: request.params.id,
      changes: request.body,
    }),
  )
  app.delete('/game_rounds/:id', { schema: removeRoundSchema }, (request) =>
    removeRound(request.context, signedIn(request), request.params.id),
  )
}
