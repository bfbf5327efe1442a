import { statement } from '../../../storage/statement.ts'

export interface Position {
  transaction_id: number
  id: number
}

export type Audience =
  | 'user'
  | 'user_copy'
  | 'friends'
  | 'group'
  | 'group_admins'
  | 'chat'
  | 'multiplayer_round'
  | 'players'
  | 'game'

export interface EventRow extends Position {
  game_id: number
  type: string
  at: number
  actor_id: number | null
  audience: Audience
  audience_id: number
  data: string
}

type NewEvent = Omit<EventRow, keyof Position> & Record<string, string | number | null>

export const insertEvent = statement<NewEvent>(
  `insert into events (game_id, type, at, actor_id, audience, audience_id, data)
   values (:game_id, :type, :at, :actor_id, :audience, :audience_id, :data)`,
  { inserts: 'events' },
)

export const insertEventOfMembers = statement<
  Omit<NewEvent, 'audience' | 'audience_id'> & { group_id: number }
>(
  `insert into events (game_id, type, at, actor_id, audience, audience_id, data)
   select cast(:game_id as bigint), cast(:type as text), cast(:at as bigint), cast(:actor_id as bigint),
          'user_copy', user_id, cast(:data as text)
     from group_connections where group_id = :group_id and status = 'accepted'`,
  { inserts: 'events' },
)

/** Several at once, as a JSON list of rows. */
export const insertEvents = statement<{ added: string }>(
  (sql) => `
  insert into events (game_id, type, at, actor_id, audience, audience_id, data)
  select added.game_id, added.type, added.at, added.actor_id, added.audience, added.audience_id, added.data
    from ${sql.rowsFromJson('added', {
      game_id: 'bigint',
      type: 'text',
      at: 'bigint',
      actor_id: 'bigint',
      audience: 'text',
      audience_id: 'bigint',
      data: 'text',
    })}`,
  { inserts: 'events' },
)

/** The user as everyone may see them. */
export const findPublicUser = statement<
  { id: number },
  { id: number; username: string; credits: number; score: number }
>(`select id, username, credits, score from users where id = :id`)

const DELETED_AT_ONCE = 500

/** Deletes the first events of the log, if they are old. Returns the last one that it deleted. */
export const deleteOldEvents = statement<{ before: number }, Position>(
  `delete from events where id in (
     select id from (select id, at from events order by transaction_id, id limit ${DELETED_AT_ONCE}) as first
      where at < :before)
   returning transaction_id, id`,
  { deletes: 'events' },
)

export const updateDeleted = statement<{ transaction_id: number; id: number }>(
  `update event_log set deleted_transaction_id = :transaction_id, deleted_id = :id`,
  { updates: 'event_log' },
)

/** A row: the log has positions that this database has not reached, because it was copied from another one. */
export const findFuturePosition = statement<Record<string, never>, { log_name: string }>(
  (sql) => `
  select log_name from event_log
   where deleted_transaction_id >= ${sql.nextTransaction}
      or exists (select 1 from events where transaction_id >= ${sql.nextTransaction})`,
)

/** All events move to the beginning, in the order of their ids. */
export const moveEventsToStart = statement<Record<string, never>>(
  `update events set transaction_id = 0`,
  { updates: 'events' },
)

export const renameLog = statement<{ log_name: string; new_name: string }>(
  `update event_log set log_name = :new_name, deleted_transaction_id = 0, deleted_id = 0
    where log_name = :log_name`,
  { updates: 'event_log' },
)

/** What was for a user. */
export const deleteEventsForUser = statement<{ user_id: number }>(
  `delete from events where audience in ('user', 'user_copy') and audience_id = :user_id`,
  { deletes: 'events' },
)

/**
 * What a user did, and what names them. `named` is a pattern for the beginning of a user in JSON. Events are kept for days,
 * and only operators erase players, so it may scan the table.
 */
export const deleteEventsAbout = statement<{ user_id: number; named: string }>(
  `delete from events where actor_id = :user_id or data like (:named || '')`,
  { deletes: 'events' },
)

/** The event of a message, if it is still in the log. `begins` is a pattern for the beginning of its data. */
export const findPosted = statement<
  { audience: string; audience_id: number; begins: string },
  { id: number; data: string }
>(`
  select id, data from events
   where audience = :audience and audience_id = :audience_id and type = 'message.posted'
     and data like (:begins || '')`)

export const updateData = statement<{ id: number; data: string }>(
  `update events set data = :data where id = :id`,
  { updates: 'events' },
)

export const upsertInterest = statement<{ game_id: number; type: string; until: number }>(
  `insert into event_interests (game_id, type, until) values (:game_id, :type, :until)
   on conflict (game_id, type) do update set until = excluded.until`,
  { inserts: 'event_interests', updates: 'event_interests' },
)

const MANY_INTERESTS = 10_000

/** Which games want which types now. */
export const listInterests = statement<{ now: number }, { game_id: number; type: string }>(
  `select game_id, type from event_interests where until > :now order by until desc limit ${MANY_INTERESTS}`,
)

export const deleteOldInterests = statement<{ now: number }>(
  `delete from event_interests where until < :now`,
  { deletes: 'event_interests' },
)
