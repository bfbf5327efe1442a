import { statement } from '../../../storage/statement.ts'

/** A null password keeps the old one. The name of an old account may look like that of another one, as long as it stays. */
export const updateAccount = statement<{
  id: number
  username: string
  username_key: string
  username_skeleton: string
  email: string | null
  email_key: string | null
  is_new_email: number
  unlinks_device: number
  password_hash: string | null
}>(
  `update users set username = :username, username_key = :username_key,
          username_skeleton = case when username = :username then username_skeleton else :username_skeleton end,
          email = :email, email_key = :email_key,
          email_verified_at = case when :is_new_email = 1 then null else email_verified_at end,
          password_hash = coalesce(:password_hash, password_hash),
          device_hash = case when :unlinks_device = 1 then null else device_hash end
    where id = :id`,
  { updates: 'users' },
)

/** The device may be somebody else's. */
export const updatePassword = statement<{ id: number; password_hash: string }>(
  `update users set password_hash = :password_hash, device_hash = null where id = :id`,
  { updates: 'users' },
)

/** By a link in a mail: the mailbox is the user's. */
export const updatePasswordByLink = statement<{ id: number; password_hash: string; now: number }>(
  `update users set password_hash = :password_hash, device_hash = null,
          email_verified_at = coalesce(email_verified_at, :now)
    where id = :id`,
  { updates: 'users' },
)
