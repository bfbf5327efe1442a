import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { Passwords } from './passwords.ts'

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const SCHOOL_CLASS = 40

const hashMany = (passwords: Passwords, address: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => passwords.hash('password', address)))

test('an address that hashes many passwords rests, and others do not wait for it', async () => {
  // Whoever rests does so until the end of the test.
  const passwords = new Passwords(10_000, { cost: CHEAP, rest_factor: 1e9, max_rest_ms: 1e9 })
  await hashMany(passwords, '10.0.0.1', SCHOOL_CLASS)
  let is_over = false
  const attack = hashMany(passwords, '10.0.0.1', 20 + availableParallelism())
  void attack.then(() => (is_over = true))
  await hashMany(passwords, '10.0.0.2', SCHOOL_CLASS)
  await hashMany(passwords, '2001:db8::1', SCHOOL_CLASS)
  expect(is_over).toBe(false)
  expect(passwords.waiting).toBeGreaterThan(0)
})

test('of an address that comes often, half as many wait, and there is room for others', async () => {
  const passwords = new Passwords(400, { cost: CHEAP, rest_factor: 1e9, max_rest_ms: 1e9 })
  const attack = Array.from({ length: 200 }, () => passwords.hash('password', '10.0.0.1'))
  const refused = attack.map((one) => one.catch((error: unknown) => error))
  expect(await refused.at(-1)).toMatchObject({ code: 'busy' })
  await hashMany(passwords, '10.0.0.2', SCHOOL_CLASS)
})

test('without limits, no address rests', async () => {
  const options = { cost: CHEAP, rest_factor: 1e9, max_rest_ms: 1e9, is_paced: false }
  const passwords = new Passwords(10_000, options)
  await hashMany(passwords, '10.0.0.1', 5 * SCHOOL_CLASS)
  expect(passwords.waiting).toBe(0)
})
