import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { availableParallelism, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'

const TASKS = '/proc/self/task'
const LOW_PRIORITY = 10

const is_on_one_core = process.platform === 'linux' && availableParallelism() === 1

/** Linux asks for one at a time. */
const MAKE_IDLE = 'for id; do chrt -i -p 0 "$id"; done'
const CHECK_MS = 50
/** In this time between two checks, others could use the core. */
const ENOUGH_IDLE_MS = 2.5
const STANDSTILL_MS = 5

/** The ids of the threads and processes that get only what the event loop leaves of the core. */
const idle_ids = new Set<number>()
const never = new Int32Array(new SharedArrayBuffer(4))

/** False as well if it has ended. */
function waitsForCore(id: number): boolean {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'latin1')
    return text.startsWith('R', text.lastIndexOf(')') + 2)
  } catch {
    idle_ids.delete(id)
    return false
  }
}

/** Without this, a sign-in would never end while the event loop is always busy: it stands still for a tenth of the time then. */
function shareCore(): void {
  let idle_before = performance.nodeTiming.idleTime
  setInterval(() => {
    const { idleTime } = performance.nodeTiming
    const has_idled = idleTime - idle_before >= ENOUGH_IDLE_MS
    idle_before = idleTime
    if (!has_idled && [...idle_ids].some(waitsForCore)) Atomics.wait(never, 0, 0, STANDSTILL_MS)
  }, CHECK_MS).unref()
}

/**
 * Such a thread gives way at once. Any other keeps a core for up to four milliseconds when a request arrives, however low its
 * priority is.
 */
function makeIdle(ids: number[]): void {
  if (!is_on_one_core) return
  if (idle_ids.size === 0) shareCore()
  for (const id of ids) idle_ids.add(id)
  // Where `chrt` is missing, the low priority has to be enough.
  execFile('sh', ['-c', MAKE_IDLE, 'sh', ...ids.map(String)], () => {})
}

/** Lets requests go before the thread or process with this id. Undefined: it could not be started. */
export function lowerPriority(id: number | undefined): void {
  if (id === undefined) return
  try {
    setPriority(id, LOW_PRIORITY)
  } catch {
    // Not allowed here, or it has ended.
  }
  makeIdle([id])
}

/**
 * Lets requests go before the threads that hash passwords, so that sign-ups and sign-ins never slow down others on a busy
 * machine. Only Linux has priorities of single threads; elsewhere nothing changes.
 */
export async function lowerPriorityOfThreads(): Promise<void> {
  const ids: number[] = []
  try {
    // The first of these reads also starts the threads.
    for (const id of await readdir(TASKS)) {
      const name = await readFile(`${TASKS}/${id}/comm`, 'utf8')
      if (name.trim() === 'libuv-worker') ids.push(Number(id))
    }
    for (const id of ids) setPriority(id, LOW_PRIORITY)
  } catch {
    // Not on Linux, or not allowed: the server works as well without it.
  }
  makeIdle(ids)
}
