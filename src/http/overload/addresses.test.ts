import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { Addresses } from './addresses.ts'
import { Usage } from './usage.ts'

const PERIOD_MS = 2 * 60_000

const from = (forwarded: string | undefined, remoteAddress = '127.0.0.1') =>
  ({
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress },
  }) as unknown as IncomingMessage

test('players of one address share its usage, wherever each was before', () => {
  const addresses = new Addresses([{ seconds: 60 }], 1)
  const [one, other] = [new Usage([]), new Usage([])]
  const home = addresses.usageOfPlayer(from('10.0.0.1'), one, 0)
  expect(addresses.usageOfPlayer(from('10.0.0.1'), one, 1)).toBe(home)
  expect(addresses.usageOfPlayer(from('198.51.100.7, 10.0.0.1'), other, 1)).toBe(home)
  expect(addresses.usageOf(from('10.0.0.1'), 1)).toBe(home)

  const school = addresses.usageOfPlayer(from('10.0.0.2'), one, 2)
  expect(school).not.toBe(home)
  expect(addresses.usageOfPlayer(from(undefined, '10.0.0.2'), other, 2)).toBe(school)
  expect(addresses.usageOfPlayer(from('10.0.0.1'), one, 3)).toBe(home)
})

test('a player whose requests go on has the same address as others, even after others were forgotten', () => {
  const addresses = new Addresses([{ seconds: 60 }], 1)
  const player = new Usage([])
  const home = addresses.usageOfPlayer(from('10.0.0.1'), player, 0)
  addresses.usageOf(from('10.0.0.2'), 0)
  for (let now = 0; now < 5 * PERIOD_MS; now += PERIOD_MS / 2) {
    expect(addresses.usageOfPlayer(from('10.0.0.1'), player, now)).toBe(home)
    expect(addresses.usageOf(from('10.0.0.1'), now)).toBe(home)
  }
  expect(addresses.size).toBe(1)
  const later = addresses.usageOfPlayer(from('10.0.0.1'), player, 20 * PERIOD_MS)
  expect(later).not.toBe(home)
  expect(addresses.usageOf(from('10.0.0.1'), 20 * PERIOD_MS)).toBe(later)
})

test('a long text instead of an address is not remembered', () => {
  const addresses = new Addresses([{ seconds: 60 }], 1)
  const player = new Usage([])
  const usage = addresses.usageOfPlayer(from('x'.repeat(1000)), player, 0)
  expect(player.address_text).toBeUndefined()
  expect(addresses.usageOf(from('y'.repeat(1000)), 0)).toBe(usage)
  expect(addresses.nameOf(from('x'.repeat(1000)))).toBe('')
})

test('without a proxy, what a client says about its address does not count', () => {
  const addresses = new Addresses([{ seconds: 60 }], 0)
  const player = new Usage([])
  const usage = addresses.usageOfPlayer(from('10.0.0.1', '192.0.2.1'), player, 0)
  expect(addresses.usageOfPlayer(from('10.0.0.2', '192.0.2.1'), player, 0)).toBe(usage)
  expect(addresses.nameOf(from('10.0.0.2', '192.0.2.1'))).toBe('192.0.2.1')
})
