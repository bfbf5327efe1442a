import { signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer } from '../../../http/idempotency.ts'
import type { Routes } from '../../../http/types.ts'
import { joinRound, joinRoundByCode, kickPlayer, leaveRound, showJoinedRound } from './rules.ts'
import {
  joinRoundByCodeSchema,
  joinRoundSchema,
  kickPlayerSchema,
  leaveRoundSchema,
} from './schema.ts'

const PATH = '/multiplayer_game_rounds'

const rebuildAnswer: RebuildAnswer = (request, id) =>
  showJoinedRound(request.context, signedIn(request), id)

export const roundSeatRoutes: Routes = (app) => {
  app.post(
    `${PATH}/join`,
    { schema: joinRoundByCodeSchema, config: { rebuildAnswer } },
    (request) => joinRoundByCode(request.context, signedIn(request), request.body.code),
  )
  app.post(`${PATH}/:id/join`, { schema: joinRoundSchema, config: { rebuildAnswer } }, (request) =>
    joinRound(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
  app.post(`${PATH}/:id/leave`, { schema: leaveRoundSchema }, (request) =>
    leaveRound(request.context, signedIn(request), request.params.id),
  )
  app.delete(`${PATH}/:id/players/:user_id`, { schema: kickPlayerSchema }, (request) =>
    kickPlayer(request.context, signedIn(request), request.params),
  )
}
