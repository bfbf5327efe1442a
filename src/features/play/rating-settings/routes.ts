import type { Routes } from '../../../http/types.ts'
import { changeRatedType, deleteRatedType, showRatedTypes } from './rules.ts'
import { changeRatedTypeSchema, deleteRatedTypeSchema, showRatedTypesSchema } from './schema.ts'

const ADDRESS = '/games/:id/rated_game_types/:game_type'

const gameTypeOf = ({ id, game_type }: { id: number; game_type: string }) => ({
  game_id: id,
  game_type,
})

export const ratingSettingsAdminRoutes: Routes = (app) => {
  app.get('/games/:id/rated_game_types', { schema: showRatedTypesSchema }, (request) =>
    showRatedTypes(request.context, request.params.id),
  )
  app.put(ADDRESS, { schema: changeRatedTypeSchema }, (request) =>
    changeRatedType(request.context, gameTypeOf(request.params), request.body),
  )
  app.delete(
    ADDRESS,
    { schema: deleteRatedTypeSchema, config: { needs_no_stored_answer: true } },
    (request) => deleteRatedType(request.context, gameTypeOf(request.params)),
  )
}
