const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Resolves with the first signal to stop. Later ones are ignored: on Ctrl-C the terminal and npm each send one, and the
 * second would kill the process before it has shut down.
 */
export const stopSignal = () =>
  new Promise<string>((resolve) => {
    for (const name of SIGNALS) process.on(name, () => resolve(name))
  })
