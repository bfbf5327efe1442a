import { statement } from '../../../storage/statement.ts'

type Invites = { multiplayer_game_round_id: number; wanted: string }

/** Returns those who were not known to the round before. */
export const insertInvites = statement<Invites, { user_id: number }>(
  (sql) => `
  insert into multiplayer_round_players (multiplayer_game_round_id, user_id, state)
  select cast(:multiplayer_game_round_id as bigint), wanted.id, 'invited'
    from ${sql.rowsFromJson('wanted', { id: 'bigint' })} where true
  on conflict do nothing
  returning user_id`,
  { inserts: 'multiplayer_round_players' },
)

/** Of the wanted users, those of this game. `is_kicked` is 1 for those who may not come back. */
export const listInvited = statement<
  Invites & { game_id: number },
  { id: number; is_kicked: number }
>(
  (sql) => `
  select users.id, case when seats.state = 'kicked' then 1 else 0 end as is_kicked
    from ${sql.rowsFromJson('wanted', { id: 'bigint' })}
    cross join users
    left join multiplayer_round_players as seats
      on seats.user_id = users.id and seats.multiplayer_game_round_id = :multiplayer_game_round_id
   where users.id = wanted.id and users.game_id = :game_id`,
)

/** Of the wanted users, those between whom and the user there is a block. */
export const listBlocksAmong = statement<
  { wanted: string; user_id: number },
  { blocker_id: number }
>(
  (sql) => `
  select blocker_id from blocks
   where blocker_id = :user_id
     and ${sql.isAmong('blocked_id', 'wanted')}
  union all
  select blocker_id from blocks
   where blocked_id = :user_id
     and ${sql.isAmong('blocker_id', 'wanted')}`,
)

/** Counts no further than `max`. */
export const countInvites = statement<
  { multiplayer_game_round_id: number; max: number },
  { invites: number }
>(`
  select count(*) as invites from (
    select 1 from multiplayer_round_players
     where multiplayer_game_round_id = :multiplayer_game_round_id and state <> 'joined'
     limit :max + 0) as counted`)
