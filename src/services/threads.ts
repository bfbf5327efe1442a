import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

const TASKS = '/proc/self/task'

const LOW_PRIORITY = 10

/**
 * Gives the threads that hash passwords a low priority, so that sign-ups and sign-ins never slow down other requests on a
 * busy machine. Only Linux has priorities of single threads; elsewhere nothing changes.
 */
export async function lowerPriorityOfThreads(): Promise<void> {
  try {
    // The first of these reads also starts the threads.
    for (const thread of await readdir(TASKS)) {
      const name = await readFile(`${TASKS}/${thread}/comm`, 'utf8')
      if (name.trim() === 'libuv-worker') setPriority(Number(thread), LOW_PRIORITY)
    }
  } catch {
    // Not on Linux, or not allowed: the server works as well without it.
  }
}
