import { statement } from '../../../storage/statement.ts'

export interface AttributeRow {
  id: number
  key: string
  value: string
  creator_id: number
  others_can_edit: number
}

const ATTRIBUTE = 'id, key, value, creator_id, others_can_edit'

export const listAttributes = statement<
  { group_id: number; limit: number; offset: number },
  AttributeRow
>(`
  select ${ATTRIBUTE} from group_attributes
   where group_id = :group_id order by id limit :limit + 0 offset :offset`)

const BYTES = 'octet_length(key) + octet_length(value)'

/** The size of all attributes, and of those that one user added. */
export const countAttributeBytes = statement<
  { group_id: number; creator_id: number },
  { bytes: number; share: number }
>(`
  select coalesce(sum(${BYTES}), 0) as bytes,
         coalesce(sum(case when creator_id = :creator_id then ${BYTES} else 0 end), 0) as share
    from group_attributes where group_id = :group_id`)

/** Without their values, which may be large. */
type AttributeKeyRow = Pick<AttributeRow, 'id' | 'key' | 'creator_id'>

export const listKeyRows = statement<{ group_id: number; named: string }, AttributeKeyRow>(
  (sql) => `
  select id, key, creator_id from group_attributes
   where group_id = :group_id
     and ${sql.isAmong('key', 'named', 'key', 'text')}`,
)

export const listAttributesByCreator = statement<
  { group_id: number; creator_id: number },
  AttributeKeyRow
>(`
  select id, key, creator_id from group_attributes
   where group_id = :group_id and creator_id = :creator_id`)

export const listAttributesByKey = statement<{ group_id: number; wanted: string }, AttributeRow>(
  (sql) => `
  select ${ATTRIBUTE} from group_attributes
   where group_id = :group_id and ${sql.isAmong('key', 'wanted', 'key', 'text')}
   order by id`,
)

export const findAttribute = statement<{ group_id: number; key: string }, AttributeRow>(`
  select ${ATTRIBUTE} from group_attributes where group_id = :group_id and key = :key`)

/** Other transactions that add attributes to the group wait. No row: there would be too many. */
export const updateAttributeCount = statement<
  { group_id: number; added: number; max: number },
  { attribute_count: number }
>(
  `update groups set attribute_count = attribute_count + :added
    where id = :group_id and attribute_count + :added <= :max
   returning attribute_count`,
  { updates: 'groups' },
)

/** Fewer rows than were given: a key existed already, or was given twice. */
export const insertAttributes = statement<
  { group_id: number; creator_id: number; attributes: string; now: number },
  AttributeRow
>(
  (sql) => `
  insert into group_attributes (group_id, key, value, creator_id, others_can_edit, created_at)
  select :group_id, attributes.key, attributes.value, :creator_id, attributes.others_can_edit, :now
    from ${sql.rowsFromJson('attributes', { key: 'text', value: 'text', others_can_edit: 'integer' })}
   where true
  on conflict (group_id, key) do nothing
  returning ${ATTRIBUTE}`,
  { inserts: 'group_attributes' },
)

export const deleteAttributes = statement<{ removed: string }>(
  (sql) => `
  delete from group_attributes
   where ${sql.isAmong('id', 'removed')}`,
  { deletes: 'group_attributes' },
)

export const updateAttribute = statement<{ id: number; value: string }, AttributeRow>(
  `update group_attributes set value = :value where id = :id returning ${ATTRIBUTE}`,
  { updates: 'group_attributes' },
)
