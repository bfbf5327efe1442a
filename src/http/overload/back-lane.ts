import { performance } from 'node:perf_hooks'
import { Fifo } from './fifo.ts'
import { LoopShare } from './loop-share.ts'

/** For how long such work goes on in one turn of the event loop. */
const MAX_TURN_MS = 1
const MAX_REJECTIONS_MS = 0.25

/**
 * Where work waits that others should not have to wait for: all that the server does for clients that ask for much. In each
 * turn of the event loop some of it is done, after everything else that has arrived, and while others are served it rests
 * for a part of the time: a crowd in this lane delays itself, and nobody else.
 */
export class BackLane {
  readonly #max_ms: number
  readonly #share = new LoopShare()
  readonly #waiting = new Fifo<() => void>()
  #is_active = false
  #until = 0

  /** In each turn, work is done for at most `max_ms`, and at least one piece of it. */
  constructor(max_ms: number) {
    this.#max_ms = max_ms
  }

  add(work: () => void): void {
    this.#waiting.push(work)
    if (this.#is_active) return
    this.#is_active = true
    setImmediate(this.#beginTurn)
  }

  /** For every request that is served without waiting here. */
  noteOthers(): void {
    this.#share.noteOthers()
  }

  readonly #beginTurn = () => {
    const now = performance.now()
    const rest_ms = this.#share.restMs(now, performance.nodeTiming.idleTime)
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

/** One for the whole process, because it has one event loop. */
export const backLane = new BackLane(MAX_TURN_MS)

/** Of their own, so that nobody who is served waits behind them. */
export const rejections = new BackLane(MAX_REJECTIONS_MS)
