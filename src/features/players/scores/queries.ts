import { statement } from '../../../storage/statement.ts'

/** No row: the new score would be out of range. */
export const updateScoreBy = statement<
  { user_id: number; change: number; min: number; max: number },
  { score: number }
>(
  `update users set score = score + :change
    where id = :user_id and score + :change >= :min and score + :change <= :max
   returning score`,
  { updates: 'users' },
)

export const updateScore = statement<{ user_id: number; score: number }>(
  `update users set score = :score where id = :user_id`,
  { updates: 'users' },
)
