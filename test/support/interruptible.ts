import { PostgresProblem } from './postgres-user.ts'

/** Aborted by Ctrl-C: then a command of the tests removes what it has made. */
export function interruptSignal(): AbortSignal {
  const interrupted = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => interrupted.abort())
  return interrupted.signal
}

/** Runs a command, and says how it ended if it was interrupted or PostgreSQL cannot run here. */
export async function runUntil(signal: AbortSignal, main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (error instanceof PostgresProblem) console.error(error.message)
    else if (!signal.aborted) throw error
    else console.log('Interrupted. The server, the database and all temporary files were removed.')
    process.exitCode = 1
  }
}
