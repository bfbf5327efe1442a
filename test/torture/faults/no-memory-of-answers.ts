// What was done under an Idempotency-Key is forgotten: a retry does it again.
import { plant } from '../plant.ts'

plant(
  'http/idempotency.ts',
  `await tx.run(storeAnswer, { request_hash, ...(await this.#answer.promise) })`,
  `await this.#answer.promise
        await tx.run({ index: 100_000, sql: 'delete from answered_requests where request_hash = :request_hash' }, { request_hash })`,
)
