import { signedIn } from '../../../access/callers.ts'
import type { RebuildAnswer, ReissueSecrets } from '../../../http/idempotency.ts'
import { readAs } from '../../../http/input/validation.ts'
import type { Routes } from '../../../http/types.ts'
import { repeatSignIn, showOverview, showPlayer, signIn } from './rules.ts'
import { showPlayerSchema, signInWithOverviewSchema } from './schema.ts'

const reissueSecrets: ReissueSecrets = (context, input, repeated) =>
  repeatSignIn(context, readAs(signInWithOverviewSchema.body, input), repeated)

const rebuildAnswer: RebuildAnswer = ({ context }, id) => showOverview(context, id)

export const playerOverviewRoutes: Routes = (app) => {
  app.post(
    '/sessions',
    { schema: signInWithOverviewSchema, config: { reissueSecrets, rebuildAnswer } },
    (request) => signIn(request.context, request.body, request.client_address),
  )
  app.get('/users/:id', { schema: showPlayerSchema }, (request) =>
    showPlayer(request.context, signedIn(request), { id: request.params.id, ...request.body }),
  )
}
