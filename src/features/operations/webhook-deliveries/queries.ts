import { deleteSome, longRead, statement } from '../../../storage/statement.ts'
import type { EventRow } from '../events/queries.ts'

type Columns = Record<string, string | number | null>

/** What waits for longer than any wait was written before the clock was set back. */
const IS_DUE = `(next_attempt_at <= :now or next_attempt_at > :latest)`

/** Every webhook that is not paused, and what there is to do for it. One for which `max` deliveries wait reads nothing. */
export const listWork = statement<
  { now: number; latest: number; max: number },
  { id: number; failing_since: number | null; is_behind: number; is_due: number }
>(
  (sql) => `
  select webhooks.id, webhooks.failing_since,
         case when (webhooks.log_name <> event_log.log_name or exists (
           select 1 from events
            where events.game_id = webhooks.game_id and events.audience <> 'user_copy'
              and ${sql.isAfter('events', 'webhooks.last_transaction_id', 'webhooks.last_event_id')}
              and events.transaction_id < ${sql.oldestOpenTransaction}))
           and not exists (
             select 1 from webhook_deliveries
              where webhook_deliveries.webhook_id = webhooks.id
                and webhook_deliveries.next_attempt_at is not null
              limit 1 offset :max - 1) then 1 else 0 end as is_behind,
         case when exists (
           select 1 from webhook_deliveries
            where webhook_deliveries.webhook_id = webhooks.id and ${IS_DUE}) then 1 else 0 end as is_due
    from webhooks cross join event_log
   where webhooks.paused_at is null
   order by webhooks.id`,
)

/** No row: it is paused or deleted, or another process reads its events at this moment. */
export const lockWebhookIfFree = statement<
  { id: number },
  {
    game_id: number
    types: string
    log_name: string
    transaction_id: number
    event_id: number
  }
>(
  (sql) => `
  select game_id, types, log_name, last_transaction_id as transaction_id, last_event_id as event_id
    from webhooks where id = :id and paused_at is null ${sql.lockFreeRows}`,
)

export const countWaiting = statement<{ webhook_id: number; limit: number }, { count: number }>(`
  select count(*) as count from (
    select 1 from webhook_deliveries
     where webhook_id = :webhook_id and next_attempt_at is not null limit :limit + 0) as waiting`)

export const listNextEvents = statement<
  { game_id: number; transaction_id: number; event_id: number; limit: number },
  { transaction_id: number; id: number; type: string }
>(
  (sql) => `
  select transaction_id, id, type from events
   where game_id = :game_id and audience <> 'user_copy' and ${sql.isAfter('events', ':transaction_id', ':event_id')}
     and transaction_id < ${sql.oldestOpenTransaction}
   order by transaction_id, id limit :limit + 0`,
)

/** Those that were there before, which are to be sent again, begin anew. */
export const insertDeliveries = statement<{
  webhook_id: number
  events: string
  now: number
  give_up_at: number
}>(
  (sql) => `
  insert into webhook_deliveries (webhook_id, event_id, status, attempts, created_at, next_attempt_at, give_up_at)
  select cast(:webhook_id as bigint), events.id, 'pending', 0, cast(:now as bigint),
         cast(:now as bigint), cast(:give_up_at as bigint)
    from ${sql.rowsFromJson('events', { id: 'bigint' })}
   where true
   on conflict (webhook_id, event_id) do update
     set status = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at,
         give_up_at = excluded.give_up_at, ended_at = null, delete_at = null`,
  { inserts: 'webhook_deliveries', updates: 'webhook_deliveries' },
)

export const updatePosition = statement<{
  id: number
  log_name: string
  transaction_id: number
  event_id: number
}>(
  `update webhooks set log_name = :log_name, last_transaction_id = :transaction_id, last_event_id = :event_id
    where id = :id`,
  { updates: 'webhooks' },
)

/** Reads the log again from an earlier position; does nothing if it has not come so far. */
export const rewindPosition = statement<{
  id: number
  transaction_id: number
  event_id: number
}>(
  `update webhooks set last_transaction_id = :transaction_id, last_event_id = :event_id
    where id = :id and (last_transaction_id, last_event_id) > (:transaction_id, :event_id)`,
  { updates: 'webhooks' },
)

/** No row: nothing has happened since. */
export const findFirstSince = longRead<
  { game_id: number; since: number },
  { transaction_id: number; id: number }
>(
  `select transaction_id, id from events where game_id = :game_id and at >= :since
    order by transaction_id, id limit 1`,
  'game_id',
)

/** Until the given time they belong to this process. */
export const claimDue = statement<
  { webhook_id: number; now: number; latest: number; until: number; limit: number },
  { id: number }
>(
  (sql) => `
  with due as materialized (
    select id from webhook_deliveries
     where webhook_id = :webhook_id and ${IS_DUE}
     order by next_attempt_at limit :limit + 0 ${sql.lockFreeRows})
  update webhook_deliveries set next_attempt_at = :until, attempts = attempts + 1
   where id in (select id from due)
  returning id`,
  { updates: 'webhook_deliveries' },
)

export interface ClaimRow extends EventRow {
  delivery_id: number
  webhook_id: number
  attempts: number
  give_up_at: number
  url: string
  secret: string
  previous_secret: string | null
  previous_secret_until: number | null
}

export const listClaimed = statement<{ ids: string }, ClaimRow>(
  (sql) => `
  select webhook_deliveries.id as delivery_id, webhook_deliveries.webhook_id,
         webhook_deliveries.attempts, webhook_deliveries.give_up_at,
         webhooks.url, webhooks.secret, webhooks.previous_secret, webhooks.previous_secret_until,
         events.transaction_id, events.id, events.game_id, events.type, events.at, events.actor_id,
         events.audience, events.audience_id, events.data
    from ${sql.rowsFromJson('ids', { id: 'bigint' })}
    join webhook_deliveries on webhook_deliveries.id = ids.id
    join webhooks on webhooks.id = webhook_deliveries.webhook_id
    join events on events.id = webhook_deliveries.event_id
   order by events.transaction_id, events.id`,
)

type Status = 'pending' | 'delivered' | 'undelivered'
type Problem = 'status' | 'redirect' | 'timeout' | 'connection' | 'refused_url'

interface Outcome extends Columns {
  id: number
  attempts: number
  status: Status
  response_status: number | null
  problem: Problem | null
  next_attempt_at: number | null
  ended_at: number | null
  delete_at: number | null
}

/** Nothing, if another attempt has begun meanwhile. */
export const updateDelivery = statement<Outcome>(
  `update webhook_deliveries
      set status = :status, response_status = :response_status, problem = :problem,
          next_attempt_at = :next_attempt_at, ended_at = :ended_at, delete_at = :delete_at
    where id = :id and attempts = :attempts and status = 'pending'`,
  { updates: 'webhook_deliveries' },
)

/** As if the attempt had not been made. */
export const releaseDelivery = statement<{ id: number; attempts: number; now: number }>(
  `update webhook_deliveries set next_attempt_at = :now, attempts = attempts - 1
    where id = :id and attempts = :attempts and status = 'pending'`,
  { updates: 'webhook_deliveries' },
)

export const findFailing = statement<{ id: number }, { failing_since: number | null }>(
  `select failing_since from webhooks where id = :id`,
)

/** Changes a row only if it was failing. */
export const endFailing = statement<{ id: number }>(
  `update webhooks set failing_since = null where id = :id and failing_since is not null`,
  { updates: 'webhooks' },
)

/**
 * Those that had no answer, and of those that were answered only those that will be given up after the given time:
 * older ones were refused while others were accepted, so they are the reason, and not the receiver.
 */
export const makeDeliveriesDue = statement<{
  webhook_id: number
  now: number
  after: number
  given_up_after: number
}>(
  `update webhook_deliveries set next_attempt_at = :now
    where webhook_id = :webhook_id and next_attempt_at > :after
      and (problem in ('timeout', 'connection') or give_up_at > :given_up_after)`,
  { updates: 'webhook_deliveries' },
)

/** Only so many of the last accepted deliveries are looked at. */
const LAST_ACCEPTED = 100

/** Changes a row only if it is not failing already, and nothing was accepted since the given time. */
export const beginFailing = statement<{ id: number; now: number; since: number }>(
  `update webhooks set failing_since = :now
    where id = :id and failing_since is null and not exists (
      select 1 from (
        select ended_at from webhook_deliveries
         where webhook_id = :id and status = 'delivered'
         order by id desc limit ${LAST_ACCEPTED}) as accepted
       where ended_at between :since and :now)`,
  { updates: 'webhooks' },
)

/** Changes a row only if it has failed for long and is not paused. */
export const pauseFailing = statement<{ id: number; now: number; since: number }>(
  `update webhooks set paused_at = :now, pause_reason = 'failing'
    where id = :id and failing_since <= :since and paused_at is null`,
  { updates: 'webhooks' },
)

export interface DeliveryRow {
  id: number
  transaction_id: number
  event_id: number
  type: string
  status: Status
  attempts: number
  created_at: number
  next_attempt_at: number | null
  ended_at: number | null
  response_status: number | null
  problem: Problem | null
}

const listBy = (condition: string) => `
  select webhook_deliveries.id, events.transaction_id, webhook_deliveries.event_id, events.type,
         webhook_deliveries.status, webhook_deliveries.attempts, webhook_deliveries.created_at,
         webhook_deliveries.next_attempt_at, webhook_deliveries.ended_at,
         webhook_deliveries.response_status, webhook_deliveries.problem
    from webhook_deliveries join events on events.id = webhook_deliveries.event_id
   where ${condition}
   order by webhook_deliveries.id desc limit :limit + 0`

export const listDeliveries = statement<
  { webhook_id: number; before: number; limit: number },
  DeliveryRow
>(listBy('webhook_deliveries.webhook_id = :webhook_id and webhook_deliveries.id < :before'))

export const listByStatus = statement<
  { webhook_id: number; before: number; limit: number; status: string },
  DeliveryRow
>(
  listBy(
    'webhook_deliveries.webhook_id = :webhook_id and webhook_deliveries.status = :status and webhook_deliveries.id < :before',
  ),
)

/** No row: there is no such delivery. */
export const restartDelivery = statement<
  { id: number; now: number; give_up_at: number },
  { webhook_id: number }
>(
  `update webhook_deliveries
      set status = 'pending', attempts = 0, next_attempt_at = :now, give_up_at = :give_up_at,
          ended_at = null, delete_at = null
    where id = :id returning webhook_id`,
  { updates: 'webhook_deliveries' },
)

export const insertTestEvent = statement<
  { game_id: number; now: number; data: string },
  { id: number }
>(
  `insert into events (game_id, type, at, actor_id, audience, audience_id, data)
   values (:game_id, 'webhook.test', :now, null, 'game', :game_id, :data) returning id`,
  { inserts: 'events' },
)

export const findDelivery = statement<{ webhook_id: number; event_id: number }, { id: number }>(
  `select id from webhook_deliveries where webhook_id = :webhook_id and event_id = :event_id`,
)

export const deleteOldDeliveries = deleteSome<{ now: number }>('webhook_deliveries', {
  key: 'id',
  age: 'delete_at',
  is_old: '<= :now',
})

export const findGameOfId = statement<{ id: number }, { game_id: number }>(`
  select webhooks.game_id
    from webhook_deliveries join webhooks on webhooks.id = webhook_deliveries.webhook_id
   where webhook_deliveries.id = :id`)
