import { deleteSome, statement } from '../../../storage/statement.ts'

interface TokenRow {
  id: number
  name: string
  role: string
  game_ids: string | null
  created_at: number
  expires_at: number | null
}

export const listTokens = statement<{ staff_id: number }, TokenRow>(
  `select id, name, role, game_ids, created_at, expires_at from staff_tokens
    where staff_id = :staff_id order by id limit 1000`,
)

export const countTokens = statement<{ staff_id: number }, { count: number }>(
  `select count(*) as count from staff_tokens where staff_id = :staff_id`,
)

/** So that of many requests at once none passes the limit. */
export const lockStaff = statement<{ id: number }, { id: number }>(
  (sql) => `select id from staff where id = :id ${sql.lockRow}`,
)

export const insertToken = statement<
  Omit<TokenRow, 'id'> & { staff_id: number; token_hash: string },
  { id: number }
>(
  `insert into staff_tokens (staff_id, name, token_hash, role, game_ids, created_at, expires_at)
   values (:staff_id, :name, :token_hash, :role, :game_ids, :created_at, :expires_at) returning id`,
  { inserts: 'staff_tokens' },
)

export const updateToken = statement<{ id: number; staff_id: number; token_hash: string }>(
  `update staff_tokens set token_hash = :token_hash where id = :id and staff_id = :staff_id`,
  { updates: 'staff_tokens' },
)

export const deleteToken = statement<{ id: number; staff_id: number }, { name: string }>(
  `delete from staff_tokens where id = :id and staff_id = :staff_id returning name`,
  { deletes: 'staff_tokens' },
)

export const deleteExpired = deleteSome<{ now: number }>('staff_tokens', {
  key: 'id',
  age: 'expires_at',
  is_old: '<= :now',
})
