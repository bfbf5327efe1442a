import { expect, test } from 'vitest'
import { TimedLane } from './back-lane.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function countPerTurn(max_ms: number): Promise<number[]> {
  const lane = new TimedLane(max_ms)
  const begun: number[] = []
  for (let n = 0; n < 4; n++) lane.add(() => begun.push(n))
  const seen = [begun.length]
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn()
    seen.push(begun.length)
  }
  expect(begun).toEqual([0, 1, 2, 3])
  lane.add(() => begun.push(4))
  await nextTurn()
  expect(begun).toHaveLength(5)
  return seen
}

test('work begins in later turns of the event loop, in its order, for a limited time in each', async () => {
  expect(await countPerTurn(0)).toEqual([0, 1, 2, 3, 4])
  expect(await countPerTurn(60_000)).toEqual([0, 4, 4, 4, 4])
})

test('what a piece of work leaves to promises is done before the next piece begins', async () => {
  const lane = new TimedLane(60_000)
  const order: string[] = []
  const work = async (n: number) => {
    order.push(`begin ${n}`)
    await Promise.resolve()
    await Promise.resolve()
    order.push(`end ${n}`)
  }
  for (const n of [1, 2]) lane.add(() => void work(n))
  await nextTurn()
  expect(order).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2'])
})

test('what has begun goes on before anything new, and one address does not wait for all of another', async () => {
  const lane = new TimedLane(60_000)
  const order: string[] = []
  const [crowd, other] = [{}, {}]
  for (const n of [1, 2, 3])
    lane.add(() => {
      order.push(`crowd ${n}`)
      lane.add(() => order.push(`rest of ${n}`))
    }, crowd)
  lane.add(() => order.push('other'), other)
  await nextTurn()
  expect(order).toEqual([
    'crowd 1',
    'rest of 1',
    'other',
    'crowd 2',
    'rest of 2',
    'crowd 3',
    'rest of 3',
  ])
})
