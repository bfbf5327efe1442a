import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function createQueue() {
  let now = 0
  const queue = new FairQueue(100, () => now)
  let last = ''
  return {
    push: (...addresses: string[]) => {
      for (const address of addresses) queue.push(address, () => (last = address))
    },
    shift() {
      last = 'nobody'
      queue.shift()?.()
      return last
    },
    passMinute: () => (now += 60_000),
  }
}

test('addresses take turns, however many wait in the line of one', () => {
  const { push, shift } = createQueue()
  push('a', 'a', 'a', 'b', 'c', 'c')
  expect(Array.from({ length: 7 }, shift)).toEqual(['a', 'b', 'c', 'a', 'c', 'a', 'nobody'])
})

test('an address that comes later goes before those that had turns in the same minute', () => {
  const { push, shift, passMinute } = createQueue()
  push('a', 'a', 'a', 'b', 'b', 'b')
  expect([shift(), shift()]).toEqual(['a', 'b'])
  push('c')
  expect(shift()).toBe('c')
  push('c')
  expect([shift(), shift(), shift()]).toEqual(['a', 'b', 'c'])
  passMinute()
  push('c')
  expect([shift(), shift(), shift()]).toEqual(['a', 'b', 'c'])
})
