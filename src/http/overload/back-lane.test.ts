import { expect, test } from 'vitest'
import { BackLane } from './back-lane.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a few begin in each turn of the event loop, in the order in which they came', async () => {
  const lane = new BackLane(4)
  const begun: number[] = []
  for (let n = 0; n < 10; n++) lane.add(() => begun.push(n))
  const seen = [begun.length]
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn()
    seen.push(begun.length)
  }
  expect(seen).toEqual([0, 4, 8, 10, 10])
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  lane.add(() => begun.push(10))
  await nextTurn()
  expect(begun).toHaveLength(11)
})
