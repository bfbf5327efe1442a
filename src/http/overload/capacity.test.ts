import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import { Capacity } from './capacity.ts'

const KIBIBYTE = 1024

/** The part of a request that counts while it waits. */
const requestOf = (bytes: number) =>
  ({ headers: { 'content-length': String(bytes) }, chunked_bytes: 0 }) as unknown as FastifyRequest

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
