import { statement } from '../../../storage/statement.ts'

interface ErrorRow {
  id: number
  hook: string
  message: string
  stack: string
  request_id: string
  at: number
}

export const insertError = statement<{
  code: string
  hook: string
  message: string
  stack: string
  request_id: string
  now: number
}>(
  `insert into game_code_errors (code, hook, message, stack, request_id, at)
   values (:code, :hook, :message, :stack, :request_id, :now)`,
  { inserts: 'game_code_errors' },
)

/** Of each code, so many are kept. */
export const deleteOldest = statement<{ code: string; kept: number }>(
  `delete from game_code_errors where code = :code and id <= (
     select id from game_code_errors where code = :code order by id desc limit 1 offset :kept + 0)`,
  { deletes: 'game_code_errors' },
)

/** The newest first. */
export const listErrors = statement<{ code: string; limit: number }, ErrorRow>(
  `select id, hook, message, stack, request_id, at from game_code_errors
    where code = :code order by id desc limit :limit + 0`,
)
