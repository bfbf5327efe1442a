import { longRead, statement } from '../../../storage/statement.ts'
import { listLedger, listRounds } from '../player-profiles/queries.ts'
import { listNotes } from '../player-notes/queries.ts'

type Newest = { user_id: number; before: number; limit: number }

export { listLedger, listNotes, listRounds }

export const findSignUp = statement<
  { game_id: number; user_id: number },
  { id: number; created_at: number; is_guest: number }
>(`
  select id, created_at, case when password_hash is null then 1 else 0 end as is_guest from users
   where id = :user_id and game_id = :game_id`)

export const listSignIns = statement<Newest, { id: number; created_at: number }>(`
  select id, created_at from sessions
   where user_id = :user_id and id < :before order by id desc limit :limit + 0`)

export interface SanctionRow {
  id: number
  kind: string
  reason: string
  until: number | null
  created_by: string
  created_at: number
  ended_by: string | null
  ended_at: number | null
}

export const listSanctions = statement<Newest, SanctionRow>(`
  select id, kind, reason, until, created_by, created_at, ended_by, ended_at from sanctions
   where user_id = :user_id and id < :before order by id desc limit :limit + 0`)

export interface ChangeRow {
  id: number
  action: string
  actor_name: string
  old_values: string
  new_values: string
  created_at: number
}

/** Without those that the ledger, the sanctions and the notes show already. A player may have many of those. */
export const listChanges = longRead<Newest, ChangeRow>(
  `
  select id, action, actor_name, old_values, new_values, at as created_at from audit_log
   where target = 'player' and target_id = :user_id and id < :before
     and action not in ('admin.players.adjustCredits', 'admin.players.addNote', 'admin.players.ban',
                        'admin.players.mute', 'admin.players.warn')
   order by id desc limit :limit + 0`,
  'user_id',
)
