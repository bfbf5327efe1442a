import { expect, test } from 'vitest'
import { Fifo } from './fifo.ts'

test('what is first in is first out', () => {
  const fifo = new Fifo<number>()
  const taken: (number | undefined)[] = []
  for (let n = 0; n < 5000; n++) {
    fifo.push(n)
    if (n % 2 === 1) taken.push(fifo.shift())
  }
  expect(fifo.length).toBe(2500)
  while (fifo.length > 0) taken.push(fifo.shift())
  expect(taken).toEqual(Array.from({ length: 5000 }, (_, n) => n))
  expect(fifo.shift()).toBeUndefined()
})

test('a queue that is never empty holds only what waits', () => {
  const fifo = new Fifo<number[]>()
  const list = Array.from({ length: 1000 }, () => 0.5)
  const takeMany = () => {
    for (let n = 0; n < 3000; n++) {
      fifo.push(list.slice())
      fifo.shift()
    }
  }
  fifo.push([])
  takeMany()
  const before = process.memoryUsage().heapUsed
  for (let round = 0; round < 30; round++) takeMany()
  // 90,000 lists of 1,000 numbers are 720 MB.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300_000_000)
  expect(fifo.length).toBe(1)
})
