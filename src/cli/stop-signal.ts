const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/**
 * Resolves with the first signal to stop. Further ones are ignored: with Ctrl-C the terminal and npm each send one, and
 * the second would end the process before it has stopped.
 */
export const stopSignal = () =>
  new Promise<string>((resolve) => {
    for (const name of SIGNALS) process.on(name, () => resolve(name))
  })
