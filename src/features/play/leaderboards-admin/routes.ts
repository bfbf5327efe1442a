import type { Routes } from '../../../http/types.ts'
import { clearBoardOfGame, listBoardsOfGame, removeEntryOfGame, showBoardOfGame } from './rules.ts'
import { clearBoardSchema, listBoardsSchema, removeEntrySchema, showBoardSchema } from './schema.ts'

export const leaderboardAdminRoutes: Routes = (app) => {
  app.get('/games/:id/leaderboards', { schema: listBoardsSchema }, (request) =>
    listBoardsOfGame(request.context, request.params.id, request.body),
  )
  app.get('/games/:id/leaderboard_entries', { schema: showBoardSchema }, (request) =>
    showBoardOfGame(request.context, request.params.id, request.body),
  )
  app.delete('/games/:id/leaderboard_entries/:entry_id', { schema: removeEntrySchema }, (request) =>
    removeEntryOfGame(request.context, request.params),
  )
  app.delete(
    '/games/:id/leaderboard_entries',
    { schema: clearBoardSchema, config: { needs_no_stored_answer: true } },
    (request) =>
      clearBoardOfGame(request.context, request.params.id, request.body.leaderboard_name),
  )
}
