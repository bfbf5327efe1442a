import type { Routes } from '../../../http/types.ts'
import { showTimeline } from './rules.ts'
import { showTimelineSchema } from './schema.ts'

export const playerTimelineAdminRoutes: Routes = (app) => {
  app.get(
    '/games/:id/players/:user_id/timeline',
    { schema: showTimelineSchema },
    ({ context, params, body }) =>
      showTimeline(context, { game_id: params.id, user_id: params.user_id }, body),
  )
}
