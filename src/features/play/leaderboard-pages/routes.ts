import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { listEntriesFromRank } from './rules.ts'
import { listEntriesFromRankSchema } from './schema.ts'

export const leaderboardPageRoutes: Routes = (app) => {
  app.get(
    '/games/:id/leaderboards/:name/entries',
    { schema: listEntriesFromRankSchema },
    (request) =>
      listEntriesFromRank(request.context, signedIn(request), {
        ...request.body,
        game_id: request.params.id,
        leaderboard_name: request.params.name,
      }),
  )
}
