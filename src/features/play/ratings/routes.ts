import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { showRatingHistory, showRatingLeaderboard, showRatings } from './rules.ts'
import {
  showRatingHistorySchema,
  showRatingLeaderboardSchema,
  showRatingsSchema,
} from './schema.ts'

export const ratingRoutes: Routes = (app) => {
  app.get('/ratings', { schema: showRatingsSchema }, (request) =>
    showRatings(request.context, signedIn(request), request.body),
  )
  app.get('/ratings/history', { schema: showRatingHistorySchema }, (request) =>
    showRatingHistory(request.context, signedIn(request), request.body),
  )
  app.get('/ratings/leaderboard', { schema: showRatingLeaderboardSchema }, (request) =>
    showRatingLeaderboard(request.context, signedIn(request), request.body),
  )
}
