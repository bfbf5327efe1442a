// Answers to keyed requests are not stored: a retry is executed again.
import { patchSource } from '../patch-source.ts'

patchSource(
  'idempotency/keyed-requests.ts',
  `tx.defer(updateAnswer, stored)`,
  `tx.defer({ index: 100_000, sql: 'delete from answered_requests where request_hash = :request_hash', writes: {} }, { request_hash: stored.request_hash })`,
)
