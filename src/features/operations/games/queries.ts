import { longRead, type NoParameters, statement } from '../../../storage/statement.ts'

export interface GameRow {
  id: number
  name: string
  description: string
  token_hash: string
  enabled: number
  ranking_order: 'ascending' | 'descending'
  share_player_emails: number
  requires_verified_email: number
  permissions: string
  is_test: number
}

const COLUMNS = `id, name, description, token_hash, enabled, ranking_order, share_player_emails,
         requires_verified_email, permissions, is_test`

export const findGame = statement<{ id: number }, GameRow>(`
  select ${COLUMNS} from games where id = :id`)

export const listGameNames = statement<NoParameters, { id: number; name: string }>(
  `select id, name from games order by id`,
)

export const listGames = longRead<NoParameters, GameRow & { players: number }>(
  `
  select ${COLUMNS},
         (select count(*) from users where users.game_id = games.id) as players
    from games order by id`,
  'games',
)

/** Existing clients' tests look at email addresses, so only the games of the test suite share them from the start. */
export const insertGame = statement<
  { name: string; description: string; token_hash: string; is_test: number; now: number },
  { id: number }
>(
  `insert into games (name, description, token_hash, is_test, share_player_emails, created_at)
   values (:name, :description, :token_hash, :is_test, :is_test, :now) returning id`,
  { inserts: 'games' },
)

/** No row: there is a game already. `is_first` is unique, so when several servers try at once, one succeeds. */
export const insertFirstGame = statement<
  { name: string; token_hash: string; now: number },
  { id: number }
>(
  `insert into games (name, description, token_hash, is_first, share_player_emails, created_at)
   select :name, '', :token_hash, 1, 0, :now where not exists (select 1 from games)
   on conflict (is_first) do nothing returning id`,
  { inserts: 'games' },
)

/** Other changes of this game's permissions wait until the transaction ends. */
export const lockPermissions = statement<{ id: number }, { permissions: string }>(
  (sql) => `select permissions from games where id = :id ${sql.lockRow}`,
)

export const updateGameToken = statement<{ id: number; token_hash: string }>(
  `update games set token_hash = :token_hash where id = :id`,
  { updates: 'games' },
)

/** Null keeps the old value. */
export const updateGame = statement<{
  id: number
  name: string | null
  description: string | null
  enabled: number | null
  ranking_order: string | null
  share_player_emails: number | null
  requires_verified_email: number | null
  permissions: string | null
}>(
  `update games set
     name = coalesce(:name, name),
     description = coalesce(:description, description),
     enabled = coalesce(:enabled, enabled),
     ranking_order = coalesce(:ranking_order, ranking_order),
     share_player_emails = coalesce(:share_player_emails, share_player_emails),
     requires_verified_email = coalesce(:requires_verified_email, requires_verified_email),
     permissions = coalesce(:permissions, permissions)
    where id = :id`,
  { updates: 'games' },
)

export const deleteGame = statement<{ id: number }>(`delete from games where id = :id`, {
  deletes: 'games',
})

export const listVariables = statement<
  { game_id: number },
  { id: number; key: string; value: string }
>(`select id, key, value from game_variables where game_id = :game_id order by id`)

export const deleteVariables = statement<{ game_id: number; removed: string }>(
  (sql) => `
  delete from game_variables where game_id = :game_id and key in (
    select removed.key from ${sql.rowsFromJson('removed', { key: 'text' })})`,
  { deletes: 'game_variables' },
)

/** A variable that exists gets the new value. */
export const insertVariables = statement<{ game_id: number; variables: string }>(
  (sql) => `
  insert into game_variables (game_id, key, value)
  select :game_id, variables.key, variables.value
    from ${sql.rowsFromJson('variables', { key: 'text', value: 'text' })}
   where true
  on conflict (game_id, key) do update set value = excluded.value`,
  { inserts: 'game_variables', updates: 'game_variables' },
)
