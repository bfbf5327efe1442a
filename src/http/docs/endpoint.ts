import type { FastifySchema } from 'fastify'

/** A documented endpoint: one method of one route. */
export interface Endpoint {
  feature: string
  method: string
  url: string
  schema: FastifySchema
  /** Whether its answers are stored for requests that are repeated with the same `Idempotency-Key`. */
  is_keyed: boolean
}
