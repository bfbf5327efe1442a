/** The places in the memory that the server shares with the thread that waits for the disk, as 32-bit numbers. */
export const slots = {
  /** One of `states`. */
  state: 0,
  /** How many microseconds the last sync took. */
  took_us: 1,
} as const

export const states = {
  /** The thread has nothing to do. */
  none: 0,
  /** A sync is asked for, and the event loop is blocked until it is done, or for a moment. */
  server_blocks: 1,
  /** A sync is asked for, and the server expects a message when it is done. */
  server_expects_message: 2,
} as const

export interface SyncOrders {
  /** The path of the log. */
  log: string
  memory: SharedArrayBuffer
}

export const createSyncMemory = () =>
  new SharedArrayBuffer(Object.keys(slots).length * Int32Array.BYTES_PER_ELEMENT)
