import T, { type Static } from 'typebox'
import { Value } from 'typebox/value'

/** What the time of the server is spent on. A function of Node or SQLite counts as what has called it. */
export const PARTS = [
  'HTTP of Node',
  'Fastify',
  'Checks and JSON',
  'Around the rule',
  'Rules',
  'Database',
  'Jobs and events',
  'Garbage collection',
  'Kernel and others',
] as const

export type Part = (typeof PARTS)[number]

const ProfileResult = T.Object({
  date: T.String(),
  profiles: T.Array(
    T.Object({
      engine: T.String(),
      scenario: T.String(),
      /** CPU time of the server per request, while it was not profiled. */
      cpu_us: T.Number(),
      /** In the order of `PARTS`. They add up to 1. */
      shares: T.Array(T.Number()),
    }),
  ),
})
export type ProfileResult = Static<typeof ProfileResult>

export const readProfileResult = (text: string) => Value.Parse(ProfileResult, JSON.parse(text))
