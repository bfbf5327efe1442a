import { deleteSome, statement } from '../storage/statement.ts'

export interface StoredAnswer {
  fingerprint: string
  status: number
  body: string
  answer_id: number
}

export const findAnswer = statement<{ request_hash: string; since: number }, StoredAnswer>(`
  select fingerprint, status, body, answer_id from answered_requests
   where request_hash = :request_hash and answered_at >= :since`)

/** No row: there is an answer that is less than a day old. */
export const claimKey = statement<
  {
    request_hash: string
    fingerprint: string
    user_id: number | null
    now: number
    since: number
  },
  { request_hash: string }
>(
  `insert into answered_requests (request_hash, fingerprint, user_id, status, body, answer_id, answered_at)
   values (:request_hash, :fingerprint, :user_id, 0, '', 0, :now)
   on conflict (request_hash) do update
      set fingerprint = excluded.fingerprint, user_id = excluded.user_id, answered_at = excluded.answered_at
    where answered_requests.answered_at < :since
   returning request_hash`,
  { inserts: 'answered_requests', updates: 'answered_requests' },
)

export const updateAnswer = statement<{
  request_hash: string
  status: number
  body: string
  answer_id: number
}>(
  `update answered_requests set status = :status, body = :body, answer_id = :answer_id
    where request_hash = :request_hash`,
  { updates: 'answered_requests' },
)

export const deleteExpiredAnswers = deleteSome<{ since: number }>('answered_requests', {
  key: 'request_hash',
  age: 'answered_at',
  is_old: '< :since',
})
