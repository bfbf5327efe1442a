import { statement } from '../../../storage/statement.ts'

/** Two members of the staff, or the player at the same time, change it one after the other. */
export const lockPlayer = statement<
  { game_id: number; user_id: number },
  { username: string; email: string | null; score: number; credits: number }
>(
  (sql) => `
  select username, email, score, credits from users
   where id = :user_id and game_id = :game_id ${sql.lockRow}`,
)
