import { statement } from '../../../storage/statement.ts'

export interface NewUser {
  game_id: number
  username: string
  username_key: string
  email: string | null
  email_key: string | null
  password_hash: string | null
  device_hash: string | null
  now: number
}

/** No row: the username, the email address or the device is taken. */
export const insertUser = statement<
  NewUser & Record<string, string | number | null>,
  { id: number }
>(
  `insert into users (game_id, username, username_key, email, email_key, password_hash, device_hash, last_login, created_at)
   values (:game_id, :username, :username_key, :email, :email_key, :password_hash, :device_hash, :now, :now)
   on conflict do nothing returning id`,
  { inserts: 'users' },
)

/** The users who have the username or the email address. */
export const findTaken = statement<
  { game_id: number; username_key: string; email_key: string | null },
  { username_key: string; email_key: string | null }
>(`
  select username_key, email_key from users
   where game_id = :game_id and username_key = :username_key
  union all
  select username_key, email_key from users
   where game_id = :game_id and email_key = :email_key`)

interface Credentials {
  id: number
  password_hash: string | null
}

/** An email address takes precedence over a username that somebody else chose to look like it. */
export const findByEmailOrName = statement<{ game_id: number; named: string }, Credentials>(`
  select id, password_hash from (
    select id, password_hash, 0 as rank from users where game_id = :game_id and email_key = :named
    union all
    select id, password_hash, 1 as rank from users where game_id = :game_id and username_key = :named
  ) as found order by rank limit 1`)

export const findByDevice = statement<{ game_id: number; device_hash: string }, { id: number }>(`
  select id from users where game_id = :game_id and device_hash = :device_hash`)

interface AccountRow extends Credentials {
  game_id: number
  username: string
  email: string | null
}

const ACCOUNT = `select id, game_id, username, email, password_hash from users where id = :id`

export const findCredentials = statement<{ id: number }, AccountRow>(ACCOUNT)

export const lockCredentials = statement<{ id: number }, AccountRow>(
  (sql) => `${ACCOUNT} ${sql.lockRow}`,
)

export const updateLogin = statement<{ id: number; now: number }>(
  `update users set number_of_logins = number_of_logins + 1, last_login = :now where id = :id`,
  { updates: 'users' },
)

/** A null password keeps the old one. */
export const updateAccount = statement<{
  id: number
  username: string
  username_key: string
  email: string | null
  email_key: string | null
  password_hash: string | null
}>(
  `update users set username = :username, username_key = :username_key, email = :email, email_key = :email_key,
          password_hash = coalesce(:password_hash, password_hash)
    where id = :id`,
  { updates: 'users' },
)

export const updatePassword = statement<{ id: number; password_hash: string }>(
  `update users set password_hash = :password_hash where id = :id`,
  { updates: 'users' },
)

export const deleteUser = statement<{ id: number }>(`delete from users where id = :id`, {
  deletes: 'users',
})
