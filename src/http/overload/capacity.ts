import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'
import { isLargeBody, readInTurns, SMALL_BODY_BYTES } from './paced-bodies.ts'

/** Of a request without a body. */
const WAITING_REQUEST_BYTES = 4096
const LARGE_ANSWER_LENGTH = 262_144
/** Of the slots, for clients that ask for much: they hold theirs for longer, because they let others go first. */
const LATER_SHARE = 0.75

/** What each chunk of a body takes besides its bytes. */
const CHUNK_BYTES = 256
/** Of one body with its chunks: as large as a body may be, with chunks of some hundred bytes. */
const MAX_COUNTED_BYTES = 4 * limits.body_bytes.value

/** A request whose body may be large. */
interface LargeBody {
  /** What has arrived; the first 16 KiB are not counted. */
  bytes: number
  is_handled: boolean
  /** Whatever still arrives is not kept. */
  is_over: boolean
}

const bytesOfWaiting = ({ headers, chunked_bytes }: FastifyRequest) =>
  WAITING_REQUEST_BYTES + Number(headers['content-length'] ?? chunked_bytes)

const tooManyBodies = () =>
  new Refusal('overloaded', { retry_after_seconds: 1, headers: { connection: 'close' } })

const tooManyChunks = () =>
  new Refusal('body_too_large', {
    sentence: 'The request body comes in too many small chunks: send fewer, larger ones.',
    headers: { connection: 'close' },
  })

/**
 * How many requests are worked on at once. Further ones are rejected, so that those in progress are answered soon. A
 * request acquires its slot when its body has arrived: a slow sender holds none. It releases the slot when its answer
 * is made, whether or not anyone is still there to read it.
 */
export class Capacity {
  readonly #max_requests: number
  /** Large answers that are not read yet, the oldest first, with their length. */
  readonly #unread = new Map<ServerResponse, number>()
  #unread_characters = 0
  readonly #large_bodies = new Map<IncomingMessage, LargeBody>()
  #large_bytes = 0
  /** Of requests that wait for their turn. */
  #waiting_bytes = 0
  in_progress = 0
  /** Requests that have not begun, because others go first, or because they will be rejected. */
  held_back = 0
  rejected = 0
  /** Connections that had too many requests that waited. */
  closed = 0

  constructor(max_requests: number) {
    this.#max_requests = max_requests
  }

  /** Before the body is read: whether there is room for what the client says that it will send. */
  admit(request: IncomingMessage): boolean {
    if (!this.#hasSlotFor(request)) return false
    const { headers } = request
    const bytes = Math.min(Number(headers['content-length'] ?? 0), limits.body_bytes.value)
    return bytes <= SMALL_BODY_BYTES || this.#large_bytes + bytes <= limits.bodies_bytes.value
  }

  #hasSlotFor({ caller }: IncomingMessage): boolean {
    const share = caller?.goes_first === false ? LATER_SHARE : 1
    return this.in_progress < Math.floor(this.#max_requests * share)
  }

  /**
   * Counts a large body while it arrives, so that a client that sends nothing uses nothing. It counts until the answer
   * is made, or until the request ends unhandled. Both ends count: a request whose body is not read never closes, and
   * while one waits behind another on its connection, its response never closes.
   */
  watchBody(request: IncomingMessage, response: ServerResponse): void {
    if (!isLargeBody(request)) return
    if (request.caller?.goes_first === false) readInTurns(request)
    const body: LargeBody = { bytes: -SMALL_BODY_BYTES, is_handled: false, is_over: false }
    this.#large_bodies.set(request, body)
    const onEnd = () => body.is_handled || this.#forgetBody(request)
    request.once('close', () => request.complete || onEnd())
    response.once('close', onEnd)
    request.on('data', (chunk: Buffer) => {
      if (body.is_over) return
      const before = Math.max(0, body.bytes)
      body.bytes += chunk.length + CHUNK_BYTES
      this.#large_bytes += Math.max(0, body.bytes) - before
      const has_room = this.#large_bytes <= limits.bodies_bytes.value || body.bytes <= 0
      if (has_room && body.bytes <= MAX_COUNTED_BYTES) return
      if (!has_room) this.rejected++
      this.#forgetBody(request)
      // The framework stops reading and answers, unless this chunk made the body too large or was its last one.
      process.nextTick(() => {
        const error = has_room ? tooManyChunks() : tooManyBodies()
        if (request.listenerCount('error') > 0) request.emit('error', error)
      })
    })
  }

  #forgetBody(request: IncomingMessage): void {
    const body = this.#large_bodies.get(request)
    if (!body) return
    this.#large_bytes -= Math.max(0, body.bytes)
    body.is_over = true
    this.#large_bodies.delete(request)
  }

  /** When the body has arrived. */
  acquire(request: FastifyRequest): void {
    if (!this.#hasSlotFor(request.raw)) {
      this.rejected++
      throw new Refusal('overloaded', { retry_after_seconds: 1 })
    }
    this.in_progress++
    request.holds_slot = true
    const body = this.#large_bodies.get(request.raw)
    if (body) body.is_handled = true
  }

  /** Gives the slot to others until it is the turn of the request. Its body stays in memory, so there is a limit. */
  beginWait(request: FastifyRequest): void {
    const bytes = bytesOfWaiting(request)
    if (this.#waiting_bytes + bytes > limits.waiting_bytes.value) {
      this.rejected++
      throw new Refusal('overloaded', { retry_after_seconds: 1 })
    }
    this.#waiting_bytes += bytes
    this.#yieldSlot(request)
  }

  endWait(request: FastifyRequest): void {
    this.#waiting_bytes -= bytesOfWaiting(request)
  }

  #yieldSlot(request: FastifyRequest): void {
    if (request.holds_slot) this.in_progress--
    request.holds_slot = false
  }

  /** When the answer is made. */
  release(request: FastifyRequest, reply: FastifyReply, answer: unknown): void {
    this.#yieldSlot(request)
    this.#forgetBody(request.raw)
    const is_whole = typeof answer === 'string' || Buffer.isBuffer(answer)
    if (is_whole && answer.length > LARGE_ANSWER_LENGTH) this.#watch(reply.raw, answer.length)
  }

  /** When too much waits to be read, the connections that have not read for the longest time are closed. */
  #watch(response: ServerResponse, characters: number): void {
    if (response.destroyed) return
    this.#unread.set(response, characters)
    this.#unread_characters += characters
    response.once('close', () => this.#unwatch(response))
    for (const slow of this.#unread.keys()) {
      if (this.#unread_characters <= limits.unread_characters.value || slow === response) return
      this.#unwatch(slow)
      slow.socket?.destroy()
    }
  }

  #unwatch(response: ServerResponse): void {
    this.#unread_characters -= this.#unread.get(response) ?? 0
    this.#unread.delete(response)
  }
}
