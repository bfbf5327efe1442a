const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** On Ctrl-C the terminal and npm each send a signal, and systemd and our supervisor do so to a worker. */
const SAME_SIGNAL_MS = 1000

export interface StopSignals {
  first: Promise<string>
  /** Somebody does not want to wait any longer. */
  second: Promise<void>
}

/** From now on a signal to stop no longer ends the process. */
export function stopSignals(): StopSignals {
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<void>()
  let began: number | undefined
  const onSignal = (name: string) => {
    began ??= performance.now()
    first.resolve(name)
    if (performance.now() - began > SAME_SIGNAL_MS) second.resolve()
  }
  for (const name of SIGNALS) process.on(name, () => onSignal(name))
  return { first: first.promise, second: second.promise }
}
