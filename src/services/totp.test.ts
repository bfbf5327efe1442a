import { expect, test } from 'vitest'
import { findTotpStep, newTotpSecret, totpCode, totpUrl } from './totp.ts'

/** The secret of the examples in RFC 6238, in base 32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test('codes are those of RFC 6238', () => {
  const seconds = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
  expect(seconds.map((second) => totpCode(SECRET, Math.floor(second / 30)))).toEqual([
    '287082',
    '081804',
    '050471',
    '005924',
    '279037',
    '353130',
  ])
})

test('a code is right for a moment before and after, and once', () => {
  const now = 1234567890_000
  const step = Math.floor(now / 30_000)
  const find = (at: number, last_step = 0) =>
    findTotpStep(SECRET, totpCode(SECRET, at), { now, last_step })
  expect([find(step - 2), find(step - 1), find(step), find(step + 1), find(step + 2)]).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
  expect(find(step, step)).toBeUndefined()
  expect(findTotpStep(SECRET, '000000', { now, last_step: 0 })).toBeUndefined()
})

test('secrets are random, and apps can read them', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(newTotpSecret())
  expect(totpUrl(SECRET, 'ana@example.com')).toBe(
    `otpauth://totp/Playkeep%3Aana%40example.com?secret=${SECRET}&issuer=Playkeep`,
  )
})
