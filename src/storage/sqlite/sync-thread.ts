import { fdatasyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/** A thread that waits until what was written to a file is on disk, which would block the event loop of the server. */

/** The code of the error. Undefined: everything is on disk. */
export type SyncResult = string | undefined

const file = openSync(String(workerData), 'r+')

function sync(): SyncResult {
  try {
    fdatasyncSync(file)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
parentPort?.on('message', () => parentPort?.postMessage(sync()))
parentPort?.postMessage('ready')
