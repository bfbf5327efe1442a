import type { IncomingMessage } from 'node:http'
import { RecentMap } from './recent-map.ts'

/** More keys than this in a short time are an attack from many addresses; the oldest are then forgotten. */
const MAX_KEYS = 50_000

/** For so long after a large answer, further ones are expected to be large. */
const EXPECTED_FOR_MS = 600_000

/** What one player, address or game has used lately. */
export class Usage {
  /** For each rate, the time at which its bucket will be full again. */
  readonly full_at: number[]
  /** A player's requests that have begun. */
  active = 0
  /** How many of them count among those of all players with large answers. */
  large_active = 0
  /** A player's requests that wait for their turn, delayed or in `ready`. */
  waiting = 0
  ready: (() => void)[] | undefined
  /** How many large parts the player's large answers had, at most. */
  #large_parts = 0
  /** The next ones are expected to be as large until this time of `performance.now()`. */
  #large_answers_until = 0
  /** Whether the player's requests take turns with those of others with large answers. */
  takes_turns = false
  /** A player who asked for too much does not go first for `penalty_ms`, until this time. */
  penalized_until = 0
  penalty_ms = 0
  /** The next request after the penalty takes most of the tokens. */
  returns_from_penalty = false
  /** Of a player: the address of the last request, as it was named there, with the addresses of proxies. */
  address_text: string | undefined
  /** What that address has used, found in this generation of all addresses. */
  address_usage: Usage | undefined
  address_generation = 0

  constructor(full_at: number[]) {
    this.full_at = full_at
  }

  /** A smaller one does not make them smaller. */
  expectLargeAnswers(parts: number): void {
    this.#large_parts = Math.max(parts, this.expected_large_parts)
    this.#large_answers_until = performance.now() + EXPECTED_FOR_MS
  }

  /** 0: the next answer is expected to be small. */
  get expected_large_parts(): number {
    if (this.#large_parts === 0 || performance.now() > this.#large_answers_until) return 0
    return this.#large_parts
  }

  get expects_large_answers(): boolean {
    return this.expected_large_parts > 0
  }
}

/** Who sends a request, as far as its headers say. */
export interface Caller {
  address: Usage
  token: string | undefined
  /** Whether a service key or the system key was sent, right or wrong. */
  has_key: boolean
  /** Of the body, by its header. */
  announced_bytes: number | undefined
  /** Of the player with this token, if it was accepted lately. */
  player: Usage | undefined
  /** Whether it is a player who asks for little, the server of a game, or one of a few newcomers; without a pace for players, anyone. */
  goes_first: boolean
  /** Of those who go first: whether their transactions go before most others, because they have asked for very little lately. */
  has_transaction_priority: boolean
  /** Of a player who goes first: how many tokens for large parts were taken before the answer was made; what was not needed is given back. */
  large_parts: number
}

/** Before it is known who goes first. */
export const newCaller = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  address: Usage,
  token: string | undefined,
  player: Usage | undefined,
): Caller => ({
  address,
  token,
  has_key: headers['service-key-token'] !== undefined,
  announced_bytes:
    headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
  player,
  goes_first: false,
  has_transaction_priority: false,
  large_parts: 0,
})

declare module 'node:http' {
  interface IncomingMessage {
    /** Set by the listener if there are limits. */
    caller?: Caller
  }
}

/** The usage of all players, all addresses or all games: found once per request, whatever is counted. */
export class Usages {
  /** Of a new usage, whose buckets are all full. To copy it is faster than to fill another. */
  readonly #full_at: number[]
  readonly #found: RecentMap<number | string, Usage>

  /** A bucket can be empty for a period, so it is full after two. */
  constructor(rates: { seconds: number }[], max_keys = MAX_KEYS) {
    this.#full_at = rates.map(() => -Infinity)
    const longest_ms = Math.max(1, ...rates.map(({ seconds }) => seconds)) * 1000
    this.#found = new RecentMap(2 * longest_ms, max_keys)
  }

  get size(): number {
    return this.#found.size
  }

  generationAt(now: number): number {
    return this.#found.generationAt(now)
  }

  of(key: number | string, now: number): Usage {
    const recent = this.#found.get(key, now)
    if (recent) return recent
    const usage = new Usage(this.#full_at.slice())
    this.#found.set(key, usage, now)
    return usage
  }
}
