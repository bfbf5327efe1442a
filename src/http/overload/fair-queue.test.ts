import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function takeAll<T>(queue: FairQueue<T>): (T | undefined)[] {
  const taken: (T | undefined)[] = []
  while (queue.length > 0) taken.push(queue.shift())
  expect(queue.shift()).toBeUndefined()
  return taken
}

test('addresses take turns, however much each of them has', () => {
  const queue = new FairQueue<string>()
  const [many, few] = [{}, {}]
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.pushNew(item, many)
  for (const item of ['b1', 'b2']) queue.pushNew(item, few)
  expect(queue.shift()).toBe('a1')
  // Whoever comes anew waits for one turn of each of the others.
  queue.pushNew('c1', {})
  expect(takeAll(queue)).toEqual(['b1', 'a2', 'c1', 'b2', 'a3', 'a4'])
})

test('what belongs to something that has begun comes before anything new', () => {
  const queue = new FairQueue<string>()
  queue.pushNew('new', {})
  queue.pushBegun('begun 1')
  queue.pushBegun('begun 2')
  expect(queue.length).toBe(3)
  expect(takeAll(queue)).toEqual(['begun 1', 'begun 2', 'new'])
})

test('however much has begun, something new comes now and then', () => {
  const queue = new FairQueue<string>()
  queue.pushNew('new', {})
  for (let n = 0; n < 20; n++) queue.pushBegun('begun')
  expect(takeAll(queue).indexOf('new')).toBe(7)
})
