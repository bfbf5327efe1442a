import type { RefusalCode } from '../../errors.ts'

/** What every endpoint may answer. */
export const COMMON_REFUSALS: RefusalCode[] = [
  'malformed_body',
  'body_too_large',
  'request_timeout',
  'address_too_long',
  'too_many_requests',
  'busy',
  'overloaded',
  'database_unavailable',
  'disk_full',
  'internal',
]
