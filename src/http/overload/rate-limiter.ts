import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { HOUR_MS } from '../../durations.ts'
import type { Config } from '../../config.ts'
import type { Player } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import { limits } from '../../limits.ts'
import type { RateLimitName } from '../../rate-limits.ts'
import { readToken } from '../token.ts'
import { Addresses } from './addresses.ts'
import {
  applies,
  check,
  createLimits,
  describeExcess,
  type Excess,
  extraRequests,
  type Limits,
  ratesOf,
  SMALL_BYTES,
  take,
} from './limits-in-use.ts'
import { KeyGuesses } from './key-guesses.ts'
import { ModestPlayers } from './modest-players.ts'
import { Newcomers } from './newcomers.ts'
import { Rate } from './rate.ts'
import { RecentMap } from './recent-map.ts'
import { type Call, costsOf, hasBody, hasKey, isChunked, isRead, sentBytes } from './sent.ts'
import { canWait, Turns } from './turns.ts'
import { type Caller, newCaller, type Usage, Usages } from './usage.ts'

/** The rows and index entries of a write, besides the bytes that were sent. */
const BYTES_PER_WRITE = 1024
/** Probes and preflight requests: more of these from one address have to wait. */
const PROBES = { count: 1200, seconds: 60 }

/** A key that was revoked is not checked everywhere, so its acceptance is not remembered for long. */
const KEY_REMEMBERED_MS = 5 * 60_000
const MAX_REMEMBERED = 50_000

/**
 * Counts requests in the memory of this process, and refuses those that are too many. Service keys and the system key
 * are not limited; since a key is checked late, it is recognized by having been accepted from the same address.
 */
export class RateLimiter {
  readonly #limits: Limits
  readonly #is_on: boolean
  /** Keys that were accepted, with their addresses. */
  readonly #accepted_keys = new RecentMap<string, true>(KEY_REMEMBERED_MS, MAX_REMEMBERED)
  readonly #guesses = new KeyGuesses()
  readonly #turns = new Turns()
  /** Tokens of players who reached a limit: they are refused without a look-up of their session. */
  readonly #exhausted = {
    reads: new RecentMap<string, Excess>(HOUR_MS, MAX_REMEMBERED),
    writes: new RecentMap<string, Excess>(HOUR_MS, MAX_REMEMBERED),
  }
  /** How much players may ask for and still go before others. */
  readonly #modest: ModestPlayers
  readonly #probes: Rate
  readonly #newcomers: Newcomers
  readonly #players: Usages
  readonly #addresses: Addresses
  readonly #games: Usages
  /** Of players whose tokens were accepted in the last hour or two. Later `admitPlayer` looks up the usage, and so keeps it. */
  readonly #known_tokens = new RecentMap<string, Usage>(HOUR_MS, MAX_REMEMBERED)
  /** How many requests each limit has refused. */
  readonly refused = new Map<RateLimitName, number>()

  constructor(config: Config) {
    this.#limits = createLimits(config)
    const { player, address, game } = this.#limits
    this.#modest = new ModestPlayers(ratesOf(player).length, ratesOf(address).length + 2)
    this.#players = new Usages([...ratesOf(player), ...this.#modest.rates])
    this.#probes = new Rate(PROBES, ratesOf(address).length)
    this.#newcomers = new Newcomers(ratesOf(address).length + 1)
    const rates = [
      ...ratesOf(address),
      this.#probes,
      this.#newcomers.rate,
      this.#modest.rate_of_address,
    ]
    this.#addresses = new Addresses(rates, config.TRUST_PROXY)
    this.#games = new Usages(ratesOf(game))
    this.#is_on = config.RATE_LIMIT === 'on'
  }

  /** How many players, addresses and games are counted. */
  get keys(): number {
    return this.#players.size + this.#addresses.size + this.#games.size
  }

  /** For every request, before its body is read. Undefined: it may be answered. */
  findExcess(raw: IncomingMessage, now: number): Excess | undefined {
    if (!this.#is_on) return undefined
    const kind = isRead(raw) ? 'reads' : 'writes'
    const exhausted = this.#exhausted[kind]
    // The body is not read yet: a token there is looked up later, by `admitToken`.
    const token = readToken(raw.headers)
    if (exhausted.size > 0 && token !== undefined) {
      const excess = exhausted.get(token, now)
      const bytes = Number(raw.headers['content-length'] ?? 1)
      if (excess && applies(excess, bytes, now)) return this.#count(excess)
    }
    const { address: of_address } = this.#limits
    const player = token === undefined ? undefined : this.#known_tokens.peek(token, now)
    const usage = player
      ? this.#addresses.usageOfPlayer(raw, player, now)
      : this.#addresses.usageOf(raw, now)
    const caller = (raw.caller = newCaller(raw, usage, token, player))
    if (caller.has_key) {
      caller.goes_first = this.#hasAcceptedKey(raw, now)
      if (caller.goes_first) return undefined
      const guessing = check(of_address['wrong_keys'], usage, 1, now)
      if (guessing && !this.#guesses.isPending(this.#keyAndAddress(raw)))
        return this.#count(guessing)
    }
    const excess =
      take(of_address[kind], usage, 1, now) ??
      check(of_address['answered_bytes'], usage, 1, now) ??
      (kind === 'writes' || hasBody(raw)
        ? check(of_address['written_bytes'], usage, caller.announced_bytes ?? 1, now)
        : undefined)
    if (!excess && !caller.has_key) caller.goes_first = this.#goesFirst(raw, caller, now)
    return this.#count(excess)
  }

  /** For probes and preflight requests: their address, if it sends so many that they have to wait. */
  findFlood(raw: IncomingMessage, now: number): Usage | undefined {
    if (!this.#is_on) return undefined
    const address = this.#usageOfAddress(raw, now)
    return this.#probes.take(address, 1, now) > 0 ? address : undefined
  }

  #goesFirst(raw: IncomingMessage, caller: Caller, now: number): boolean {
    if (!this.#limits.player['pace']) return true
    // How large a body in chunks is, is known when it has arrived.
    if (caller.player && !isChunked(raw)) return this.#modest.goesFirst(caller, caller.player, now)
    return (caller.has_transaction_priority = this.#newcomers.goesFirst(raw, caller.address, now))
  }

  /** For routes that count as more than a read or a write by their method, before the body is read. */
  admitToRoute({ raw, route, context }: FastifyRequest): void {
    const now = context.now()
    if (!this.#is_on || !route || (hasKey(raw) && this.#hasAcceptedKey(raw, now))) return
    const usage = this.#usageOfAddress(raw, now)
    const { address: of_address } = this.#limits
    if (route.is_write && isRead(raw)) this.#refuse(take(of_address['writes'], usage, 1, now), now)
    for (const kind of route.rate) this.#refuse(take(of_address[kind], usage, 1, now), now)
  }

  /** When the body has arrived. What is sent with a read costs as much to receive and to parse. */
  admitBody(request: FastifyRequest): void {
    const { raw, route, context } = request
    const limit = this.#limits.address['written_bytes']
    request.body_is_counted = true
    if (!limit || !(route?.is_write || hasBody(raw))) return
    const now = context.now()
    if (hasKey(raw) && this.#hasAcceptedKey(raw, now)) return
    const bytes = sentBytes(request) + (route?.is_write ? BYTES_PER_WRITE : 0)
    const usage = this.#usageOfAddress(raw, now)
    const excess = take(limit, usage, bytes, now)
    // It has arrived, whatever its answer is.
    if (excess) limit.rate.charge(usage, bytes, now)
    this.#refuse(excess, now)
  }

  /** Before the session of this token is looked up. */
  admitToken(request: Call, token: string): void {
    const exhausted = this.#exhausted[request.route?.is_write ? 'writes' : 'reads']
    if (exhausted.size === 0) return
    const now = request.context.now()
    const excess = exhausted.get(token, now)
    if (excess && applies(excess, sentBytes(request), now)) this.#refuse(excess, now)
  }

  admitPlayer(request: Call, { id, game_id, token }: Player): void {
    const { raw, route, context } = request
    if (!this.#is_on || token === null || !route) return
    const now = context.now()
    const known = raw.caller?.token === token ? raw.caller.player : undefined
    const usage = known ?? this.#players.of(id, now)
    request.usage = usage
    if (!known) this.#known_tokens.set(token, usage, now)
    const { player, game, address } = this.#limits
    const kind = route.is_write ? 'writes' : 'reads'
    const excess =
      take(player[kind], usage, 1, now) ??
      (game[kind] ? take(game[kind], this.#games.of(game_id, now), 1, now) : undefined)
    if (excess) {
      this.#exhausted[kind].set(token, excess, now)
      this.#refuse(excess, now)
    }
    // Others may have made the answers large; whoever has read too much can still write, and read what is small.
    this.admitLargeAnswer(request, now)
    if (!route.is_write && route.rate.length === 0) return
    const bytes = sentBytes(request)
    for (const [counted, cost, is_new] of costsOf(request, bytes)) {
      if (is_new) this.#refuse(take(address[counted], this.#usageOfAddress(raw, now), 1, now), now)
      this.#refuse(take(player[counted], usage, cost, now), now)
    }
    if (!route.is_write) return
    const written = player['written_bytes']
    const too_much = take(written, usage, bytes + BYTES_PER_WRITE, now)
    if (!too_much) return
    // A smaller write may still be possible; the next one as large is refused before its body is read.
    const nothing_left = check(written, usage, BYTES_PER_WRITE, now)
    this.#exhausted.writes.set(token, nothing_left ?? { ...too_much, from_bytes: bytes }, now)
    this.#refuse(too_much, now)
  }

  /**
   * Counts the request for the pace of its player. Undefined: it may begin now. Otherwise the milliseconds to wait; one
   * that would have to wait for longer than a period is refused, and does not count.
   */
  takeTurn(request: Call): number | undefined {
    const { usage, raw } = request
    const pace = this.#limits.player['pace']
    if (!pace || !usage) return undefined
    usage.takes_turns = raw.caller?.goes_first === false && usage.expects_large_answers
    const now = request.context.now()
    const delay_ms = pace.rate.wait(usage, 1, now)
    const begins = delay_ms === 0 && this.#turns.begin(usage)
    if (!begins && (delay_ms > pace.rate.max_wait_ms || !canWait(usage)))
      this.#refuse({ limit: pace, until: now + Math.max(delay_ms, 1000) }, now)
    const extra = extraRequests(sentBytes(request))
    pace.rate.charge(usage, 1 + extra, now)
    if (extra > 0) this.#modest.countBody(raw.caller, usage, extra, now)
    request.has_turn = begins
    return begins ? undefined : delay_ms
  }

  /** Calls `start` after the delay, when it is the turn of the request. */
  waitForTurn(request: Call, delay_ms: number, start: () => void): void {
    if (!request.usage) return start()
    this.#turns.wait(request.usage, delay_ms, () => {
      request.has_turn = true
      start()
    })
  }

  /** Also when it is the turn of a request that has waited: the answers before it may have been too large. */
  admitLargeAnswer({ route, context, usage }: Call, now = context.now()): void {
    if (!route?.has_large_answers || route.is_write || !usage) return
    this.#refuse(check(this.#limits.player['answered_bytes'], usage, 1, now), now)
  }

  /** When the answer is made. */
  endTurn(request: Call): void {
    if (!request.has_turn || !request.usage) return
    request.has_turn = false
    this.#turns.end(request.usage)
  }

  /** After the look-up, so that valid tokens of the same address are not affected. */
  tokenWasUnknown({ raw, context }: Call): void {
    const now = context.now()
    const limit = this.#limits.address['unknown_tokens']
    this.#refuse(take(limit, this.#usageOfAddress(raw, now), 1, now), now)
  }

  /** Before a key is checked, so that guesses are slow, even the right one. */
  admitKey(request: Call): void {
    const { raw, context, key_guess } = request
    const now = context.now()
    const limit = this.#limits.address['wrong_keys']
    if (!limit || key_guess || this.#hasAcceptedKey(raw, now)) return
    const usage = this.#usageOfAddress(raw, now)
    const pay = () => this.#refuse(take(limit, usage, 1, now), now)
    request.key_guess = this.#guesses.begin(this.#keyAndAddress(raw), usage, pay)
  }

  keyWasAccepted(request: Call): void {
    const { raw, context } = request
    if (this.#is_on) this.#accepted_keys.set(this.#keyAndAddress(raw), true, context.now())
    this.endGuess(request)
  }

  /** It may have been right before, and was revoked. */
  keyWasWrong(request: Call): void {
    this.#accepted_keys.delete(this.#keyAndAddress(request.raw))
    this.endGuess(request, true)
  }

  /** Also when the answer is made, because the check may have failed. */
  endGuess(request: Call, is_wrong = false): void {
    const { key_guess, context } = request
    const limit = this.#limits.address['wrong_keys']
    if (!key_guess || !limit) return
    request.key_guess = null
    this.#guesses.end(key_guess, limit.rate, is_wrong, context.now())
  }

  /** The device had a guest already. */
  guestWasFound({ raw, context }: FastifyRequest): void {
    const now = context.now()
    this.#limits.address['guests']?.rate.giveBack(this.#usageOfAddress(raw, now), 1, now)
  }

  /** A body that is too large or cannot be read took as much of the network as one that was stored. */
  countRefusedBody(request: FastifyRequest): void {
    const { raw, context } = request
    const limit = this.#limits.address['written_bytes']
    if (!limit || !hasBody(raw)) return
    const now = context.now()
    if (hasKey(raw) && this.#hasAcceptedKey(raw, now)) return
    const bytes = Math.min(sentBytes(request), limits.body_bytes.value)
    limit.rate.charge(this.#usageOfAddress(raw, now), bytes, now)
  }

  /** When it is known how large the answer is, or that this request gets none. */
  endExpectation({ caller }: IncomingMessage, now: () => number): void {
    if (caller && caller.large_parts > 0) this.#modest.giveBack(caller, now())
  }

  /** When the answer is made. The answer to a write with an `Idempotency-Key` is stored. */
  countAnswer(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    if (!this.#is_on) return
    const is_stored =
      request.route?.is_write === true &&
      request.headers['idempotency-key'] !== undefined &&
      reply.statusCode < 300 &&
      !reply.hasHeader('idempotency-replayed')
    if (bytes < SMALL_BYTES && !is_stored) return
    const { raw, usage, context } = request
    this.#modest.countAnswer(request, bytes)
    const stored_bytes = is_stored ? Math.min(bytes, limits.stored_answer_bytes.value) : 0
    const now = context.now()
    const { player: of_player, address: of_address } = this.#limits
    if (usage) {
      of_player['answered_bytes']?.rate.charge(usage, bytes, now)
      of_player['pace']?.rate.charge(usage, extraRequests(bytes), now)
      if (is_stored) of_player['written_bytes']?.rate.charge(usage, stored_bytes, now)
    }
    if (hasKey(raw) && this.#hasAcceptedKey(raw, now)) return
    const address_usage = this.#usageOfAddress(raw, now)
    of_address['answered_bytes']?.rate.charge(address_usage, bytes, now)
    if (is_stored) of_address['written_bytes']?.rate.charge(address_usage, stored_bytes, now)
  }

  #usageOfAddress(raw: IncomingMessage, now: number): Usage {
    return raw.caller?.address ?? this.#addresses.usageOf(raw, now)
  }

  /** The address, or its group, whose users share their limits. */
  addressOf(raw: IncomingMessage): string {
    return this.#addresses.nameOf(raw)
  }

  #keyAndAddress(raw: IncomingMessage): string {
    const { 'service-key-name': name, 'service-key-token': token } = raw.headers
    return JSON.stringify([this.addressOf(raw), name, token])
  }

  #hasAcceptedKey(raw: IncomingMessage, now: number): boolean {
    return this.#accepted_keys.peek(this.#keyAndAddress(raw), now) === true
  }

  #count(excess: Excess | undefined): Excess | undefined {
    const name = excess?.limit.name
    if (name) this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
    return excess
  }

  #refuse(excess: Excess | undefined, now: number): void {
    if (!this.#count(excess) || !excess) return
    const { sentence, headers, seconds } = describeExcess(excess, now)
    throw new Refusal('too_many_requests', { sentence, headers, retry_after_seconds: seconds })
  }
}
