// A program that keeps its event loop busy while it hashes a password as the server does. The test pins it to one core.
import { hash } from '@node-rs/argon2'
import { lowerPriorities } from '../../src/services/low-priority.ts'

const TURN_MS = 7

function keepBusy(): void {
  const end = performance.now() + TURN_MS
  while (performance.now() < end);
  setImmediate(keepBusy)
}

await lowerPriorities(1)
process.stdout.write('low\n')
process.stdin.once('data', () => {
  keepBusy()
  void hash('secret', { memoryCost: 19_456, timeCost: 16 }).then(() => process.exit(0))
})
