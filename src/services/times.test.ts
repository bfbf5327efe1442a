import { expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { formatTime, isoTime, readTime } from './times.ts'

test('a time has a date, a time of day and an offset', () => {
  expect(readTime('at', '2030-12-31T23:59:59Z')).toBe(Date.UTC(2030, 11, 31, 23, 59, 59))
  expect(readTime('at', '2030-12-31T23:59+01:00')).toBe(Date.UTC(2030, 11, 31, 22, 59))
})

test.each([
  '5',
  '1',
  'May',
  'tomorrow',
  '2030',
  '2030-12-31',
  '2030-12-31T23:59:59',
  '2030-02-30T00:00:00Z',
  '12/31/2030',
  '',
])('%j is no time', (text) => {
  expect(() => readTime('--at', text)).toThrow(
    new Refusal('invalid_input', {
      sentence: '--at must be an ISO 8601 time with its offset, such as 2024-07-23T15:20:09Z.',
    }),
  )
})

test('a time that is not there is null', () => {
  expect([formatTime(0), formatTime(null)]).toEqual(['1970-01-01T00:00:00.000Z', null])
})

test('isoTime writes what a Date writes', () => {
  const edges = [0, -1, 999, 1000, 59_999, 86_399_999, 86_400_000, -62_167_219_200_001]
  const last = Date.UTC(9999, 12) - 1
  const spread = Array.from({ length: 5000 }, (_, index) => Math.floor((last / 5000) * index))
  const now = Date.now()
  const recent = Array.from({ length: 5000 }, (_, index) => now - index * 7_919_777)
  for (const at of [...edges, last, last + 1, 1.5, now + 0.5, ...spread, ...recent])
    expect(isoTime(at)).toBe(new Date(at).toISOString())
  expect(() => isoTime(Number.NaN)).toThrow(RangeError)
})
