import type { Config } from '../../config.ts'
import {
  describeRate,
  parseRateLimits,
  rateLimitNames,
  type RateLimitName,
  rateLimits,
  type RateSubject,
  subjectOf,
} from '../../rate-limits.ts'
import { Rate } from './rate.ts'
import type { Usage } from './usage.ts'

/** Smaller bodies and answers are limited by the number of requests. */
export const SMALL_BYTES = 1024
const BYTES_PER_EXTRA_REQUEST = 16_384

/** For how many more requests a body or an answer counts. */
export const extraRequests = (bytes: number) =>
  bytes < SMALL_BYTES ? 0 : bytes / BYTES_PER_EXTRA_REQUEST

interface Limit {
  rate: Rate
  name: RateLimitName
  /** For the header `RateLimit-Policy`. */
  policy: string
  sentence: string
}

/** A limit that was reached, and when it allows the next request. */
export interface Excess {
  limit: Limit
  until: number
  /** Requests with smaller bodies are still allowed. */
  from_bytes?: number
}

/** Not if it is later than is possible: then the clock was set back. */
export const applies = ({ limit, until, from_bytes = 0 }: Excess, bytes: number, now: number) =>
  until > now && until <= now + 2000 * limit.rate.seconds && bytes >= from_bytes

/** The limits of each subject, by what they count. One that is missing is switched off. */
export type Limits = Record<RateSubject, Record<string, Limit>>

function createLimit(name: RateLimitName, count: number, index: number): Limit {
  const { what, seconds } = rateLimits[name]
  const unit = 'unit' in rateLimits[name] ? ';qu="content-bytes"' : ''
  return {
    rate: new Rate({ count, seconds }, index),
    name,
    policy: `"${name}";q=${count};w=${seconds}${unit}`,
    sentence: `Too many ${what}: at most ${describeRate(name, count)} (${name}). Wait for the time in the header Retry-After, then try again.`,
  }
}

export function createLimits({ RATE_LIMIT, RATE_LIMITS }: Config): Limits {
  const created: Limits = { player: {}, address: {}, game: {} }
  if (RATE_LIMIT === 'off') return created
  const counts = parseRateLimits(RATE_LIMITS) ?? {}
  for (const name of rateLimitNames) {
    const subject = subjectOf(name)
    const count = counts[name] ?? rateLimits[name].count
    const index = Object.keys(created[subject]).length
    if (count > 0)
      created[subject][name.slice(subject.length + 1)] = createLimit(name, count, index)
  }
  return created
}

export const ratesOf = (limits: Record<string, Limit>): Rate[] =>
  Object.values(limits).map(({ rate }) => rate)

const excessAfter = (limit: Limit, wait_ms: number, now: number): Excess | undefined =>
  wait_ms > 0 ? { limit, until: now + wait_ms } : undefined

/** Undefined: there were enough tokens, and they were taken. */
export const take = (limit: Limit | undefined, usage: Usage, cost: number, now: number) =>
  limit && excessAfter(limit, limit.rate.take(usage, cost, now), now)

/** Undefined: there are enough tokens. */
export const check = (limit: Limit | undefined, usage: Usage, cost: number, now: number) =>
  limit && excessAfter(limit, limit.rate.wait(usage, cost, now), now)

/** Seconds to wait and headers, for an answer with status 429. */
export function describeExcess({ limit, until }: Excess, now: number) {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  return {
    seconds,
    sentence: limit.sentence,
    headers: {
      'ratelimit-policy': limit.policy,
      ratelimit: `"${limit.name}";r=0;t=${seconds}`,
    },
  }
}
