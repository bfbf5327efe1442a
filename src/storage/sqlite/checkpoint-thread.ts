import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** A thread that copies the log into the database, which would block the event loop of the server. */

export type CheckpointRequest = 'checkpoint' | 'close'

/** Writers wait while the last part is copied, and that part waits this long for readers. */
const MAX_LOCK_WAIT_MS = 50

const database = new DatabaseSync(String(workerData), { timeout: MAX_LOCK_WAIT_MS })
const copyMost = database.prepare('pragma wal_checkpoint(passive)')
const copyRest = database.prepare('pragma wal_checkpoint(full)')

parentPort?.on('message', (request: CheckpointRequest) => {
  if (request === 'close') {
    database.close()
    parentPort?.close()
    return
  }
  // Nobody waits for the first part. What is written meanwhile is little, and without it the log would never start
  // again at its beginning.
  const most = copyMost.get()
  if (most?.['busy'] === 0) copyRest.get()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage('done')
})
