import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { Newcomers } from './newcomers.ts'
import { Usage } from './usage.ts'

const NOW = 1_800_000_000_000

const requestWith = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage

const countFirst = (requests: IncomingMessage[], addressOf: (index: number) => Usage) => {
  const newcomers = new Newcomers(0)
  return requests.filter((raw, index) => newcomers.goesFirst(raw, addressOf(index), NOW)).length
}

test('a few requests without a known token go first, of one address and of all together', () => {
  const requests = Array.from({ length: 1500 }, () => requestWith({}))
  const address = new Usage([-Infinity])
  expect(countFirst(requests, () => address)).toBe(6)
  expect(countFirst(requests, () => new Usage([-Infinity]))).toBe(100)
})

test('a large body and a service key are no reason to go first', () => {
  const large = requestWith({ 'content-length': '20000' })
  const keyed = requestWith({ 'service-key-token': 'made up' })
  expect(countFirst([large, keyed], () => new Usage([-Infinity]))).toBe(0)
})
