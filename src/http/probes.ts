import { diskFull } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { ServerState } from './server.ts'
import type { App } from './types.ts'

const schema = { caller: 'anyone' } as const

/** `/health` says that the process lives, `/ready` that it can do its work: a load balancer asks the second. */
export function addProbes(app: App, state: Pick<ServerState, 'is_draining' | 'is_stopping'>): void {
  app.get('/health', { schema, exposeHeadRoute: true }, () => ({ status: 'alive' }))
  app.get('/ready', { schema, exposeHeadRoute: true }, async ({ context }) => {
    if (state.is_draining || state.is_stopping)
      throw new Refusal('stopping', { retry_after_seconds: 1 })
    await context.db.ping()
    if (context.disk.is_full) throw diskFull()
    return { status: 'ready' }
  })
}
