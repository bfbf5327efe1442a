import { type NoParameters, statement } from '../../../storage/statement.ts'

export interface WebhookRow {
  id: number
  game_id: number
  url: string
  types: string
  created_at: number
  paused_at: number | null
  pause_reason: 'operator' | 'failing' | 'restored' | null
  failing_since: number | null
  previous_secret_until: number | null
}

const COLUMNS =
  'id, game_id, url, types, created_at, paused_at, pause_reason, failing_since, previous_secret_until'

export const listWebhooks = statement<{ game_id: number }, WebhookRow>(`
  select ${COLUMNS} from webhooks where game_id = :game_id order by id`)

export const findWebhook = statement<{ id: number }, WebhookRow>(
  `select ${COLUMNS} from webhooks where id = :id`,
)

/** So that two who add a webhook at once count one after the other. */
export const lockGame = statement<{ id: number }, { id: number }>(
  (sql) => `select id from games where id = :id ${sql.lockRow}`,
)

export const countWebhooks = statement<{ game_id: number }, { count: number }>(
  `select count(*) as count from webhooks where game_id = :game_id`,
)

/** Of webhooks that name some, also of paused ones, which get the rest later. */
export const listTypesOfWebhooks = statement<
  Record<string, never>,
  { game_id: number; types: string }
>(`select game_id, types from webhooks where types <> '' order by id`)

/** More deliveries that wait are not counted. */
const MANY_WAITING = 10_000

export const countStates = statement<
  NoParameters,
  { active: number; failing: number; paused: number; waiting: number }
>(`
  select count(*) - count(paused_at) as active,
         count(case when paused_at is null then failing_since end) as failing,
         count(paused_at) as paused,
         (select count(*) from (
            select 1 from webhooks as sending join webhook_deliveries
                on webhook_deliveries.webhook_id = sending.id and webhook_deliveries.next_attempt_at is not null
             where sending.paused_at is null limit ${MANY_WAITING}) as counted) as waiting
    from webhooks`)

export const listTroubled = statement<
  { limit: number },
  Pick<WebhookRow, 'id' | 'game_id' | 'paused_at' | 'pause_reason' | 'failing_since'>
>(`
  select id, game_id, paused_at, pause_reason, failing_since from webhooks
   where paused_at is not null or failing_since is not null
   order by id limit :limit + 0`)

export const insertWebhook = statement<
  {
    game_id: number
    url: string
    types: string
    secret: string
    now: number
    log_name: string
    transaction_id: number
    event_id: number
  },
  WebhookRow
>(
  `insert into webhooks (game_id, url, types, secret, created_at, log_name, last_transaction_id, last_event_id)
   values (:game_id, :url, :types, :secret, :now, :log_name, :transaction_id, :event_id)
   returning ${COLUMNS}`,
  { inserts: 'webhooks' },
)

/** Null leaves a column as it is. No row: there is no such webhook. */
export const updateWebhook = statement<
  { id: number; url: string | null; types: string | null },
  WebhookRow
>(
  `update webhooks set url = coalesce(:url, url), types = coalesce(:types, types)
    where id = :id returning ${COLUMNS}`,
  { updates: 'webhooks' },
)

export const updatePaused = statement<
  { id: number; paused_at: number | null; pause_reason: string | null },
  WebhookRow
>(
  `update webhooks set paused_at = :paused_at, pause_reason = :pause_reason, failing_since = null
    where id = :id returning ${COLUMNS}`,
  { updates: 'webhooks' },
)

export const updateSecret = statement<{ id: number; secret: string; until: number }, WebhookRow>(
  `update webhooks set previous_secret = secret, previous_secret_until = :until, secret = :secret
    where id = :id returning ${COLUMNS}`,
  { updates: 'webhooks' },
)

/** To be used before all events move to the beginning of a log with this name, in the order of their ids. */
export const movePositions = statement<{ log_name: string; new_name: string }>(
  `update webhooks
      set log_name = :new_name, last_transaction_id = 0,
          last_event_id = coalesce(
            (select min(events.id) - 1 from events
              where (events.transaction_id, events.id) > (last_transaction_id, last_event_id)),
            (select max(events.id) from events), 0)
    where log_name = :log_name`,
  { updates: 'webhooks' },
)

/** Of a webhook whose secret nobody has seen. */
export const replaceSecret = statement<{ id: number; secret: string }, { game_id: number }>(
  `update webhooks set secret = :secret where id = :id returning game_id`,
  { updates: 'webhooks' },
)

export const deletePreviousSecrets = statement<{ now: number }>(
  `update webhooks set previous_secret = null, previous_secret_until = null
    where previous_secret_until <= :now`,
  { updates: 'webhooks' },
)

export const deleteWebhook = statement<{ id: number }>(`delete from webhooks where id = :id`, {
  deletes: 'webhooks',
})
