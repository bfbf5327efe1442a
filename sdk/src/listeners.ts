/** Returns a function that ends it. */
export function listen<L>(listeners: Set<L>, listener: L): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One that fails does not stop the others: its error is reported as uncaught. */
export function callAll<A>(listeners: Iterable<(value: A) => void>, value: A): void {
  for (const listener of listeners) {
    try {
      listener(value)
    } catch (error) {
      setTimeout(() => {
        throw error
      })
    }
  }
}
