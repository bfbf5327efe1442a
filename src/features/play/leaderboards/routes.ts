import { self, signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  addEntry,
  clearEntries,
  listEntriesAround,
  listEntriesOfUser,
  listLeaderboard,
  showRank,
} from './rules.ts'
import {
  addEntrySchema,
  clearEntriesSchema,
  listEntriesAroundSchema,
  listEntriesOfUserSchema,
  listLeaderboardSchema,
  showRankSchema,
} from './schema.ts'

export const leaderboardRoutes: Routes = (app) => {
  app.post('/users/:id/add_leaderboard_entry', { schema: addEntrySchema }, (request) =>
    addEntry(request.context, self(request), request.body),
  )
  app.post(
    '/users/:id/clear_my_leaderboard_entries',
    { schema: clearEntriesSchema },
    (request, reply) =>
      clearEntries(request.context, self(request), {
        ...request.body,
        has_unknown_fields: reply.hasHeader('x-unknown-fields'),
      }),
  )
  app.get('/users/:id/leaderboard_entries', { schema: listEntriesOfUserSchema }, (request) =>
    listEntriesOfUser(request.context, signedIn(request), {
      ...request.body,
      user_id: request.params.id,
    }),
  )
  app.get('/games/:id/leaderboard_entries', { schema: listLeaderboardSchema }, (request) =>
    listLeaderboard(request.context, signedIn(request), {
      ...request.body,
      game_id: request.params.id,
    }),
  )
  app.get('/games/:id/leaderboards/:name/rank', { schema: showRankSchema }, (request) =>
    showRank(request.context, signedIn(request), {
      ...request.body,
      game_id: request.params.id,
      leaderboard_name: request.params.name,
    }),
  )
  app.get('/games/:id/leaderboards/:name/around', { schema: listEntriesAroundSchema }, (request) =>
    listEntriesAround(request.context, signedIn(request), {
      ...request.body,
      game_id: request.params.id,
      leaderboard_name: request.params.name,
    }),
  )
}
