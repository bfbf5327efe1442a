// A program on one core whose event loop is always busy, and that hashes a password as the server does.
import { hash } from '@node-rs/argon2'
import { lowerPriorityOfThreads } from '../../src/services/low-priority.ts'

const TURN_MS = 7

function keepBusy(): void {
  const end = performance.now() + TURN_MS
  while (performance.now() < end);
  setImmediate(keepBusy)
}

await lowerPriorityOfThreads()
process.stdout.write('low\n')
process.stdin.once('data', () => {
  keepBusy()
  void hash('secret', { memoryCost: 19_456, timeCost: 16 }).then(() => process.exit(0))
})
