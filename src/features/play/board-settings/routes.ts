import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  changeBoardSettings,
  listPrizesOfSeason,
  listSeasonsForStaff,
  listSeasonsOfBoard,
  removeBoardSettings,
  showBoardSettings,
} from './rules.ts'
import {
  changeSettingsSchema,
  listPrizesSchema,
  listSeasonsForStaffSchema,
  listSeasonsSchema,
  removeSettingsSchema,
  showSettingsSchema,
} from './schema.ts'

const boardOf = ({ id, name }: { id: number; name: string }) => ({
  game_id: id,
  leaderboard_name: name,
})

export const seasonRoutes: Routes = (app) => {
  app.get('/games/:id/leaderboards/:name/seasons', { schema: listSeasonsSchema }, (request) =>
    listSeasonsOfBoard(request.context, signedIn(request), {
      ...boardOf(request.params),
      ...request.body,
    }),
  )
}

export const boardSettingsAdminRoutes: Routes = (app) => {
  const settings = '/games/:id/leaderboards/:name/settings'
  app.get(settings, { schema: showSettingsSchema }, (request) =>
    showBoardSettings(request.context, boardOf(request.params)),
  )
  app.put(settings, { schema: changeSettingsSchema }, (request) =>
    changeBoardSettings(request.context, boardOf(request.params), request.body),
  )
  app.delete(settings, { schema: removeSettingsSchema }, (request) =>
    removeBoardSettings(request.context, boardOf(request.params)),
  )
  const seasons = '/games/:id/leaderboards/:name/seasons'
  app.get(seasons, { schema: listSeasonsForStaffSchema }, (request) =>
    listSeasonsForStaff(request.context, { ...boardOf(request.params), ...request.body }),
  )
  app.get(`${seasons}/:season/prizes`, { schema: listPrizesSchema }, (request) =>
    listPrizesOfSeason(request.context, {
      ...boardOf(request.params),
      season: request.params.season,
      ...request.body,
    }),
  )
}
