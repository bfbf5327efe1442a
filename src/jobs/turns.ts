import { setImmediate as immediate } from 'node:timers/promises'

const SLICE_MS = 15

/** Requests have their turn every few milliseconds while something takes long. */
export class Turns {
  /** How long it took without them. */
  busy_ms = 0

  /** Returns undefined until it is time for the others. */
  makeRest(): () => Promise<void> | undefined {
    let began = performance.now()
    const wait = async () => {
      await immediate()
      began = performance.now()
    }
    return () => {
      const slice_ms = performance.now() - began
      if (slice_ms < SLICE_MS) return undefined
      this.busy_ms += slice_ms
      return wait()
    }
  }
}
