// Preloaded into a server (`node --import`): reports every block of its event loop as a line on stderr.
import { watchRequests } from './watchdog.ts'

watchRequests({
  own_process: true,
  onBlock: (block) => process.stderr.write(`blocked ${JSON.stringify(block)}\n`),
})
