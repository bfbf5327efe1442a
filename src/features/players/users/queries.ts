import { statement } from '../../../storage/statement.ts'

/** A user as other players see them. */
export interface UserSummaryRow {
  id: number
  game_id: number
  username: string
  email: string | null
  credits: number
  score: number
}

const columns = ['id', 'game_id', 'username', 'email', 'credits', 'score']

/** The columns of a `UserSummaryRow`, for a statement that selects from or joins `users`. */
export const USER_SUMMARY_COLUMNS = columns.map((column) => `users.${column}`).join(', ')

/** The same with a prefix before each name, for rows that have an `id` or a `score` of their own. */
export type PrefixedUserSummary<P extends string> = {
  [N in keyof UserSummaryRow as `${P}${N}`]: UserSummaryRow[N]
}

export const prefixedUserSummary = (prefix: string, table = 'users') =>
  columns.map((column) => `${table}.${column} as ${prefix}${column}`).join(', ')

export interface UserRow extends UserSummaryRow {
  last_login: number
  number_of_logins: number
}

export interface OwnUserRow extends UserRow {
  events_total: number | null
  events_current_month: number | null
  game_sessions_total: number | null
  game_sessions_current_month: number | null
  month: number | null
  last_seen_at: number | null
}

const USER_COLUMNS = `${USER_SUMMARY_COLUMNS}, users.last_login, users.number_of_logins`

export const findUser = statement<{ id: number }, UserRow>(`
  select ${USER_COLUMNS} from users where id = :id`)

export const findUserByUsernameKey = statement<{ game_id: number; username_key: string }, UserRow>(`
  select ${USER_COLUMNS} from users where game_id = :game_id and username_key = :username_key`)

export const findOwnUser = statement<{ id: number }, OwnUserRow>(`
  select ${USER_COLUMNS}, events_total, events_current_month, game_sessions_total, game_sessions_current_month,
         month, last_seen_at
    from users left join user_activity on user_activity.user_id = users.id
   where id = :id`)
