import { Refusal } from '../errors.ts'
import type { Reader, Writer } from '../storage/database.ts'
import {
  claimKey,
  deleteExpiredAnswers,
  findAnswer,
  type StoredAnswer,
  updateAnswer,
} from './queries.ts'

const KEPT_MS = 24 * 3_600_000

/** Fields that are never stored, neither of a request, not even as part of a hash, nor of an answer. */
const SECRETS = new Set([
  'password',
  'password_confirmation',
  'current_password',
  'device_id',
  'game_token',
  'authentication_token',
  'token',
])

type Fields = Record<string, unknown>

type TimedWriter = Writer & { now(): number }

/** A write that carries an `Idempotency-Key`. */
export interface KeyedRequest {
  /** Of caller, route and key. */
  request_hash: string
  /** Of what was sent, without secrets: the same key with other fields is a mistake. */
  fingerprint: string
  user_id: number | null
  /** The status of the route's success. */
  status: number
  /** Whether the client has closed the connection. */
  isAbandoned: () => boolean
  /** A request has one transaction, whose result is its answer. */
  has_transaction: boolean
}

/** Another request with the same key was faster; its answer is stored. */
export class AlreadyAnswered extends Error {}

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null

export const withoutSecrets = (fields: unknown): unknown =>
  isObject(fields) && !Array.isArray(fields)
    ? Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRETS.has(name)))
    : fields

/** Begins a keyed write, in its transaction. From then on, the same request waits until this transaction has ended. */
export async function claimRequest(tx: TimedWriter, request: KeyedRequest): Promise<void> {
  const { request_hash, fingerprint, user_id } = request
  const now = tx.now()
  const key = { request_hash, fingerprint, user_id, now, since: now - KEPT_MS }
  if (!(await tx.first(claimKey, key))) throw new AlreadyAnswered()
  // Before the claim, a retry may have been refused, so a write that its client has abandoned must not happen any more.
  if (request.isAbandoned()) throw new Refusal('busy', { retry_after_seconds: 1 })
}

/** Ends a keyed write, in its transaction. */
export async function storeAnswer(tx: TimedWriter, request: KeyedRequest, answer: unknown) {
  const { request_hash, status } = request
  const answer_id = isObject(answer) && typeof answer.id === 'number' ? answer.id : 0
  const body = JSON.stringify(withoutSecrets(answer) ?? null)
  await tx.run(updateAnswer, { request_hash, status, body, answer_id })
}

/** Undefined: the request was not answered yet. Refuses a key that was used for another request. */
export async function findStoredAnswer(
  reader: Reader,
  { request_hash, fingerprint }: KeyedRequest,
  now: number,
): Promise<StoredAnswer | undefined> {
  const stored = await reader.first(findAnswer, { request_hash, since: now - KEPT_MS })
  if (stored && stored.fingerprint !== fingerprint) throw new Refusal('idempotency_key_reused')
  return stored
}

export const forgetExpiredAnswers = (tx: TimedWriter) =>
  tx.run(deleteExpiredAnswers, { since: tx.now() - KEPT_MS })
