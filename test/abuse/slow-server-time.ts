// Preloaded into a server: the route of the server's time keeps the event loop busy.
import { patchSource } from '../torture/patch-source.ts'

patchSource(
  'features/operations/games/routes.ts',
  '    showServerTime(request.context),',
  `{
    const start = process.threadCpuUsage().user
    while (process.threadCpuUsage().user < start + 300_000);
    return showServerTime(request.context)
  },`,
)
