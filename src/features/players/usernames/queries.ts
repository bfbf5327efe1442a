import { statement } from '../../../storage/statement.ts'

export const listWithoutSkeleton = statement<
  { limit: number },
  { id: number; game_id: number; username: string }
>(`
  select id, game_id, username from users where username_skeleton is null order by id limit :limit + 0`)

export const listTakenSkeletons = statement<
  { names: string },
  { game_id: number; username_skeleton: string }
>(
  (sql) => `
  select users.game_id, users.username_skeleton
    from ${sql.rowsFromJson('names', { game_id: 'bigint', skeleton: 'text' })}
    join users on users.game_id = names.game_id and users.username_skeleton = names.skeleton`,
)

export const updateSkeletons = statement<{ names: string }>(
  (sql) => `
  update users set username_skeleton = names.skeleton
    from ${sql.rowsFromJson('names', { id: 'bigint', skeleton: 'text' })}
   where users.id = names.id and users.username_skeleton is null`,
  { updates: 'users' },
)
