import { deleteSome, statement } from '../../../storage/statement.ts'

interface AccountRow {
  id: number
  name: string
  email: string
  password_hash: string
  totp_secret: string | null
  totp_since: number | null
  totp_last_step: number
}

const ACCOUNT = 'id, name, email, password_hash, totp_secret, totp_since, totp_last_step'

export const findByEmail = statement<{ email_key: string }, AccountRow>(
  `select ${ACCOUNT} from staff where email_key = :email_key and disabled_at is null`,
)

export const findAccount = statement<{ id: number }, AccountRow>(
  `select ${ACCOUNT} from staff where id = :id`,
)

/** Whoever has signed in at this address lately is not kept out by the guesses of others. */
export const findSessionAt = statement<{ staff_id: number; address: string }, { id: number }>(
  `select id from staff_sessions where staff_id = :staff_id and address = :address limit 1`,
)

export const insertSession = statement<
  {
    staff_id: number
    token_hash: string
    now: number
    expires_at: number
    address: string
    user_agent: string
  },
  { id: number }
>(
  `insert into staff_sessions (staff_id, token_hash, created_at, last_used_at, expires_at, address, user_agent)
   values (:staff_id, :token_hash, :now, :now, :expires_at, :address, :user_agent) returning id`,
  { inserts: 'staff_sessions' },
)

export const updateSeen = statement<{ staff_id: number; now: number }>(
  `update staff set last_seen_at = :now where id = :staff_id`,
  { updates: 'staff' },
)

interface SessionRow {
  id: number
  created_at: number
  expires_at: number
  address: string
  user_agent: string
}

export const listSessions = statement<{ staff_id: number; now: number }, SessionRow>(
  `select id, created_at, expires_at, address, user_agent from staff_sessions
    where staff_id = :staff_id and expires_at > :now order by id desc limit 100`,
)

/** All but the newest. */
export const deleteSurplus = statement<{ staff_id: number; kept: number }>(
  `delete from staff_sessions where staff_id = :staff_id and id not in (
     select id from staff_sessions where staff_id = :staff_id order by id desc limit :kept + 0)`,
  { deletes: 'staff_sessions' },
)

export const deleteSession = statement<{ id: number; staff_id: number }>(
  `delete from staff_sessions where id = :id and staff_id = :staff_id`,
  { deletes: 'staff_sessions' },
)

export const deleteOthers = statement<{ staff_id: number; except_id: number }>(
  `delete from staff_sessions where staff_id = :staff_id and id <> :except_id`,
  { deletes: 'staff_sessions' },
)

export const deleteExpired = deleteSome<{ now: number }>('staff_sessions', {
  key: 'id',
  age: 'expires_at',
  is_old: '<= :now',
})

export const updateAccount = statement<{ id: number; name: string; password_hash: string }>(
  `update staff set name = :name, password_hash = :password_hash where id = :id`,
  { updates: 'staff' },
)

/** No row: there is one already. */
export const beginTotp = statement<{ id: number; totp_secret: string }>(
  `update staff set totp_secret = :totp_secret where id = :id and totp_since is null`,
  { updates: 'staff' },
)

export const updateTotp = statement<{
  id: number
  totp_secret: string | null
  totp_since: number | null
}>(`update staff set totp_secret = :totp_secret, totp_since = :totp_since where id = :id`, {
  updates: 'staff',
})

/** No row: another request has used this code or a later one. */
export const useTotpStep = statement<{ id: number; step: number }>(
  `update staff set totp_last_step = :step where id = :id and totp_last_step < :step`,
  { updates: 'staff' },
)

export const insertRecoveryCodes = statement<{ staff_id: number; codes: string }>(
  (sql) => `
  insert into staff_recovery_codes (staff_id, code_hash)
  select :staff_id, codes.hash from ${sql.rowsFromJson('codes', { hash: 'text' })} where true`,
  { inserts: 'staff_recovery_codes' },
)

export const deleteRecoveryCode = statement<{ staff_id: number; code_hash: string }>(
  `delete from staff_recovery_codes where staff_id = :staff_id and code_hash = :code_hash`,
  { deletes: 'staff_recovery_codes' },
)

export const deleteRecoveryCodes = statement<{ staff_id: number }>(
  `delete from staff_recovery_codes where staff_id = :staff_id`,
  { deletes: 'staff_recovery_codes' },
)
