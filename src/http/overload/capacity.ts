import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'

/** Bodies up to this size are not counted: the number of connections bounds them. */
const SMALL_BODY_BYTES = 16_384
const LARGE_ANSWER_CHARACTERS = 262_144

/** A body of unknown length may become as long as any. */
function bodyBytes({ headers }: IncomingMessage): number {
  const length = headers['content-length']
  if (length !== undefined) return Math.min(Number(length), limits.body_bytes.value)
  return headers['transfer-encoding'] === undefined ? 0 : limits.body_bytes.value
}

/**
 * What the requests under way may take of the server. Who comes when all places are taken is sent away at once, so
 * that those who are in are answered soon. A request takes its place when its body has arrived: who sends slowly
 * holds none. It gives it back when its answer is made, whether or not anyone is still there to read it.
 */
export class Capacity {
  readonly #most: number
  /** Large answers on their way out, the oldest first, and how long they are. */
  readonly #unread = new Map<ServerResponse, number>()
  #unread_characters = 0
  #large_body_bytes = 0
  working = 0
  sent_away = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Asked before the body is read. */
  isFor(request: IncomingMessage): boolean {
    if (this.working >= this.#most) return false
    const bytes = bodyBytes(request)
    if (bytes <= SMALL_BODY_BYTES) return true
    if (this.#large_body_bytes + bytes > limits.bodies_bytes.value) return false
    this.#large_body_bytes += bytes
    request.once('close', () => (this.#large_body_bytes -= bytes))
    return true
  }

  /** When the body is there. */
  takePlace(request: FastifyRequest): void {
    if (this.working >= this.#most) {
      this.sent_away++
      throw new Refusal('overloaded', { retry_after_seconds: 1 })
    }
    this.working++
    request.has_place = true
  }

  /** When the answer is made. */
  leave(request: FastifyRequest, reply: FastifyReply, answer: unknown): void {
    if (request.has_place) this.working--
    request.has_place = false
    if (typeof answer === 'string' && answer.length > LARGE_ANSWER_CHARACTERS)
      this.#watch(reply.raw, answer.length)
  }

  /** When too much waits to be read, those are cut off who have not read for the longest time. */
  #watch(response: ServerResponse, characters: number): void {
    if (response.destroyed) return
    this.#unread.set(response, characters)
    this.#unread_characters += characters
    response.once('close', () => this.#forget(response))
    for (const slow of this.#unread.keys()) {
      if (this.#unread_characters <= limits.unread_characters.value || slow === response) return
      this.#forget(slow)
      slow.socket?.destroy()
    }
  }

  #forget(response: ServerResponse): void {
    this.#unread_characters -= this.#unread.get(response) ?? 0
    this.#unread.delete(response)
  }
}
