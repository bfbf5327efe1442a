import { performance } from 'node:perf_hooks'
import { FairQueue } from './fair-queue.ts'
import { LoopShare } from './loop-share.ts'

/** For how long the back lane works in one turn of the event loop. */
const MAX_TURN_MS = 1
const MAX_REJECTIONS_MS = 0.25

/** Work of which some is done in each turn of the event loop, after everything else that has arrived. */
export class TimedLane {
  readonly #max_ms: number
  readonly #share: LoopShare | undefined
  readonly #waiting = new FairQueue<() => void>()
  #is_active = false
  #until = 0

  /** In each turn, work is done for at most `max_ms`, and at least one piece of it. `share` says when it rests. */
  constructor(max_ms: number, share?: LoopShare) {
    this.#max_ms = max_ms
    this.#share = share
  }

  /** `address`: whose work it is, if it begins something new. */
  add(work: () => void, address?: object): void {
    if (address) this.#waiting.pushNew(work, address)
    else this.#waiting.pushBegun(work)
    if (this.#is_active) return
    this.#is_active = true
    setImmediate(this.#beginTurn)
  }

  /** For every request that is served without waiting here. */
  noteOthers(): void {
    this.#share?.noteOthers()
  }

  /** Whether others were served a moment ago. */
  get expects_others(): boolean {
    return this.#share?.expectsOthers(performance.now()) ?? false
  }

  readonly #beginTurn = () => {
    const now = performance.now()
    const rest_ms = this.#share?.restMs(now, performance.nodeTiming.idleTime) ?? 0
    if (rest_ms > 0) {
      setTimeout(this.#beginTurn, rest_ms)
      return
    }
    this.#until = now + this.#max_ms
    this.#doNext()
  }

  /**
   * The tick comes after all promises that this piece of work has settled: their work counts, too. Without the microtask it would
   * come before them.
   */
  readonly #doNext = () => {
    const work = this.#waiting.shift()
    queueMicrotask(this.#goOnLater)
    work?.()
  }

  readonly #goOnLater = () => process.nextTick(this.#goOn)

  readonly #goOn = () => {
    if (this.#waiting.length === 0) {
      this.#is_active = false
      return
    }
    if (performance.now() < this.#until) this.#doNext()
    else setImmediate(this.#beginTurn)
  }
}

/**
 * Where work waits that others should not have to wait for: all that the server does for clients that ask for much. While others
 * are served it rests for a part of the time: a crowd in this lane delays itself, and nobody else. There is one for the whole
 * process, because it has one event loop.
 */
export const backLane = new TimedLane(MAX_TURN_MS, new LoopShare())

/** Of their own, so that nobody who is served waits behind them. */
export const rejections = new TimedLane(MAX_REJECTIONS_MS)
