// Preloaded into the server of a soak test: reports turns of its event loop that took too much CPU time.
import { watchTurns } from '../support/watchdog.ts'

watchTurns((cpu_ms) => process.stderr.write(`blocked ${cpu_ms}\n`))
