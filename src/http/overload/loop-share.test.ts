import { expect, test } from 'vitest'
import { LoopShare } from './loop-share.ts'

/** A loop that is busy with such work for a millisecond whenever it does not rest, and how long it rested in a second. */
function restOfASecond(othersCome: (now: number) => boolean): number {
  const share = new LoopShare()
  let now = 1000
  let idle_ms = 1000
  share.restMs(now, idle_ms)
  let rested = 0
  while (now < 2000) {
    if (othersCome(now)) share.noteOthers()
    const rest_ms = share.restMs(now, idle_ms)
    rested += rest_ms
    idle_ms += rest_ms
    now += rest_ms || 1
  }
  return rested
}

test('work that others should not wait for leaves the loop idle for 85 % of the time, while others come', () => {
  expect(restOfASecond(() => false)).toBe(0)
  const rested = restOfASecond(() => true)
  expect(rested).toBeGreaterThan(840)
  expect(rested).toBeLessThan(870)
  // Others who come once are expected for a tenth of a second.
  const after_one = restOfASecond((now) => now === 1000)
  expect(after_one).toBeGreaterThan(75)
  expect(after_one).toBeLessThan(105)
})

test('it is done now and then even if others keep the loop busy', () => {
  const share = new LoopShare()
  const rests: number[] = []
  for (let now = 1000; now < 1600; now += 10) {
    share.noteOthers()
    rests.push(share.restMs(now, 0))
  }
  expect(rests.filter((rest_ms) => rest_ms === 0).length).toBeGreaterThanOrEqual(4)
})
