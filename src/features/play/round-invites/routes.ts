import { signedIn } from '../../../access/callers.ts'
import type { Routes } from '../../../http/types.ts'
import { invitePlayers } from './rules.ts'
import { invitePlayersSchema } from './schema.ts'

export const roundInviteRoutes: Routes = (app) => {
  app.post('/multiplayer_game_rounds/:id/invites', { schema: invitePlayersSchema }, (request) =>
    invitePlayers(request.context, signedIn(request), { ...request.body, ...request.params }),
  )
}
