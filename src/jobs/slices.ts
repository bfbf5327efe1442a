import { setImmediate as immediate } from 'node:timers/promises'

const SLICE_MS = 15

/** Work that takes long is done in slices, and requests have their turn in between. */
export class Slices {
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
