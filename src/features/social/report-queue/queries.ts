import { statement } from '../../../storage/statement.ts'

export { deleteWords, insertWords } from '../groups/queries.ts'

export interface ReportRow {
  id: number
  kind: 'player' | 'message' | 'group'
  target_id: number
  user_id: number | null
  username: string | null
  reporter_id: number | null
  reporter_username: string | null
  reason: string
  text: string
  snapshot: string
  state: 'open' | 'resolved' | 'dismissed'
  resolution: string | null
  created_at: number
  closed_by: string | null
  closed_at: number | null
}

const REPORT = `
  select reports.id, reports.kind, reports.target_id, reports.user_id, users.username,
         reports.reporter_id, reporters.username as reporter_username, reports.reason,
         reports.text, reports.snapshot, reports.state, reports.resolution, reports.created_at,
         reports.closed_by, reports.closed_at
    from reports
    left join users on users.id = reports.user_id
    left join users as reporters on reporters.id = reports.reporter_id`

/** An empty kind: all. */
export const listReports = statement<
  { game_id: number; state: string; kind: string; before: number; limit: number },
  ReportRow
>(`${REPORT}
   where reports.game_id = :game_id and reports.state = (:state || '') and reports.id < :before
     and (reports.kind = :kind or :kind = '')
   order by reports.id desc limit :limit + 0`)

export const listReportsAbout = statement<
  { game_id: number; user_id: number; not_id: number; limit: number },
  ReportRow
>(`${REPORT}
   where reports.user_id = :user_id and reports.game_id = :game_id and reports.id <> :not_id
   order by reports.id desc limit :limit + 0`)

export const findReport = statement<{ game_id: number; id: number }, ReportRow>(`${REPORT}
   where reports.id = :id and reports.game_id = :game_id`)

export const lockReport = statement<{ game_id: number; id: number }, { state: string }>(
  (sql) => `select state from reports where id = :id and game_id = :game_id ${sql.lockRow}`,
)

/** How many open reports there are about each of these. */
export const countOpen = statement<
  { game_id: number; targets: string },
  { kind: string; target_id: number; count: number }
>(
  (sql) => `
  select reports.kind, reports.target_id, count(*) as count
    from ${sql.rowsFromJson('targets', { kind: 'text', target_id: 'bigint' })}
   cross join reports
   where reports.game_id = :game_id and reports.kind = targets.kind
     and reports.target_id = targets.target_id and reports.state = 'open'
   group by reports.kind, reports.target_id`,
)

/** All open ones about the same thing. */
export const updateClosed = statement<{
  game_id: number
  kind: string
  target_id: number
  state: string
  resolution: string | null
  closed_by: string
  now: number
}>(
  `update reports set state = :state, resolution = :resolution, closed_by = :closed_by, closed_at = :now
    where game_id = :game_id and kind = :kind and target_id = :target_id and state = 'open'`,
  { updates: 'reports' },
)

export const findGroup = statement<
  { game_id: number; id: number },
  { id: number; name: string; member_count: number }
>(`
  select id, name, member_count from groups where id = :id and game_id = :game_id`)

export const updateGroupName = statement<{ id: number; name: string }>(
  `update groups set name = :name where id = :id`,
  { updates: 'groups' },
)

export const updateUsername = statement<{
  id: number
  username: string
  username_key: string
  username_skeleton: string
}>(
  `update users set username = :username, username_key = :username_key,
          username_skeleton = :username_skeleton
    where id = :id`,
  { updates: 'users' },
)
