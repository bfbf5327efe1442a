import { longRead, statement } from '../../../storage/statement.ts'

export interface AuditRow {
  id: number
  at: number
  actor_kind: 'session' | 'token' | 'system' | 'cli'
  actor_id: number | null
  actor_name: string
  address: string
  request_id: string
  game_id: number | null
  action: string
  target: string
  target_id: number | null
  old_values: string
  new_values: string
}

export const insertEntry = statement<Omit<AuditRow, 'id'>>(
  `insert into audit_log (at, actor_kind, actor_id, actor_name, address, request_id, game_id, action, target, target_id, old_values, new_values)
   values (:at, :actor_kind, :actor_id, :actor_name, :address, :request_id, :game_id, :action, :target, :target_id, :old_values, :new_values)`,
  { inserts: 'audit_log' },
)

type Page = { before: number; limit: number }

/** Empty texts and zeros: all. */
type Filter = Page & { action: string; target: string; target_id: number; actor_id: number }

const selectWhere = (condition: string) => `
  select id, at, actor_kind, actor_id, actor_name, address, request_id, game_id, action, target, target_id, old_values, new_values
    from audit_log
   where id < :before ${condition}
   order by id desc limit :limit + 0`

const MATCHES = `
     and (substr(action, 1, length(:action)) = :action)
     and (target = :target or :target = '')
     and (target_id = :target_id or :target_id = 0)
     and (actor_id = :actor_id or :actor_id = 0)`

export const listEntries = statement<Page, AuditRow>(selectWhere(''))

export const listEntriesOfGame = statement<Page & { game_id: number }, AuditRow>(
  selectWhere('and game_id = :game_id'),
)

/** Reads everything if hardly anything matches. */
export const searchEntries = longRead<Filter, AuditRow>(selectWhere(MATCHES), 'actor_id')

export const searchEntriesOfGame = longRead<Filter & { game_id: number }, AuditRow>(
  selectWhere(`and game_id = :game_id ${MATCHES}`),
  'game_id',
)

export const updateValuesErased = statement<{ target: string; target_id: number }>(
  `update audit_log set old_values = '{}', new_values = '{}' where target = :target and target_id = :target_id`,
  { updates: 'audit_log' },
)
