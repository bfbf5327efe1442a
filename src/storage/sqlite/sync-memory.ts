/** What the server shares with the thread that waits for the disk, as 32-bit numbers. */
export const places = {
  /** One of `states`. */
  state: 0,
  /** How many microseconds the last sync took. */
  took_us: 1,
} as const

export const states = {
  /** The thread has nothing to do. */
  idle: 0,
  /** A sync is asked for, and the server stands still for a moment to see it end. */
  awaited: 1,
  /** A sync is asked for, and the server has gone on: a message tells it of the end. */
  asked: 2,
} as const

export interface SyncOrders {
  /** The path of the log. */
  log: string
  memory: SharedArrayBuffer
}

export const createSyncMemory = () =>
  new SharedArrayBuffer(Object.keys(places).length * Int32Array.BYTES_PER_ELEMENT)
