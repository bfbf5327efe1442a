import { statement } from '../../../storage/statement.ts'

export interface UserRow {
  id: number
  game_id: number
  username: string
  email: string | null
  credits: number
  score: number
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

export const findUser = statement<{ id: number }, UserRow>(`
  select id, game_id, username, email, credits, score, last_login, number_of_logins
    from users where id = :id`)

export const findUserByName = statement<{ game_id: number; username_key: string }, UserRow>(`
  select id, game_id, username, email, credits, score, last_login, number_of_logins
    from users where game_id = :game_id and username_key = :username_key`)

export const findOwnUser = statement<{ id: number }, OwnUserRow>(`
  select id, game_id, username, email, credits, score, last_login, number_of_logins,
         events_total, events_current_month, game_sessions_total, game_sessions_current_month,
         month, last_seen_at
    from users left join user_activity on user_activity.user_id = users.id
   where id = :id`)
