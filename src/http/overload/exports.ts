import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'

/**
 * Sends long JSON answers as streams: what is not read yet is not made yet. Each player has one at a time, and all of
 * them together only a few, because each may be read as slowly as its client likes.
 */
export class Exports {
  readonly #player_ids = new Set<number>()

  send(reply: FastifyReply, player_id: number, make: () => AsyncIterable<string>): void {
    if (this.#player_ids.has(player_id))
      throw new Refusal('export_running', { retry_after_seconds: 1 })
    if (this.#player_ids.size >= limits.exports_at_once.value)
      throw new Refusal('busy', { retry_after_seconds: 1 })
    this.#player_ids.add(player_id)
    const stream = Readable.from(make())
    const timer = setTimeout(() => stream.destroy(), limits.export_seconds.value * 1000).unref()
    stream.once('close', () => {
      clearTimeout(timer)
      this.#player_ids.delete(player_id)
    })
    void reply.header('content-type', 'application/json; charset=utf-8').send(stream)
  }
}
