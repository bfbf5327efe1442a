import { deleteSome, statement } from '../../../storage/statement.ts'

const BY_ADDRESS = `select id, email from users
   where game_id = :game_id and email_key = :email_key`

export const findByAddress = statement<
  { game_id: number; email_key: string },
  { id: number; email: string }
>(BY_ADDRESS)

export const lockByAddress = statement<
  { game_id: number; email_key: string },
  { id: number; email: string }
>((sql) => `${BY_ADDRESS} ${sql.lockRow}`)

/** No row: too many links were requested recently. */
export const insertReset = statement<
  {
    token_hash: string
    user_id: number
    now: number
    expires_at: number
    since: number
    max: number
  },
  { token_hash: string }
>(
  `insert into password_resets (token_hash, user_id, created_at, expires_at)
   select :token_hash, :user_id, :now, :expires_at
    where (select count(*) from password_resets where user_id = :user_id and created_at > :since) < :max
   returning token_hash`,
  { inserts: 'password_resets' },
)

/** No row: the link was used, or has expired. */
export const findReset = statement<{ token_hash: string; now: number }, { user_id: number }>(`
  select user_id from password_resets where token_hash = :token_hash and expires_at > :now`)

/** A link can be used once. No row: it was used, or has expired. */
export const deleteReset = statement<{ token_hash: string; now: number }, { user_id: number }>(
  `delete from password_resets where token_hash = :token_hash and expires_at > :now returning user_id`,
  { deletes: 'password_resets' },
)

export const deleteResetsOfUser = statement<{ user_id: number }>(
  `delete from password_resets where user_id = :user_id`,
  { deletes: 'password_resets' },
)

export const deleteOldResets = deleteSome<{ now: number }>('password_resets', {
  key: 'token_hash',
  age: 'expires_at',
  is_old: '<= :now',
})
