import { expect, test } from 'vitest'
import {
  describeRate,
  parseRateLimits,
  rateLimitNames,
  rateLimits,
  subjectOf,
} from './rate-limits.ts'

test('rate limits are changed by a list of names and numbers', () => {
  expect(parseRateLimits('')).toEqual({})
  expect(parseRateLimits('player_reads=2400')).toEqual({ player_reads: 2400 })
  expect(parseRateLimits(' player_reads=2400 , address_mails=0 ')).toEqual({
    player_reads: 2400,
    address_mails: 0,
  })
  const wrong = ['player_raeds=5', 'player_reads', 'player_reads=', 'player_reads=-1', 'a=1']
  for (const text of [...wrong, 'player_reads=1.5', 'player_reads=5;', ',', 'toString=1'])
    expect([text, parseRateLimits(text)]).toEqual([text, undefined])
})

test('every limit says whose requests it counts, and in which period', () => {
  expect(describeRate('player_reads')).toBe('600 per minute for each player')
  expect(describeRate('address_sign_ins', 5)).toBe('5 per 10 minutes for each IP address')
  for (const name of rateLimitNames) {
    expect(name.startsWith(`${subjectOf(name)}_`)).toBe(true)
    expect(describeRate(name)).not.toContain('undefined')
  }
})

/** So that one player cannot use up the limit of everyone behind the same address. */
test('the limits of an address are at least ten times those of a player, except for mails', () => {
  const shared = rateLimitNames.filter((name) => name.startsWith('player_'))
  for (const name of shared) {
    const of_address = rateLimitNames.find((other) => other === name.replace('player', 'address'))
    if (!of_address || name === 'player_mails') continue
    expect(rateLimits[of_address].count).toBeGreaterThanOrEqual(10 * rateLimits[name].count)
    expect(rateLimits[of_address].seconds).toBe(rateLimits[name].seconds)
  }
})
