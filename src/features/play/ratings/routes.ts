import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  showRatingHistory,
  showRatingLeaderboard,
  showRatings,
  showRatingsOfGame,
} from './rules.ts'
import {
  showRatingHistorySchema,
  showRatingLeaderboardSchema,
  showRatingsOfGameSchema,
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

export const ratingAdminRoutes: Routes = (app) => {
  app.get('/games/:id/ratings', { schema: showRatingsOfGameSchema }, (request) =>
    showRatingsOfGame(request.context, request.params.id, request.body),
  )
}
