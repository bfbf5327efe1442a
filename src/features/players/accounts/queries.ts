import { statement } from '../../../storage/statement.ts'

export interface NewUser {
  game_id: number
  username: string
  username_key: string
  username_skeleton: string
  email: string | null
  email_key: string | null
  password_hash: string | null
  device_hash: string | null
  now: number
}

/** No row: the username, one that looks like it, the email address or the device is taken. */
export const insertUser = statement<
  NewUser & Record<string, string | number | null>,
  { id: number }
>(
  `insert into users (game_id, username, username_key, username_skeleton, email, email_key, password_hash,
                      device_hash, last_login, created_at)
   values (:game_id, :username, :username_key, :username_skeleton, :email, :email_key, :password_hash,
           :device_hash, :now, :now)
   on conflict do nothing returning id`,
  { inserts: 'users' },
)

/** The user who has the username, or one that looks like it. */
export const findNameTaken = statement<
  { game_id: number; username_key: string; username_skeleton: string },
  { id: number }
>(`
  select id from users where game_id = :game_id and username_key = :username_key
  union all
  select id from users where game_id = :game_id and username_skeleton = :username_skeleton`)

interface Credentials {
  id: number
  email: string | null
  email_verified_at: number | null
  password_hash: string | null
}

/** An email address takes precedence over a username that somebody else chose to look like it. */
export const findByEmailOrName = statement<{ game_id: number; named: string }, Credentials>(`
  select id, email, email_verified_at, password_hash from (
    select id, email, email_verified_at, password_hash, 0 as rank
      from users where game_id = :game_id and email_key = :named
    union all
    select id, email, email_verified_at, password_hash, 1 as rank
      from users where game_id = :game_id and username_key = :named
  ) as found order by rank limit 1`)

/** Locked, so that a new password that unlinks the device ends this session too, or comes before it. */
export const lockByDevice = statement<{ game_id: number; device_hash: string }, { id: number }>(
  (sql) =>
    `select id from users where game_id = :game_id and device_hash = :device_hash ${sql.lockRow}`,
)

interface AccountRow extends Credentials {
  game_id: number
  username: string
}

const ACCOUNT = `select id, game_id, username, email, email_verified_at, password_hash
   from users where id = :id`

export const findCredentials = statement<{ id: number }, AccountRow>(ACCOUNT)

export const lockCredentials = statement<{ id: number }, AccountRow>(
  (sql) => `${ACCOUNT} ${sql.lockRow}`,
)

export const updateLogin = statement<{ id: number; now: number }>(
  `update users set number_of_logins = number_of_logins + 1, last_login = :now where id = :id`,
  { updates: 'users' },
)

export const deleteUser = statement<{ id: number }>(`delete from users where id = :id`, {
  deletes: 'users',
})
