import { expect, test } from 'vitest'
import { LoopShare } from './loop-share.ts'

/** A loop that is busy with such work for a millisecond whenever it does not rest, and how long it rested in a second. */
function restOfASecond(othersCome: (now: number, share: LoopShare) => boolean): number {
  const share = new LoopShare()
  let now = 0
  let idle_ms = 0
  let rested = 0
  // What is rejected in one second counts in the next ones.
  while (now < 3000) {
    if (othersCome(now, share)) share.noteOthers()
    const rest_ms = share.restMs(now, idle_ms)
    if (now >= 2000) rested += rest_ms
    idle_ms += rest_ms
    now += rest_ms || 1
  }
  return rested
}

test('work that others should not wait for leaves the loop idle for two fifths of the time, while others come', () => {
  expect(restOfASecond(() => false)).toBe(0)
  const rested = restOfASecond(() => true)
  expect(rested).toBeGreaterThan(380)
  expect(rested).toBeLessThan(420)
  // Others who come once are expected for a tenth of a second.
  const after_one = restOfASecond((now) => now === 2000)
  expect(after_one).toBeGreaterThan(30)
  expect(after_one).toBeLessThan(80)
})

test('it is done now and then even if others keep the loop busy', () => {
  const share = new LoopShare()
  const rests: number[] = []
  for (let now = 1000; now < 1200; now += 10) {
    share.noteOthers()
    rests.push(share.restMs(now, 0))
  }
  expect(rests.filter((rest_ms) => rest_ms === 0).length).toBeGreaterThanOrEqual(8)
})

test('while many requests are rejected, it leaves three quarters of the time', () => {
  const rested = restOfASecond((_now, share) => {
    share.noteRejection()
    return true
  })
  expect(rested).toBeGreaterThan(720)
  expect(rested).toBeLessThan(780)
})
