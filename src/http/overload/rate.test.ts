import { expect, test } from 'vitest'
import { Rate } from './rate.ts'
import { Usage, Usages } from './usage.ts'

test('a bucket gives its tokens at once, then one at a time as it is refilled', () => {
  const rate = new Rate({ count: 7, seconds: 60 }, 0)
  const [a, b] = [new Usage([0]), new Usage([0])]
  const taken = Array.from({ length: 9 }, () => rate.take(a, 1, 1e12))
  expect(taken.slice(0, 7)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(taken[7]).toBeCloseTo(60_000 / 7, 1)
  expect(taken[8]).toBe(taken[7])
  expect(rate.take(b, 1, 1e12)).toBe(0)
  expect(rate.take(a, 1, 1e12 + 60_000 / 7)).toBe(0)
  expect(rate.take(a, 1, 1e12 + 60_000 / 7)).toBeGreaterThan(1)
})

test('more than a bucket holds is given when it is full', () => {
  const rate = new Rate({ count: 10, seconds: 10 }, 0)
  const [a, b] = [new Usage([0]), new Usage([0])]
  expect(rate.take(a, 1000, 0)).toBe(0)
  expect(rate.take(a, 1, 0)).toBeGreaterThan(0)
  expect(rate.take(b, 1, 0)).toBe(0)
  expect(rate.take(b, 1000, 0)).toBeCloseTo(1000)
})

test('what is charged afterwards delays the next request, at most by two periods', () => {
  const rate = new Rate({ count: 10, seconds: 10 }, 0)
  const a = new Usage([0])
  rate.charge(a, 15, 0)
  expect(rate.wait(a, 1, 0)).toBeCloseTo(6000)
  rate.charge(a, 1e9, 0)
  expect(rate.wait(a, 1, 0)).toBeCloseTo(11_000)
  expect(rate.take(a, 10, 20_000)).toBe(0)
})

test('a clock that is set back locks nobody out', () => {
  const rate = new Rate({ count: 2, seconds: 60 }, 0)
  const a = new Usage([0])
  for (let times = 0; times < 3; times++) rate.take(a, 1, 1e12)
  expect(rate.take(a, 1, 1e12 - 3_600_000)).toBe(0)
})

test('keys are forgotten when their buckets are full again, and beyond the limit earlier', () => {
  const usages = new Usages([{ seconds: 60 }], 1000)
  for (let key = 0; key < 100_000; key++) usages.of(key, key)
  expect(usages.size).toBeLessThanOrEqual(2000)
  usages.of('late', 1e9)
  expect(usages.size).toBe(1)
})

test('a bucket is not forgotten before it is full again', () => {
  const rate = new Rate({ count: 2, seconds: 60 }, 0)
  const usages = new Usages([{ seconds: 60 }])
  const times = Array.from({ length: 500 }, (_, index) => index * 10_000)
  const allowed = times.filter((now) => rate.take(usages.of('a', now), 1, now) === 0)
  // Two at the beginning, then one every 30 seconds.
  expect(allowed.length).toBe(2 + Math.floor(4_990_000 / 30_000))
})
