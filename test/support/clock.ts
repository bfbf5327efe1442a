import { onTestFinished } from 'vitest'
import type { World } from './world.ts'

function setClock({ context }: World, now: () => number): void {
  const { now: real_now } = context
  context.now = now
  onTestFinished(() => void (context.now = real_now))
}

/** Each reading of the server's clock is a millisecond later than the last, so that no two rows have the same time. */
export function useTickingClock(world: World): void {
  let time = world.context.now()
  setClock(world, () => ++time)
}

/** The server's clock stands still until the test ends, so that no waiting time runs out on a slow machine. */
export function stopClock(world: World): void {
  const time = world.context.now()
  setClock(world, () => time)
}

/** The server's clock stands still, and moves only when the test says so. */
export function useMovableClock(world: World): { advance(seconds: number): void } {
  let time = world.context.now()
  setClock(world, () => time)
  return { advance: (seconds) => void (time += seconds * 1000) }
}
