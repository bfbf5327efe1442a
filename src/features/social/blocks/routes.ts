import { signedIn } from '../../../http/authentication.ts'
import type { Routes } from '../../../http/types.ts'
import { blockPlayer, listOwnBlocks, unblockPlayer } from './rules.ts'
import { blockSchema, listBlocksSchema, unblockSchema } from './schema.ts'

export const blockRoutes: Routes = (app) => {
  app.get('/blocks', { schema: listBlocksSchema }, (request) =>
    listOwnBlocks(request.context, signedIn(request), request.body),
  )
  app.post('/blocks', { schema: blockSchema }, (request) =>
    blockPlayer(request.context, signedIn(request), request.body),
  )
  app.delete('/blocks/:user_id', { schema: unblockSchema }, (request) =>
    unblockPlayer(request.context, signedIn(request), request.params.user_id),
  )
}
