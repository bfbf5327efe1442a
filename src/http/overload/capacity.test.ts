import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { Capacity } from './capacity.ts'

const KIBIBYTE = 1024

/** The part of a request that counts while it waits. */
const requestOf = (bytes: number) =>
  ({ headers: { 'content-length': String(bytes) }, chunked_bytes: 0 }) as unknown as FastifyRequest

test('clients that ask for much leave slots for others', () => {
  const capacity = new Capacity(8)
  const requestFrom = (goes_first: boolean) => {
    const raw = { headers: {}, caller: { goes_first } } as unknown as IncomingMessage
    return { raw, headers: {}, chunked_bytes: 0 } as unknown as FastifyRequest
  }
  const busy = requestFrom(false)
  for (let held = 0; held < 6; held++) capacity.acquire(busy)
  expect(capacity.admit(busy.raw)).toBe(false)
  expect(() => capacity.acquire(busy)).toThrow('too many requests at once')
  const modest = requestFrom(true)
  for (let held = 0; held < 2; held++) capacity.acquire(modest)
  expect(capacity.admit(modest.raw)).toBe(false)
})

test('requests that wait for their turn may hold so many bytes together, and no more', () => {
  const capacity = new Capacity(100)
  const waiting = Array.from({ length: 100 }, () => requestOf(252 * KIBIBYTE))
  // Each counts with 4 KiB more than its body.
  const fitting = limits.waiting_bytes.value / (256 * KIBIBYTE)
  for (const request of waiting.slice(0, fitting)) capacity.beginWait(request)

  expect(() => capacity.beginWait(requestOf(0))).toThrow('too many requests at once')
  expect(capacity.rejected).toBe(1)
  capacity.endWait(waiting[0] ?? requestOf(0))
  capacity.beginWait(requestOf(100 * KIBIBYTE))
})
