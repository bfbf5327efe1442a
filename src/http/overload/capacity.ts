import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'

/** Smaller bodies are not counted: the number of connections limits them. */
const SMALL_BODY_BYTES = 16_384
const LARGE_ANSWER_CHARACTERS = 262_144

/** A body of unknown length may become as long as the longest. */
function bodyBytes({ headers }: IncomingMessage): number {
  const length = headers['content-length']
  if (length !== undefined) return Math.min(Number(length), limits.body_bytes.value)
  return headers['transfer-encoding'] === undefined ? 0 : limits.body_bytes.value
}

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
  /** What each request with a large body has reserved. */
  readonly #reserved = new Map<IncomingMessage, { bytes: number; is_handled: boolean }>()
  #reserved_bytes = 0
  in_progress = 0
  rejected = 0

  constructor(max_requests: number) {
    this.#max_requests = max_requests
  }

  /**
   * Called once, before the body is read. If it returns true, memory for a large body is reserved: until the answer is
   * made, or until the request ends unhandled. Both ends count: a request whose body is not read never closes, and while
   * one waits behind another on its connection, its response never closes.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.in_progress >= this.#max_requests) return false
    const bytes = bodyBytes(request)
    if (bytes <= SMALL_BODY_BYTES) return true
    if (this.#reserved_bytes + bytes > limits.bodies_bytes.value) return false
    this.#reserved.set(request, { bytes, is_handled: false })
    this.#reserved_bytes += bytes
    const onEnd = () => {
      if (!this.#reserved.get(request)?.is_handled) this.#unreserve(request)
    }
    request.once('close', () => request.complete || onEnd())
    response.once('close', onEnd)
    return true
  }

  #unreserve(request: IncomingMessage): void {
    this.#reserved_bytes -= this.#reserved.get(request)?.bytes ?? 0
    this.#reserved.delete(request)
  }

  /** When the body has arrived. */
  acquire(request: FastifyRequest): void {
    if (this.in_progress >= this.#max_requests) {
      this.rejected++
      throw new Refusal('overloaded', { retry_after_seconds: 1 })
    }
    this.in_progress++
    request.holds_slot = true
    const reserved = this.#reserved.get(request.raw)
    if (reserved) reserved.is_handled = true
  }

  /** While the request waits for its turn. The memory for its body stays reserved. */
  yieldSlot(request: FastifyRequest): void {
    if (request.holds_slot) this.in_progress--
    request.holds_slot = false
  }

  /** When the answer is made. */
  release(request: FastifyRequest, reply: FastifyReply, answer: unknown): void {
    this.yieldSlot(request)
    this.#unreserve(request.raw)
    if (typeof answer === 'string' && answer.length > LARGE_ANSWER_CHARACTERS)
      this.#watch(reply.raw, answer.length)
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
