import { setTimeout as sleep } from 'node:timers/promises'
import { addressOf, tokenOf } from '../../bench/players.ts'

const PAUSE_MS = 5

/** Sends one simple read after the other, each as another player, until it is stopped. */
export class Reads {
  readonly #url: string
  readonly #players: number
  readonly #ended: Promise<void>
  #is_stopped = false
  #failure: unknown
  #longest_ms = 0

  constructor(url: string, players: number) {
    this.#url = url
    this.#players = players
    this.#ended = this.#run().catch((error: unknown) => {
      this.#failure = error
    })
  }

  async #run(): Promise<void> {
    for (let turn = 1; !this.#is_stopped; turn++) {
      // A large step, so that most reads are of rows that are not in memory yet.
      const id = ((turn * 7919) % this.#players) + 1
      const headers = { 'authentication-token': tokenOf(id), 'x-forwarded-for': addressOf(turn) }
      const began = performance.now()
      const { status } = await this.#read(`/api/v3/users/${id}`, headers)
      if (status !== 200) throw new Error(`a read was answered with ${status}`)
      this.#longest_ms = Math.max(this.#longest_ms, performance.now() - began)
      await sleep(PAUSE_MS)
    }
  }

  async #read(path: string, headers: Record<string, string>): Promise<Response> {
    const response = await fetch(this.#url + path, { headers })
    await response.arrayBuffer()
    return response
  }

  /** Returns how long the slowest took. Throws if one failed. */
  async stop(): Promise<number> {
    this.#is_stopped = true
    await this.#ended
    if (this.#failure) throw this.#failure
    return this.#longest_ms
  }
}
