import { hash } from 'node:crypto'
import { Refusal } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Reader, Writer } from '../storage/database.ts'
import {
  claimKey,
  deleteExpiredAnswers,
  findAnswer,
  type StoredAnswer,
  updateAnswer,
} from './queries.ts'

const ANSWERS_KEPT_MS = 24 * 3_600_000

/** Top-level fields that are stored neither in an answer nor in the hash of a request. */
const SECRETS = new Set([
  'password',
  'password_confirmation',
  'current_password',
  'device_id',
  'game_token',
  'authentication_token',
  'token',
  'secret',
])

/** In place of an answer that is too long to be stored. */
export const NOT_STORED = ''

type Fields = Record<string, unknown>

type TimedWriter = Writer & { now(): number }

/** A write that carries an `Idempotency-Key`. */
export interface KeyedRequest {
  /** Identifies the request: a hash of its caller, its route and its key. */
  request_hash: string
  /** A hash of the fields that were sent, without secrets: the same key with other fields is refused. */
  fingerprint: string
  /** Answers are exported and erased with their user. */
  user_id: number | null
  success_status: number
  /** Whether fields with the names of secrets are stored like all others. */
  has_own_answer: boolean
  /** Whether its answer can be made again from current data: then it is not stored if it is long. */
  can_rebuild: boolean
  /** Whether the client has closed the connection. */
  isAbandoned: () => boolean
  /** Set by `inTransaction`, which refuses a second one. */
  has_transaction: boolean
}

const digest = (parts: unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url')

/** Two requests are the same if their callers, routes and keys are; then their input must be the same too. */
export const identifyRequest = (
  request: { caller: string; method: string; url: string; key: string },
  input: { params: unknown; fields: unknown },
) => ({
  request_hash: digest([request.caller, request.method, request.url, request.key]),
  fingerprint: digest([input.params, input.fields]),
})

/** Another request with the same key was faster; its answer is stored. */
export class AlreadyAnswered extends Error {}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const withoutSecrets = (fields: unknown): unknown =>
  isObject(fields)
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRETS.has(name)))
    : fields

/** Begins a keyed write, in its transaction. A request with the same key then waits until this transaction has ended. */
export async function claimRequest(tx: TimedWriter, request: KeyedRequest): Promise<void> {
  const { request_hash, fingerprint, user_id } = request
  const now = tx.now()
  const claim = { request_hash, fingerprint, user_id, now, since: now - ANSWERS_KEPT_MS }
  if (!(await tx.first(claimKey, claim))) throw new AlreadyAnswered()
  // While this request waited, its client may have hung up and retried, and the retry may have been refused. Writing now
  // would contradict that refusal.
  if (request.isAbandoned()) throw new Refusal('busy', { retry_after_seconds: 1 })
}

/** Whether its texts alone have more characters, each of which is at least one byte of JSON. Faster than to make the JSON. */
function exceedsCharacters(value: unknown, max_characters: number): boolean {
  let left = max_characters
  const count = (part: unknown) => {
    if (typeof part === 'string') left -= part.length
    else if (typeof part === 'object' && part !== null)
      for (const inner of Object.values(part)) if (left >= 0) count(inner)
  }
  count(value)
  return left < 0
}

/** As JSON, or `NOT_STORED` if that is longer. */
function serializeUpTo(value: unknown, max_bytes: number): string {
  if (exceedsCharacters(value, max_bytes)) return NOT_STORED
  const text = JSON.stringify(value)
  return Buffer.byteLength(text) > max_bytes ? NOT_STORED : text
}

/** Ends a keyed write, in its transaction. */
export function storeAnswer(tx: TimedWriter, request: KeyedRequest, answer: unknown): void {
  const { request_hash, success_status, can_rebuild, has_own_answer } = request
  // The id of what was created, for `reissueSecrets`; 0 if the answer has none.
  const answer_id = isObject(answer) && typeof answer.id === 'number' ? answer.id : 0
  const value = (has_own_answer ? answer : withoutSecrets(answer)) ?? null
  const body = can_rebuild
    ? serializeUpTo(value, limits.stored_answer_bytes.value)
    : JSON.stringify(value)
  const stored = { request_hash, status: success_status, body, answer_id }
  tx.defer(updateAnswer, stored)
}

/** Undefined: the request was not answered yet. Refuses a key that was used for another request. */
export async function findStoredAnswer(
  reader: Reader,
  { request_hash, fingerprint }: KeyedRequest,
  now: number,
): Promise<StoredAnswer | undefined> {
  const stored = await reader.first(findAnswer, {
    request_hash,
    since: now - ANSWERS_KEPT_MS,
  })
  if (stored && stored.fingerprint !== fingerprint) throw new Refusal('idempotency_key_reused')
  return stored
}

export const removeExpiredAnswers = (tx: TimedWriter) =>
  tx.run(deleteExpiredAnswers, { since: tx.now() - ANSWERS_KEPT_MS })
