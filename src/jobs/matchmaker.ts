import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Context, urgentTransaction } from '../context.ts'
import {
  cancelTickets,
  endReadyChecks,
  expireTickets,
  hasOpenTickets,
  makeMatches,
  type OpenTicket,
  readChanged,
  readOpen,
} from '../features/play/matches/rules.ts'
import { largestParty, readTypes, toMatchRules } from '../features/play/matchmaking-types/rules.ts'
import { findMatches } from '../services/matchmaking/step.ts'
import type { Metrics } from '../services/metrics.ts'
import { claimLease, releaseLease } from './queries.ts'

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
/** A step that keeps the process busy for long leaves so many times that time to the requests. */
const REST = 4

type Group = Map<number, OpenTicket>
type TypeRow = Awaited<ReturnType<typeof readTypes>>[number]

const typeKey = ({ game_id, game_type }: { game_id: number; game_type: string }) =>
  `${game_id} ${game_type}`

/** The tickets that wait, as far as this process knows. Those of a group may be matched with each other. */
class WaitingTickets {
  readonly groups = new Map<string, Group>()
  readonly #group_of = new Map<number, string>()

  get size(): number {
    return this.#group_of.size
  }

  add(ticket: OpenTicket): void {
    const key = `${typeKey(ticket)} ${ticket.attributes}`
    const group = this.groups.get(key) ?? new Map<number, OpenTicket>()
    this.groups.set(key, group)
    group.set(ticket.id, ticket)
    this.#group_of.set(ticket.id, key)
  }

  remove(id: number): void {
    const key = this.#group_of.get(id)
    if (key === undefined) return
    this.#group_of.delete(id)
    const group = this.groups.get(key)
    group?.delete(id)
    if (group?.size === 0) this.groups.delete(key)
  }

  update(rows: OpenTicket[]): void {
    for (const row of rows)
      if (row.state === 'waiting') this.add(row)
      else this.remove(row.id)
  }

  clear(): void {
    this.groups.clear()
    this.#group_of.clear()
  }
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
  readonly #stopping = new AbortController()
  #nap = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #was_woken = true
  #is_failing = false
  #renewed_at = Number.NEGATIVE_INFINITY
  #swept_at = Number.NEGATIVE_INFINITY
  #read_all_at = Number.NEGATIVE_INFINITY
  #read_until = 0
  /** How long the last step has kept this process from everything else. */
  #busy_ms = 0
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
      'Tickets of matchmaking that wait; 0 in processes that do not match them',
      () => this.#waiting.size,
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
      const pause_ms = await this.#step()
      if (this.#is_failing) this.#log.info('tickets are matched again')
      this.#is_failing = false
      return pause_ms
    } catch (error) {
      this.#forget()
      // One line is enough for all that fails in a row.
      if (!this.#is_failing) this.#log.warn({ err: error }, 'tickets could not be matched')
      this.#is_failing = true
      return WATCH_MS
    }
  }

  async #step(): Promise<number> {
    const is_holder = performance.now() - this.#renewed_at < LEASE_MS / 2
    if (!is_holder && !(await hasOpenTickets(this.#context.db))) return IDLE_MS
    if (!(await this.#holdLease())) {
      this.#forget()
      return WATCH_MS
    }
    this.#busy_ms = 0
    await this.#sweep()
    await this.#refresh()
    await this.#match()
    if (this.#waiting.size > 0) return Math.max(PAUSE_MS, REST * this.#busy_ms)
    if (await hasOpenTickets(this.#context.db)) return PAUSE_MS
    await this.#release()
    return IDLE_MS
  }

  async #holdLease(): Promise<boolean> {
    if (performance.now() - this.#renewed_at < RENEW_MS) return true
    const asked_at = performance.now()
    const now = this.#context.now()
    const until = now + LEASE_MS
    const lease = { name: LEASE, holder: this.#holder, now, until }
    const held = await urgentTransaction(this.#context, (tx) => tx.first(claimLease, lease))
    this.#renewed_at = held ? asked_at : Number.NEGATIVE_INFINITY
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
    while ((await endReadyChecks(this.#context)) > 0);
    while ((await expireTickets(this.#context)) > 0);
  }

  async #refresh(): Promise<void> {
    const { db } = this.#context
    const note = (rows: OpenTicket[]) => {
      this.#waiting.update(rows)
      for (const { changed_at } of rows) this.#read_until = Math.max(this.#read_until, changed_at)
    }
    if (performance.now() - this.#read_all_at < READ_ALL_MS)
      return readChanged(db, this.#read_until - LATE_MS, note)
    this.#read_all_at = performance.now()
    this.#read_until = 0
    this.#waiting.clear()
    await readOpen(db, note)
  }

  async #match(): Promise<void> {
    if (this.#waiting.size === 0) return
    const games = new Set<number>()
    for (const group of this.#waiting.groups.values())
      for (const { game_id } of group.values()) {
        games.add(game_id)
        break
      }
    const rows = await readTypes(this.#context.db, games)
    const types = new Map(rows.map((row) => [typeKey(row), row]))
    for (const group of this.#waiting.groups.values()) {
      const [first] = group.values()
      const type = first && types.get(typeKey(first))
      await this.#cancelUnfit(group, type)
      if (type && group.size > 0) await this.#matchGroup([...group.values()], type)
    }
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
    const { game_id, game_type, ready_seconds } = type
    const began = performance.now()
    const found = findMatches(waits, toMatchRules(type))
    this.#busy_ms += performance.now() - began
    const matches = found.map((members) => ({
      game_id,
      game_type,
      ready_seconds,
      tickets: members.flatMap(({ ticket, team }) => {
        const row = tickets[ticket]
        if (!row) return []
        return [{ id: row.id, team, players: row.players, waiting_since: row.waiting_since ?? now }]
      }),
    }))
    for (let at = 0; at < matches.length; at += MATCHES_AT_ONCE) {
      if (this.#stopping.signal.aborted) return
      const some = matches.slice(at, at + MATCHES_AT_ONCE)
      const { made, gone } = await makeMatches(this.#context, some)
      this.#matches += made
      for (const id of gone) this.#waiting.remove(id)
      await this.#holdLease()
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    if (this.#renewed_at > 0) await this.#release().catch(() => {})
  }
}
