import { killRunning } from './servers.ts'

// A failed test may leave programs running: they end with this worker, also when the runner itself is killed.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(event, () => {
    killRunning()
    process.exit(1)
  })
}
