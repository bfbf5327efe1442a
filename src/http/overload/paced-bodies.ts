import type { IncomingMessage } from 'node:http'
import { Fifo } from './fifo.ts'

/** Smaller bodies are neither counted nor paced: the number of requests limits them. */
export const SMALL_BODY_BYTES = 16_384

/** 4 MiB at once, then 16 MiB per second. */
const BYTES_AT_ONCE = 4_194_304
const BYTES_PER_MS = 16_777

/** Lets connections read one chunk each, in turns: one in each turn of the event loop, and no more bytes than the pace. */
class ChunkPace {
  readonly #waiting = new Fifo<() => void>()
  #is_active = false
  #allowance = BYTES_AT_ONCE
  #counted_at = 0

  /** Reads on when it is the turn of this connection, which has read that many bytes. */
  add(bytes: number, readOne: () => void): void {
    this.#allowance -= bytes
    this.#waiting.push(readOne)
    if (!this.#is_active) this.#schedule()
    this.#is_active = true
  }

  #schedule(): void {
    const now = performance.now()
    const earned = (now - this.#counted_at) * BYTES_PER_MS
    this.#allowance = Math.min(BYTES_AT_ONCE, this.#allowance + earned)
    this.#counted_at = now
    if (this.#allowance > 0) setImmediate(() => this.#readOne())
    else setTimeout(() => this.#schedule(), Math.ceil(-this.#allowance / BYTES_PER_MS))
  }

  #readOne(): void {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) this.#schedule()
    else this.#is_active = false
  }
}

const pace = new ChunkPace()

export const isLargeBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined ||
  Number(headers['content-length'] ?? 0) > SMALL_BODY_BYTES

/**
 * Reads the body one chunk at a time, in turns with all others. Otherwise Node would read megabytes of each connection in one
 * turn of the event loop, and a crowd that sends large bodies would stop the server: to read them, and to collect the garbage.
 */
export function readInTurns(request: IncomingMessage): void {
  request.on('data', (chunk: Buffer) => {
    request.pause()
    pace.add(chunk.length, () => request.resume())
  })
}

/** So many refused bodies are read at once, only to reach the next request on their connections. */
const MAX_DISCARDED = 32
const discarded = new Set<IncomingMessage>()

/** Reads a refused body in turns. False: there are too many, so its connection must be closed after the answer. */
export function discardInTurns(request: IncomingMessage): boolean {
  if (discarded.size >= MAX_DISCARDED) return false
  discarded.add(request)
  const { socket } = request
  // Whichever comes first: a request that is not read to its end never closes. A connection may have many requests.
  const forget = () => {
    discarded.delete(request)
    request.off('end', forget)
    socket.off('close', forget)
  }
  request.on('end', forget)
  socket.on('close', forget)
  readInTurns(request)
  return true
}
