import { self } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import {
  banPlayer,
  mutePlayer,
  showSanctions,
  showSanctionsOfPlayer,
  showWarnings,
  unbanPlayer,
  unmutePlayer,
  warnPlayer,
} from './rules.ts'
import {
  banPlayerSchema,
  mutePlayerSchema,
  showSanctionsOfPlayerSchema,
  showSanctionsSchema,
  showWarningsSchema,
  unbanPlayerSchema,
  unmutePlayerSchema,
  warnPlayerSchema,
} from './schema.ts'

export const warningRoutes: Routes = (app) => {
  app.get('/users/:id/warnings', { schema: showWarningsSchema }, (request) =>
    showWarnings(request.context, self(request), request.body),
  )
}

const playerIn = ({ id, user_id }: { id: number; user_id: number }) => ({ game_id: id, user_id })

export const sanctionAdminRoutes: Routes = (app) => {
  app.get('/games/:id/sanctions', { schema: showSanctionsSchema }, (request) =>
    showSanctions(request.context, request.params.id, request.body),
  )
  app.get(
    '/games/:id/players/:user_id/sanctions',
    { schema: showSanctionsOfPlayerSchema },
    (request) => showSanctionsOfPlayer(request.context, playerIn(request.params), request.body),
  )
  app.post('/games/:id/players/:user_id/ban', { schema: banPlayerSchema }, (request) =>
    banPlayer(request.context, playerIn(request.params), request.body),
  )
  app.post('/games/:id/players/:user_id/unban', { schema: unbanPlayerSchema }, (request) =>
    unbanPlayer(request.context, playerIn(request.params)),
  )
  app.post('/games/:id/players/:user_id/mute', { schema: mutePlayerSchema }, (request) =>
    mutePlayer(request.context, playerIn(request.params), request.body),
  )
  app.post('/games/:id/players/:user_id/unmute', { schema: unmutePlayerSchema }, (request) =>
    unmutePlayer(request.context, playerIn(request.params)),
  )
  app.post('/games/:id/players/:user_id/warn', { schema: warnPlayerSchema }, (request) =>
    warnPlayer(request.context, playerIn(request.params), request.body.reason),
  )
}
