import type { Usage } from './usage.ts'

/** More than a browser sends to one server at once. What they cost is known before the next ones begin. */
const MAX_AT_ONCE = 8
const MAX_WAITING = 60

/** Each player's requests stand in a line: a few are handled at once, others wait, and too many are refused. */

/** Whether the request may begin now. */
export function beginTurn(usage: Usage): boolean {
  if (usage.active >= MAX_AT_ONCE) return false
  usage.active++
  return true
}

/** False: too many are waiting. */
export const canWait = ({ waiting }: Usage) => waiting < MAX_WAITING

/** Calls `start` after the delay, when it is the request's turn. */
export function waitForTurn(usage: Usage, delay_ms: number, start: () => void): void {
  usage.waiting++
  const onReady = () => {
    ;(usage.ready ??= []).push(start)
    startNext(usage)
  }
  if (delay_ms > 0) setTimeout(onReady, delay_ms)
  else onReady()
}

/** For every request that has begun, when its answer is made. */
export function endTurn(usage: Usage): void {
  usage.active--
  startNext(usage)
}

function startNext(usage: Usage): void {
  const start = usage.active < MAX_AT_ONCE ? usage.ready?.shift() : undefined
  if (!start) return
  usage.active++
  usage.waiting--
  start()
}
