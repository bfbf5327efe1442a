import { killLiving } from './servers.ts'

// Ended by the runner, by Ctrl-C, or left alone by a runner that was killed: a failed test's programs go with it.
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(event, () => {
    killLiving()
    process.exit(1)
  })
}
