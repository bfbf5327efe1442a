import type { Engine } from '../../src/storage/dialect.ts'
import { Random } from '../support/random.ts'
import type { ActionKind } from './history.ts'

/** The entry of a list at a fraction of its length. Undefined: the list is empty. */
export const pick = <T>(list: readonly T[], fraction: number): T | undefined =>
  list[Math.floor(fraction * list.length)]

/** How often each kind is chosen, relative to the others. */
const WEIGHTS: Record<ActionKind, number> = {
  earn: 12,
  score: 10,
  buy: 14,
  revoke: 10,
  play: 14,
  change_round: 10,
  delete_round: 4,
  befriend: 10,
  accept: 7,
  decline: 2,
  cancel: 2,
  unfriend: 6,
  join: 16,
  leave: 13,
  set_attribute: 8,
  remove_attribute: 3,
}

const WEIGHTED_KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array<string>(weight).fill(kind),
)
const isKind = (text: string | undefined): text is ActionKind =>
  text !== undefined && text in WEIGHTS

/** What a client does next. `choice` selects from what exists by then; `choice` and `amount` are from 0 to 1. */
export interface PlannedAction {
  kind: ActionKind
  choice: number
  amount: number
  /** Without an `Idempotency-Key` it is sent once. The server commits such writes of many players together. */
  has_key: boolean
  /** The client closes the connection this long after sending its first attempt, and retries. Only with a key. */
  disconnect_after_ms: number | undefined
  /** The client discards its first answer as if it had been lost, and retries. Only with a key. */
  discards_answer: boolean
}

const KEY_RATE = 0.5
const DISCONNECT_RATE = 0.05
const DISCARD_RATE = 0.05
const MAX_DISCONNECT_DELAY_MS = 15

export function* planActions(
  seed: number,
  player: number,
  client: number,
): Generator<PlannedAction, never> {
  // The name is part of the seed: with another one, a known seed would no longer repeat the same actions.
  const random = new Random(seed, 'hand', player, client)
  for (;;) {
    const kind = pick(WEIGHTED_KINDS, random.next())
    if (!isKind(kind)) throw new Error('there are no kinds of actions')
    const [choice, amount, disruption] = [random.next(), random.next(), random.next()]
    const has_key = random.next() < KEY_RATE
    const disconnect_after_ms =
      has_key && disruption < DISCONNECT_RATE
        ? Math.floor((disruption / DISCONNECT_RATE) * MAX_DISCONNECT_DELAY_MS)
        : undefined
    const discards_answer = has_key && disruption > 1 - DISCARD_RATE
    yield { kind, choice, amount, has_key, disconnect_after_ms, discards_answer }
  }
}

/** `restart_database` shuts the database down cleanly; `crash_database` does not. */
export type FaultKind = 'kill_server' | 'drop_connections' | 'restart_database' | 'crash_database'

interface PlannedFault {
  at_ms: number
  kind: FaultKind
  /** How long the server stays down. */
  downtime_ms: number
  /** The minimum time until the next fault, even if the server took long to start. */
  quiet_ms: number
}

const MIN_GAP_MS = 2500
const MAX_GAP_MS = 7000

const FAULT_CYCLES: Record<Engine, FaultKind[]> = {
  sqlite: ['kill_server'],
  postgres: [
    'kill_server',
    'drop_connections',
    'kill_server',
    'crash_database',
    'kill_server',
    'drop_connections',
    'kill_server',
    'drop_connections',
    'kill_server',
    'restart_database',
    'kill_server',
    'kill_server',
  ],
}

/** The faults of a run, about evenly spaced; the cycle of the engine is repeated until the end. */
export function planFaults(seed: number, engine: Engine, duration_ms: number): PlannedFault[] {
  const random = new Random(seed, 'faults', engine)
  const gap_ms = Math.min(MAX_GAP_MS, Math.max(MIN_GAP_MS, duration_ms / 6))
  const cycle = FAULT_CYCLES[engine]
  const count = Math.max(1, Math.floor(duration_ms / gap_ms) - 1)
  return Array.from({ length: count }, (_, index) => ({
    at_ms: gap_ms * (index + 0.6 + 0.8 * random.next()),
    kind: cycle[index % cycle.length] ?? 'kill_server',
    downtime_ms: 200 * random.next(),
    quiet_ms: gap_ms / 2,
  }))
}
