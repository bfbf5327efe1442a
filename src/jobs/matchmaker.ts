import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Context, urgentTransaction } from '../context.ts'
import {
  cancelTickets,
  expireTickets,
  hasOpenTickets,
  type OpenTicket,
  readChanged,
  readOpen,
} from '../features/play/match-tickets/rules.ts'
import { endReadyChecks, makeMatches } from '../features/play/matches/rules.ts'
import {
  largestParty,
  readTypes,
  toMatchRules,
  type TypeRow,
} from '../features/play/matchmaking-types/rules.ts'
import { findMatchesInSlices } from '../services/matchmaking/step.ts'
import type { Metrics } from '../services/metrics.ts'
import { DatabaseUnavailable } from '../storage/database.ts'
import { claimLease, releaseLease } from './queries.ts'
import { Slices } from './slices.ts'
import { type Group, typeKey, WaitingTickets } from './waiting-tickets.ts'

const LEASE = 'matchmaking'
const LEASE_MS = 3000
const RENEW_MS = 1000
/** Between two steps while tickets wait. */
const PAUSE_MS = 200
/** While tickets exist, but nobody waits, or another process matches them. */
const WATCH_MS = 1000
/** While there is no ticket: another process may have ended without matching its own. */
const IDLE_MS = 15_000
/** Expired tickets and ready checks are looked for this often. */
const SWEEP_MS = 1000
/** A change can become visible so much later than the time it has. What is later still is found when all is read again. */
const LATE_MS = 2000
const READ_ALL_MS = 15_000
const MATCHES_AT_ONCE = 200
/** So long without the database is an outage, in which players could not ask for their tickets. */
const OUTAGE_MS = 5000
/** After an outage they have so much time to ask again, before tickets expire. */
const CALM_MS = 30_000
/** After a step that took long, the process has so many times that time for the requests. */
const REST = 4

type Proposed = Parameters<typeof makeMatches>[1]

interface Failure {
  cause: unknown
}

interface StepResult {
  pause_ms: number
  is_matching: boolean
  /** Of one group: the others were matched. */
  failure?: Failure | undefined
}

/**
 * Matches tickets, in one process at a time: it holds a lease of a few seconds. What it knows of the tickets may be old;
 * each match is checked again in the transaction that makes it.
 */
export class Matchmaker {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  readonly #holder = randomUUID()
  readonly #waiting = new WaitingTickets()
  /** Tickets that somebody else had locked in this step: the next one is without them, so that the others find each other. */
  #busy = new Set<number>()
  readonly #stopping = new AbortController()
  #nap = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #was_woken = true
  #is_failing = false
  /** Steps of this process are to match tickets, as far as it knows. */
  #is_matching = false
  /** The last that succeeded. */
  #stepped_at = performance.now()
  #shown_waiting = 0
  /** The database was there last, or need not be asked until then. */
  #reached_until = Number.NEGATIVE_INFINITY
  #calm_until = Number.NEGATIVE_INFINITY
  /** When the last outage ended, in epoch milliseconds. */
  #resumed_at = 0
  #renewed_at = Number.NEGATIVE_INFINITY
  #swept_at = Number.NEGATIVE_INFINITY
  #read_all_at = Number.NEGATIVE_INFINITY
  #read_until = 0
  readonly #slices = new Slices()
  #matches = 0

  constructor(context: Context, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
  }

  start(): void {
    this.#running = this.#run()
  }

  addMetrics(metrics: Metrics): void {
    metrics.gauge(
      'matchmaking_waiting_tickets',
      'Tickets of matchmaking that wait, as of the last step that succeeded; 0 in processes that do not match them',
      () => this.#shown_waiting,
    )
    metrics.gauge(
      'matchmaking_step_age_seconds',
      'Time since the last step of matchmaking that succeeded; absent in processes that do not match tickets',
      () => (this.#is_matching ? (performance.now() - this.#stepped_at) / 1000 : undefined),
      'max',
    )
    metrics.counter(
      'matchmaking_matches_total',
      'Matches that this process has made, or for which it has begun a ready check',
      () => this.#matches,
    )
  }

  /** A ticket waits, and is committed. */
  wake(): void {
    this.#was_woken = true
    this.#nap.abort()
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const pause_ms = await this.#tryStep()
      const is_idle = pause_ms === IDLE_MS
      if (is_idle && this.#was_woken) continue
      this.#nap = new AbortController()
      const signals = is_idle ? [this.#nap.signal] : []
      const signal = AbortSignal.any([this.#stopping.signal, ...signals])
      await sleep(pause_ms, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** Returns how long to wait until the next one. */
  async #tryStep(): Promise<number> {
    this.#was_woken = false
    try {
      const { pause_ms, is_matching, failure } = await this.#step()
      const now = performance.now()
      this.#is_matching = is_matching
      this.#stepped_at = now
      this.#reached_until = now + pause_ms
      this.#shown_waiting = this.#waiting.size
      if (failure) this.#noteFailure(failure.cause)
      else if (this.#is_failing) {
        this.#log.info('tickets are matched again')
        this.#is_failing = false
      }
      return pause_ms
    } catch (error) {
      this.#forget()
      this.#noteFailure(error)
      return WATCH_MS
    }
  }

  /** One line is enough for all that fails in a row. */
  #noteFailure(cause: unknown): void {
    if (!this.#is_failing) this.#log.warn({ err: cause }, 'tickets could not be matched')
    this.#is_failing = true
  }

  /** The database has answered. */
  #noteReached(): void {
    const now = performance.now()
    if (now - this.#reached_until > OUTAGE_MS) {
      this.#resumed_at = this.#context.now()
      this.#calm_until = now + CALM_MS
    }
    this.#reached_until = now
  }

  async #step(): Promise<StepResult> {
    const is_holder = performance.now() - this.#renewed_at < LEASE_MS / 2
    if (!is_holder && !(await hasOpenTickets(this.#context.db)))
      return { pause_ms: IDLE_MS, is_matching: false }
    if (!(await this.#holdLease())) {
      this.#forget()
      return { pause_ms: WATCH_MS, is_matching: false }
    }
    this.#slices.busy_ms = 0
    await this.#sweep()
    await this.#refresh()
    const failure = await this.#match()
    const pause_ms = Math.max(PAUSE_MS, REST * this.#slices.busy_ms)
    if (this.#waiting.size > 0) return { pause_ms, is_matching: true, failure }
    if (await hasOpenTickets(this.#context.db)) return { pause_ms: PAUSE_MS, is_matching: true }
    await this.#release()
    return { pause_ms: IDLE_MS, is_matching: false }
  }

  async #holdLease(): Promise<boolean> {
    if (performance.now() - this.#renewed_at < RENEW_MS) return true
    const asked_at = performance.now()
    const now = this.#context.now()
    const until = now + LEASE_MS
    const lease = { name: LEASE, holder: this.#holder, now, until }
    const held = await urgentTransaction(this.#context, (tx) => tx.first(claimLease, lease))
    this.#renewed_at = held ? asked_at : Number.NEGATIVE_INFINITY
    this.#noteReached()
    return held !== undefined
  }

  async #release(): Promise<void> {
    this.#forget()
    const lease = { name: LEASE, holder: this.#holder }
    await urgentTransaction(this.#context, (tx) => tx.run(releaseLease, lease))
  }

  #forget(): void {
    this.#renewed_at = Number.NEGATIVE_INFINITY
    this.#read_all_at = Number.NEGATIVE_INFINITY
    this.#waiting.clear()
  }

  async #sweep(): Promise<void> {
    if (performance.now() - this.#swept_at < SWEEP_MS) return
    this.#swept_at = performance.now()
    while ((await endReadyChecks(this.#context, this.#resumed_at)) > 0);
    if (performance.now() < this.#calm_until) return
    while ((await expireTickets(this.#context)) > 0);
  }

  async #refresh(): Promise<void> {
    const { db } = this.#context
    // Rows can be from the future: the clock may have been set back.
    const now = this.#context.now()
    const note = (rows: OpenTicket[]) => {
      this.#waiting.update(rows)
      for (const { changed_at } of rows)
        this.#read_until = Math.max(this.#read_until, Math.min(changed_at, now))
    }
    this.#read_until = Math.min(this.#read_until, now)
    if (performance.now() - this.#read_all_at < READ_ALL_MS)
      return readChanged(db, this.#read_until - LATE_MS, note)
    this.#read_all_at = performance.now()
    this.#read_until = 0
    this.#waiting.clear()
    await readOpen(db, note)
  }

  /** What fails for one group does not stop the others. Returns the first failure. */
  async #match(): Promise<Failure | undefined> {
    if (this.#waiting.size === 0) return undefined
    const games = new Set<number>()
    for (const group of this.#waiting.groups.values())
      for (const { game_id } of group.values()) {
        games.add(game_id)
        break
      }
    const rows = await readTypes(this.#context.db, games)
    const types = new Map(rows.map((row) => [typeKey(row), row]))
    const left_out = this.#busy
    this.#busy = new Set()
    let failure: Failure | undefined
    for (const group of this.#waiting.groups.values()) {
      const [first] = group.values()
      const type = first && types.get(typeKey(first))
      try {
        await this.#cancelUnfit(group, type)
        const free = [...group.values()].filter(({ id }) => !left_out.has(id))
        if (type && free.length > 0) await this.#matchGroup(free, type)
      } catch (cause) {
        failure ??= { cause }
        this.#renewed_at = Number.NEGATIVE_INFINITY
      }
      // This fails if the whole database is away.
      if (!(await this.#holdLease())) break
    }
    return failure
  }

  /** Staff have taken the type away, or its teams are too small for the party now. */
  async #cancelUnfit(group: Group, type: TypeRow | undefined): Promise<void> {
    const most = type ? largestParty(type) : 0
    const unfit = [...group.values()].flatMap(({ id, players }) => (players > most ? [id] : []))
    if (unfit.length === 0) return
    await cancelTickets(this.#context, unfit)
    for (const id of unfit) this.#waiting.remove(id)
  }

  async #matchGroup(tickets: OpenTicket[], type: TypeRow): Promise<void> {
    const now = this.#context.now()
    const waits = tickets.map(({ rating, players, region, waiting_since }) => ({
      rating,
      players,
      region,
      waited_ms: now - (waiting_since ?? now),
    }))
    const { game_id, game_type, ready_seconds, close_after_seconds } = type
    const found = await findMatchesInSlices(waits, toMatchRules(type), this.#slices.makeRest())
    const matches = found.map((members) => ({
      game_id,
      game_type,
      ready_seconds,
      close_after_seconds,
      tickets: members.flatMap(({ ticket, team }) => {
        const row = tickets[ticket]
        if (!row) return []
        return [{ id: row.id, team, players: row.players, waiting_since: row.waiting_since ?? now }]
      }),
    }))
    for (let at = 0; at < matches.length; at += MATCHES_AT_ONCE) {
      if (this.#stopping.signal.aborted) return
      const some = matches.slice(at, at + MATCHES_AT_ONCE)
      await this.#make(some)
      await this.#holdLease()
    }
  }

  /** Of several that cannot be made together, as many as possible. */
  async #make(matches: Proposed): Promise<void> {
    try {
      const { made, gone, busy } = await makeMatches(this.#context, matches)
      this.#matches += made
      for (const id of busy) this.#busy.add(id)
      for (const id of gone) this.#waiting.remove(id)
    } catch (error) {
      if (matches.length === 1 || error instanceof DatabaseUnavailable) throw error
      const half = Math.ceil(matches.length / 2)
      const parts = [matches.slice(0, half), matches.slice(half)]
      const results = []
      for (const part of parts) results.push(await Promise.allSettled([this.#make(part)]))
      const failed = results.flat().find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected') throw failed.reason
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    if (this.#renewed_at > 0) await this.#release().catch(() => {})
  }
}
