import { self, signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import {
  addEntry,
  clearEntries,
  showAround,
  showBoard,
  showEntriesOfUser,
  showRank,
} from './rules.ts'
import {
  addEntrySchema,
  clearEntriesSchema,
  showAroundSchema,
  showBoardSchema,
  showEntriesOfUserSchema,
  showRankSchema,
} from './schema.ts'

export const leaderboardRoutes: Routes = (app) => {
  app.post('/users/:id/add_leaderboard_entry', { schema: addEntrySchema }, (request) =>
    addEntry(request.context, self(request), request.body),
  )
  app.post('/users/:id/clear_my_leaderboard_entries', { schema: clearEntriesSchema }, (request) =>
    clearEntries(request.context, self(request), request.body.leaderboard_name ?? null),
  )
  app.get('/users/:id/leaderboard_entries', { schema: showEntriesOfUserSchema }, (request) =>
    showEntriesOfUser(request.context, signedIn(request), {
      ...request.body,
      user_id: request.params.id,
    }),
  )
  app.get('/games/:id/leaderboard_entries', { schema: showBoardSchema }, (request) =>
    showBoard(request.context, signedIn(request), { ...request.body, game_id: request.params.id }),
  )
  app.get('/games/:id/leaderboards/:name/rank', { schema: showRankSchema }, (request) => {
    const { id: game_id, name: leaderboard_name } = request.params
    return showRank(request.context, signedIn(request), {
      ...request.body,
      game_id,
      leaderboard_name,
    })
  })
  app.get('/games/:id/leaderboards/:name/around', { schema: showAroundSchema }, (request) => {
    const { id: game_id, name: leaderboard_name } = request.params
    return showAround(request.context, signedIn(request), {
      ...request.body,
      game_id,
      leaderboard_name,
    })
  })
}
