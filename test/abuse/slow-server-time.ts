// Preloaded into a server: the route of the server's time keeps the event loop busy.
import { burn } from '../support/watchdog.ts'
import { patchSource } from '../torture/patch-source.ts'

Reflect.set(globalThis, 'burn', burn)

patchSource(
  'features/operations/games/routes.ts',
  '    showServerTime(request.context),',
  `{
    globalThis.burn(700)
    return showServerTime(request.context)
  },`,
)
