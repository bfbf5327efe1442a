import { setTimeout as sleep } from 'node:timers/promises'

/** As text: why there is none. */
export type Answer = { status: number; text: string } | string

const SHOWN_CHARACTERS = 100
const WINDOW_MS = 10_000

export interface Sent {
  name: string
  due: number
  sent_at: number
  /** Now, if it is not given. */
  answered_at?: number
  answer: Answer
}

/** A timer may fire up to a millisecond early. */
const beginOf = (due: number, sent_at: number) => Math.min(due, sent_at)

/** What came of requests that are sent when they are due, however long the ones before them take. */
export class PacedResult {
  requests = 0
  /** From the moment at which each request was due, by what was requested. */
  latencies_ms: Record<string, number[]> = {}
  /** The same in the order of time, for each ten seconds since the first request. Empty: no latency counts there. */
  windows_ms: number[][] = []
  /** The latencies of requests that do not count. */
  untimed_ms: number[] = []
  /** How late requests were sent: if this is high, the load generator was too slow, not the server. */
  lateness_ms: number[] = []
  /** What was not answered with success, and how often. */
  failures: Record<string, number> = {}

  #first_due: number | undefined

  add({ name, due, sent_at, answered_at = performance.now(), answer }: Sent): void {
    this.lateness_ms.push(sent_at - due)
    const latency_ms = answered_at - beginOf(due, sent_at)
    ;(this.latencies_ms[name] ??= []).push(latency_ms)
    this.#windowOf(due).push(latency_ms)
    this.#count(name, answer)
  }

  /** For a request whose latency does not count, but whose failure does. */
  addUntimed({ name, due, sent_at, answered_at = performance.now(), answer }: Sent): void {
    this.untimed_ms.push(answered_at - beginOf(due, sent_at))
    this.#windowOf(due)
    this.#count(name, answer)
  }

  #windowOf(due: number): number[] {
    this.#first_due ??= due
    const index = Math.max(0, Math.floor((due - this.#first_due) / WINDOW_MS))
    while (this.windows_ms.length <= index) this.windows_ms.push([])
    return this.windows_ms[index] ?? []
  }

  #count(name: string, answer: Answer): void {
    this.requests++
    if (typeof answer !== 'string' && answer.status < 300) return
    const problem = typeof answer === 'string' ? answer : `${answer.status} ${answer.text}`
    const what = `${name}: ${problem.slice(0, SHOWN_CHARACTERS)}`
    this.failures[what] = (this.failures[what] ?? 0) + 1
  }
}

interface Pace {
  first: number
  end: number
  /** The time until the next one is due. */
  pauseMs: () => number
}

/** Does something whenever it is due, and waits for all of it at the end. */
export async function pace(
  { first, end, pauseMs }: Pace,
  act: (due: number) => Promise<void>,
): Promise<void> {
  const pending = new Set<Promise<void>>()
  for (let due = first; due < end; due += pauseMs()) {
    await sleep(Math.max(0, due - performance.now()))
    const acting = act(due).finally(() => pending.delete(acting))
    pending.add(acting)
  }
  await Promise.all(pending)
}

/** The token in the answer to a sign-in. Undefined: it was not answered with success. */
export function tokenIn(answer: Answer): string | undefined {
  if (typeof answer === 'string' || answer.status >= 300) return undefined
  const { authentication_token }: { authentication_token: string } = JSON.parse(answer.text)
  return authentication_token
}
