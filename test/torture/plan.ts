import { hash } from 'node:crypto'
import type { Engine } from '../../src/storage/dialect.ts'
import type { Kind } from './history.ts'

/** Pseudo-random numbers from a seed and a name (mulberry32). */
class Dice {
  #state: number

  constructor(seed: number, ...name: (string | number)[]) {
    this.#state = Number.parseInt(hash('sha256', JSON.stringify([seed, ...name])).slice(0, 8), 16)
  }

  /** At least 0 and less than 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The entry of a list at a fraction of its length. Undefined: the list is empty. */
export const pick = <T>(list: readonly T[], part: number): T | undefined =>
  list[Math.floor(part * list.length)]

const OFTEN: Record<Kind, number> = {
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

const BAG = Object.entries(OFTEN).flatMap(([kind, times]) => Array<string>(times).fill(kind))
const isKind = (text: string | undefined): text is Kind => text !== undefined && text in OFTEN

/** What a hand does next; `which` and `how_much` select from what exists by then. */
export interface Intention {
  kind: Kind
  which: number
  how_much: number
  /** Closes the connection this many milliseconds after sending, and retries. */
  hangs_up_after_ms: number | undefined
  /** Ignores the first answer as if it had been lost, and retries. */
  ignores_answer: boolean
}

const HANGS_UP = 0.05
const IGNORES_ANSWER = 0.05
const HANGS_UP_MOST_MS = 15

export function* intentionsOf(
  seed: number,
  player: number,
  hand: number,
): Generator<Intention, never> {
  const dice = new Dice(seed, 'hand', player, hand)
  for (;;) {
    const kind = pick(BAG, dice.roll())
    if (!isKind(kind)) throw new Error('the bag is empty')
    const [which, how_much, patience] = [dice.roll(), dice.roll(), dice.roll()]
    const hangs_up_after_ms =
      patience < HANGS_UP ? Math.floor((patience / HANGS_UP) * HANGS_UP_MOST_MS) : undefined
    const ignores_answer = patience > 1 - IGNORES_ANSWER
    yield { kind, which, how_much, hangs_up_after_ms, ignores_answer }
  }
}

/** `kill` ends the server; `crash_database` ends the database without a clean shutdown. */
export type FaultKind = 'kill' | 'cut' | 'restart_database' | 'crash_database'

interface Fault {
  at_ms: number
  kind: FaultKind
  /** How long the server stays down. */
  pause_ms: number
  /** No other fault happens for this time afterwards, even if a start takes long. */
  calm_ms: number
}

const GAP_LEAST_MS = 2500
const GAP_MOST_MS = 7000

const ROUNDS: Record<Engine, FaultKind[][]> = {
  sqlite: [['kill']],
  postgres: [
    ['kill', 'cut', 'kill', 'crash_database', 'kill', 'cut'],
    ['kill', 'cut', 'kill', 'restart_database', 'kill', 'kill'],
  ],
}

/** The faults of a run, about evenly spaced, with all kinds in every part of it. */
export function faultsOf(seed: number, engine: Engine, duration_ms: number): Fault[] {
  const dice = new Dice(seed, 'faults', engine)
  const gap_ms = Math.min(GAP_MOST_MS, Math.max(GAP_LEAST_MS, duration_ms / 6))
  const kinds = ROUNDS[engine].flat()
  const count = Math.max(1, Math.floor(duration_ms / gap_ms) - 1)
  return Array.from({ length: count }, (_, index) => ({
    at_ms: gap_ms * (index + 0.6 + 0.8 * dice.roll()),
    kind: kinds[index % kinds.length] ?? 'kill',
    pause_ms: 200 * dice.roll(),
    calm_ms: gap_ms / 2,
  }))
}
