import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'

const TASKS = '/proc/self/task'
const LOW_PRIORITY = 10
/** By then, the code that is used most is compiled. */
const COMPILED_AFTER_MS = 60_000

/** `chrt -p` takes a single id. */
const SET_IDLE_POLICY = 'for id; do chrt -i -p 0 "$id" || exit 1; done'

const STARVATION_CHECK_MS = 50
/** If the event loop was idle for so long between two checks, others could use the core. */
const MIN_IDLE_MS = 2.5
/** Of the time since the last check. */
const BLOCK_SHARE = 0.1
const MAX_BLOCK_MS = 10

let may_use_idle_policy = false
/** The ids of threads and processes with the policy SCHED_IDLE. */
const idle_ids = new Set<number>()
let starvation_check: NodeJS.Timeout | undefined
const never_notified = new Int32Array(new SharedArrayBuffer(4))

/** Not `availableParallelism`: a container may have the time of one core on several of them. */
function hasSingleCore(): boolean {
  try {
    const status = readFileSync('/proc/self/status', 'latin1')
    return /^Cpus_allowed_list:\s*\d+$/m.test(status)
  } catch {
    return false
  }
}

/** Whether a thread or process runs or waits for a core. */
function isRunnable(id: number): boolean {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'latin1')
    return text[text.lastIndexOf(')') + 2] === 'R'
  } catch {
    return false
  }
}

/**
 * Blocks the event loop for a tenth of the time while it is never idle: otherwise threads with SCHED_IDLE would starve, and
 * sign-ins with them.
 */
function preventStarvation(): NodeJS.Timeout {
  let idle_before = performance.nodeTiming.idleTime
  let checked_at = performance.now()
  return setInterval(() => {
    const { idleTime } = performance.nodeTiming
    const was_idle = idleTime - idle_before >= MIN_IDLE_MS
    const block_ms = Math.min(MAX_BLOCK_MS, (performance.now() - checked_at) * BLOCK_SHARE)
    idle_before = idleTime
    if (!was_idle && [...idle_ids].some(isRunnable)) Atomics.wait(never_notified, 0, 0, block_ms)
    checked_at = performance.now()
  }, STARVATION_CHECK_MS).unref()
}

/**
 * On a single core, gives threads and processes the policy SCHED_IDLE: Linux takes the core from them as soon as the event
 * loop has work. Others keep it for up to four milliseconds, however low their priority is.
 */
function useIdlePolicy(ids: number[]): void {
  if (!may_use_idle_policy || ids.length === 0) return
  try {
    execFile('/bin/sh', ['-c', SET_IDLE_POLICY, 'sh', ...ids.map(String)], { env: {} }, (error) => {
      // Where `chrt` is missing, the low priority has to be enough.
      if (error) return
      for (const id of ids) idle_ids.add(id)
      starvation_check ??= preventStarvation()
    })
  } catch {
    // There is no memory for another process.
  }
}

/** Lets requests go before the process with this id. Undefined: it could not be started. */
export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, LOW_PRIORITY)
  } catch {
    // Not allowed here, or it has ended.
  }
  useIdlePolicy([pid])
}

async function lowerPriorityOfThreads(name: string): Promise<void> {
  const ids: number[] = []
  try {
    for (const id of await readdir(TASKS)) {
      const found = await readFile(`${TASKS}/${id}/comm`, 'utf8')
      if (found.trim() === name) ids.push(Number(id))
    }
    for (const id of ids) setPriority(id, LOW_PRIORITY)
  } catch {
    // Not on Linux, or not allowed: the server works as well without it.
  }
  useIdlePolicy(ids)
}

/**
 * Lets requests go before the threads that hash passwords, read files and look up hosts, so that sign-ups and sign-ins never slow
 * down others on a busy machine. Only Linux has priorities of single threads; elsewhere nothing changes. With several
 * `WORKERS` on one core, SCHED_IDLE would let those of one starve while another is busy. The thread that compiles is
 * needed at first, while most of the code is slow.
 */
export async function lowerPriorities(workers: number): Promise<void> {
  may_use_idle_policy = workers === 1 && hasSingleCore()
  // Looking for these threads starts them.
  await lowerPriorityOfThreads('libuv-worker')
  if (may_use_idle_policy)
    setTimeout(() => void lowerPriorityOfThreads('V8Worker'), COMPILED_AFTER_MS).unref()
}
