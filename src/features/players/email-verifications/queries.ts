import { deleteSome, statement } from '../../../storage/statement.ts'

interface EmailRow {
  game_id: number
  email: string | null
  email_key: string | null
  email_verified_at: number | null
}

const EMAIL = `select game_id, email, email_key, email_verified_at from users where id = :id`

export const findEmail = statement<{ id: number }, EmailRow>(EMAIL)

export const lockEmail = statement<{ id: number }, EmailRow>((sql) => `${EMAIL} ${sql.lockRow}`)

/** No row: too many links were requested recently. */
export const insertVerification = statement<
  {
    token_hash: string
    user_id: number
    email_key: string
    now: number
    expires_at: number
    since: number
    max: number
  },
  { token_hash: string }
>(
  `insert into email_verifications (token_hash, user_id, email_key, created_at, expires_at)
   select :token_hash, :user_id, :email_key, :now, :expires_at
    where (select count(*) from email_verifications where user_id = :user_id and created_at > :since) < :max
   returning token_hash`,
  { inserts: 'email_verifications' },
)

export const findOldestLink = statement<
  { user_id: number; since: number },
  { created_at: number | null }
>(
  `select min(created_at) as created_at from email_verifications
    where user_id = :user_id and created_at > :since`,
)

/** A link can be used once. No row: it was used, or has expired. */
export const deleteVerification = statement<
  { token_hash: string; now: number },
  { user_id: number; email_key: string }
>(
  `delete from email_verifications where token_hash = :token_hash and expires_at > :now
   returning user_id, email_key`,
  { deletes: 'email_verifications' },
)

/** Changes no row if the user has another address by now. */
export const updateVerified = statement<{ id: number; email_key: string; now: number }>(
  `update users set email_verified_at = :now where id = :id and email_key = :email_key`,
  { updates: 'users' },
)

export const deleteOldVerifications = deleteSome<{ now: number }>('email_verifications', {
  key: 'token_hash',
  age: 'expires_at',
  is_old: '<= :now',
})
