import { killRunning } from './servers.ts'

// A failed test may leave programs running: they end with this worker, also when the runner itself is killed.
function endPrograms() {
  killRunning()
  process.exit(1)
}

const EVENTS = ['SIGTERM', 'SIGINT', 'disconnect']
const KEY = Symbol.for('playkeep: programs end with this worker')

// Once for all files that share a process.
if (!Reflect.has(globalThis, KEY)) for (const event of EVENTS) process.once(event, endPrograms)
Reflect.set(globalThis, KEY, true)
