import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { blockPlayer, listBlockedPlayers, unblockPlayer } from './rules.ts'
import { blockPlayerSchema, listBlockedPlayersSchema, unblockPlayerSchema } from './schema.ts'

export const blockRoutes: Routes = (app) => {
  app.get('/blocks', { schema: listBlockedPlayersSchema }, (request) =>
    listBlockedPlayers(request.context, signedIn(request), request.body),
  )
  app.post('/blocks', { schema: blockPlayerSchema }, (request) =>
    blockPlayer(request.context, signedIn(request), request.body),
  )
  app.delete('/blocks/:user_id', { schema: unblockPlayerSchema }, (request) =>
    unblockPlayer(request.context, signedIn(request), request.params.user_id),
  )
}
