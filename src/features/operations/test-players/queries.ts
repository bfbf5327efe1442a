import { statement } from '../../../storage/statement.ts'

/** Of those devices that have a player. */
export const listByDevice = statement<
  { game_id: number; devices: string },
  { number: number; id: number; username: string; created_at: number }
>(
  (sql) => `
  select devices.number, users.id, users.username, users.created_at
    from ${sql.rowsFromJson('devices', { number: 'integer', device_hash: 'text' })}
   cross join users
   where users.game_id = :game_id and users.device_hash = devices.device_hash
   order by devices.number`,
)
