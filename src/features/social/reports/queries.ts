import { deleteSome, statement } from '../../../storage/statement.ts'

export type ReportKind = 'player' | 'message' | 'group'

/** Only if the user is in its chat, or a member of its group. Blocks do not matter. */
export const findMessageToReport = statement<
  { id: number; user_id: number },
  { id: number; chat_id: number; user_id: number | null; text: string; username: string | null }
>(`
  select messages.id, messages.chat_id, messages.user_id, messages.text, users.username
    from messages
    join chats on chats.id = messages.chat_id
    left join users on users.id = messages.user_id
   where messages.id = :id
     and (exists (select 1 from chat_participants
                   where chat_id = chats.id and user_id = :user_id)
       or exists (select 1 from group_connections
                   where group_id = chats.group_id and user_id = :user_id
                     and status = 'accepted'))`)

/** Reports of one player come one after the other, so that all of them are counted. */
export const lockReporter = statement<{ id: number }, { id: number }>(
  (sql) => `select id from users where id = :id ${sql.lockRow}`,
)

export const countReports = statement<
  { reporter_id: number; since: number; max: number },
  { count: number }
>(`
  select count(*) as count
    from (select 1 from reports where reporter_id = :reporter_id and created_at > :since
           limit :max + 0) as counted`)

/** No row: this player has an open report about it. */
export const insertReport = statement<
  {
    game_id: number
    reporter_id: number
    kind: string
    target_id: number
    user_id: number | null
    reason: string
    text: string
    snapshot: string
    now: number
  },
  { id: number }
>(
  `insert into reports (game_id, reporter_id, kind, target_id, user_id, reason, text, snapshot, state, created_at)
   values (:game_id, :reporter_id, :kind, :target_id, :user_id, :reason, :text, :snapshot, 'open', :now)
   on conflict do nothing returning id`,
  { inserts: 'reports' },
)

export const deleteOldReports = deleteSome<{ before: number }>('reports', {
  key: 'id',
  age: 'closed_at',
  is_old: '< :before',
})
