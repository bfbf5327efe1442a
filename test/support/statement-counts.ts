import type { World } from './world.ts'

const TRIES = 5

/** How many statements the work runs: the fewest of several tries, because the server has jobs of its own meanwhile. */
export async function countStatements(world: World, work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    await world.server.flush()
    const before = world.context.db.figures().statements
    await work()
    counts.push(world.context.db.figures().statements - before)
  }
  return Math.min(...counts)
}
