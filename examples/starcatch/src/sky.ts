export type Kind = 'star' | 'gold' | 'rock'

export interface Falling {
  /** When it reaches the water. */
  at_ms: number
  /** From 0, the left shore, to 1. */
  x: number
  kind: Kind
}

/** From the top of the sky to the water. */
export const FALL_MS = 1900

/** The same seed gives the same numbers, so all players of a match see the same sky. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const inside = (x: number) => Math.min(0.93, Math.max(0.07, x))

/** All that falls in a round, in the order of landing. It gets denser towards the end. */
export function skyOf(seed: number, seconds: number): Falling[] {
  const random = randomNumbers(seed)
  const end_ms = seconds * 1000
  const sky: Falling[] = []
  let x = 0.5
  for (let at_ms = 1000; at_ms < end_ms; at_ms += 620 - 300 * (at_ms / end_ms)) {
    sky.push({ at_ms, x, kind: random() < 0.14 ? 'gold' : 'star' })
    if (at_ms > 3000 && random() < 0.4)
      sky.push({ at_ms: at_ms + 140, x: inside(x < 0.5 ? x + 0.4 : x - 0.4), kind: 'rock' })
    // Never further than a quick boat can sail until then.
    x = inside(x + (random() - 0.5) * 0.75)
  }
  return sky
}
