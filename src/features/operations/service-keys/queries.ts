import { statement } from '../../../storage/statement.ts'
import { PLAYER_COLUMNS, type PlayerRow } from '../../players/sessions/queries.ts'

export const findPlayerOfKey = statement<
  { token_hash: string; name: string; user_id: number; now: number },
  PlayerRow & { service_key_id: number }
>(`
  select ${PLAYER_COLUMNS}, service_keys.id as service_key_id
    from service_keys
    join games on games.id = service_keys.game_id
    join users on users.game_id = service_keys.game_id and users.id = :user_id
   where service_keys.token_hash = :token_hash and service_keys.name = :name
     and (service_keys.expires_at is null or service_keys.expires_at > :now)`)

export const findKey = statement<
  { token_hash: string; name: string; game_id: number; now: number },
  { id: number }
>(`
  select id from service_keys
   where token_hash = :token_hash and name = :name and game_id = :game_id
     and (expires_at is null or expires_at > :now)`)

export const findKeyOfAnyGame = statement<
  { token_hash: string; name: string; now: number },
  { id: number }
>(`
  select id from service_keys
   where token_hash = :token_hash and name = :name
     and (expires_at is null or expires_at > :now)`)

export const listEnded = statement<{ checked: string; now: number }, { id: number }>(
  (sql) => `
  select checked.id from ${sql.rowsFromJson('checked', { id: 'bigint' })}
   where not exists (
     select 1 from service_keys
       join games on games.id = service_keys.game_id
      where service_keys.id = checked.id and games.enabled = 1
        and (service_keys.expires_at is null or service_keys.expires_at > :now))`,
)

interface KeyRow {
  id: number
  name: string
  created_at: number
  expires_at: number | null
  last_used_at: number | null
}

export const listKeys = statement<{ game_id: number }, KeyRow>(`
  select id, name, created_at, expires_at, last_used_at from service_keys
   where game_id = :game_id order by id`)

/** No row: the game has a key of this name. */
export const insertKey = statement<
  { game_id: number; name: string; token_hash: string; now: number; expires_at: number | null },
  { id: number }
>(
  `insert into service_keys (game_id, name, token_hash, created_at, expires_at)
   values (:game_id, :name, :token_hash, :now, :expires_at)
   on conflict (game_id, name) do nothing returning id`,
  { inserts: 'service_keys' },
)

export const updateKeyToken = statement<{ id: number; token_hash: string }, { game_id: number }>(
  `update service_keys set token_hash = :token_hash where id = :id returning game_id`,
  { updates: 'service_keys' },
)

export const deleteKey = statement<{ id: number }, { game_id: number; name: string }>(
  `delete from service_keys where id = :id returning game_id, name`,
  { deletes: 'service_keys' },
)

export const updateKeyUses = statement<{ uses: string }>(
  (sql) => `
  update service_keys set last_used_at = uses.at
    from ${sql.rowsFromJson('uses', { id: 'bigint', at: 'bigint' })}
   where service_keys.id = uses.id`,
  { updates: 'service_keys' },
)

export const findGameOfId = statement<{ id: number }, { game_id: number }>(`
  select game_id from service_keys where id = :id`)
