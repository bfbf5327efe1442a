import { statement } from '../../../storage/statement.ts'

export interface AttributeRow {
  id: number
  key: string
  value: string
}

export const listAttributes = statement<
  { user_id: number; limit: number; offset: number },
  AttributeRow
>(`
  select id, key, value from user_attributes
   where user_id = :user_id order by id limit :limit + 0 offset :offset`)

export const findValue = statement<{ user_id: number; key: string }, { value: string }>(`
  select value from user_attributes where user_id = :user_id and key = :key`)

export const countAttributes = statement<{ user_id: number }, { count: number; bytes: number }>(`
  select count(*) as count, coalesce(sum(octet_length(key) + octet_length(value)), 0) as bytes
    from user_attributes where user_id = :user_id`)

/** Other writers of this user's attributes wait until the transaction ends. */
export const lockUser = statement<{ user_id: number }, { id: number }>(
  (sql) => `
  select id from users where id = :user_id ${sql.lockRow}`,
)

/** An attribute that exists gets the new value. No key may be in the list twice. */
export const insertAttributes = statement<{ user_id: number; attributes: string }>(
  (sql) => `
  insert into user_attributes (user_id, key, value)
  select :user_id, attributes.key, attributes.value
    from ${sql.rowsFromJson('attributes', { key: 'text', value: 'text' })}
   where true
  on conflict (user_id, key) do update set value = excluded.value`,
  { inserts: 'user_attributes', updates: 'user_attributes' },
)

export const deleteAttributes = statement<{ user_id: number; removed: string }>(
  (sql) => `
  delete from user_attributes
   where user_id = :user_id and ${sql.isAmong('key', 'removed', 'key', 'text')}`,
  { deletes: 'user_attributes' },
)
