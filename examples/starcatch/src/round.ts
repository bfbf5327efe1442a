import { type Falling, type Kind, skyOf } from './sky.ts'

/** How far from its middle the boat catches. */
const REACH = 0.085
/** Widths of the sea per second, with the keys. */
const SPEED = 1.25
const POINTS: Record<Kind, number> = { star: 10, gold: 30, rock: -20 }
const STREAK_STEP = 5
const MAX_FACTOR = 4

export interface Steering {
  /** -1, 0 or 1: the keys. */
  direction: number
  /** Where the pointer is, from 0 to 1. The keys make it undefined. */
  target: number | undefined
}

/** Something that has reached the water. */
export interface Landing extends Falling {
  is_caught: boolean
  points: number
}

/** The rules of the game. Knows nothing of pixels, and nothing of servers. */
export class Round {
  readonly sky: Falling[]
  readonly length_ms: number
  elapsed_ms = 0
  boat_x = 0.5
  score = 0
  stars = 0
  streak = 0
  best_streak = 0
  #landed = 0

  constructor(seed: number, seconds: number) {
    this.sky = skyOf(seed, seconds)
    this.length_ms = seconds * 1000
  }

  get is_over(): boolean {
    return this.elapsed_ms >= this.length_ms
  }

  /** Every five stars in a row, a star counts once more. */
  get factor(): number {
    return Math.min(MAX_FACTOR, 1 + Math.floor(this.streak / STREAK_STEP))
  }

  step(delta_ms: number, steering: Steering): Landing[] {
    this.elapsed_ms += delta_ms
    this.boat_x = sail(this.boat_x, steering, delta_ms)
    const landings: Landing[] = []
    for (;;) {
      const next = this.sky[this.#landed]
      if (!next || next.at_ms > this.elapsed_ms) return landings
      this.#landed++
      landings.push(this.#land(next))
    }
  }

  #land(thing: Falling): Landing {
    const is_caught = Math.abs(thing.x - this.boat_x) <= REACH
    const is_rock = thing.kind === 'rock'
    if (is_caught && !is_rock) {
      this.streak++
      this.stars++
      this.best_streak = Math.max(this.best_streak, this.streak)
    }
    // A star that was missed, or a rock that was not.
    if (is_caught === is_rock) this.streak = 0
    const points = is_caught ? POINTS[thing.kind] * (is_rock ? 1 : this.factor) : 0
    this.score = Math.max(0, this.score + points)
    return { ...thing, is_caught, points }
  }
}

export function sail(x: number, { direction, target }: Steering, delta_ms: number): number {
  const furthest = (SPEED * delta_ms) / 1000
  const wanted = direction === 0 ? (target ?? x) : x + direction * furthest
  const change = Math.max(-furthest * 1.6, Math.min(furthest * 1.6, wanted - x))
  return Math.min(1, Math.max(0, x + change))
}
