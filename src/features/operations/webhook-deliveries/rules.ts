import { DAY_MS, HOUR_MS } from '../../../durations.ts'
import {
  type Context,
  inTransaction,
  relaxedTransaction,
  type Transaction,
} from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { isFrequent } from '../../../event-types.ts'
import { limits } from '../../../limits.ts'
import { isoTime, formatTime, readTime } from '../../../services/times.ts'
import type { Attempt, WebhookMessage } from '../../../services/webhook-request.ts'
import { idRows } from '../../../storage/statement.ts'
import { cursorOf, logName, presentForGame } from '../event-streams/rules.ts'
import { positionOf } from '../events/rules.ts'
import { START } from '../events/rules.ts'
import { recordWebhook, showWebhook } from '../webhooks/rules.ts'
import {
  beginFailing,
  claimDue,
  type ClaimRow,
  countWaiting,
  deleteOldDeliveries,
  type DeliveryRow,
  endFailing,
  findDelivery,
  findFailing,
  findFirstSince,
  insertDeliveries,
  insertTestEvent,
  listByStatus,
  listClaimed,
  listDeliveries,
  listNextEvents,
  listWork,
  lockWebhookIfFree,
  makeDeliveriesDue,
  pauseFailing,
  releaseDelivery,
  restartDelivery,
  rewindPosition,
  updateDelivery,
  updatePosition,
  findGameOfId,
} from './queries.ts'

/** An attempt lasts for 10 s at most. After this time, its process must have died. */
const CLAIM_MS = 20_000
const GIVE_UP_MS = DAY_MS
const PAUSE_AFTER_MS = 3 * DAY_MS
/** As long as an attempt lasts at most, so that a receiver that hangs is noticed by the first one. */
const ACCEPTED_LATELY_MS = 10_000
/** What is older when a webhook begins to fail has failed before, for another reason. */
const BEFORE_FAILING_MS = 60_000
const DELIVERED_KEPT_MS = DAY_MS
const UNDELIVERED_KEPT_MS = 7 * DAY_MS
const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 2 * HOUR_MS
/** Events that one transaction turns into deliveries. */
export const BATCH = 100

/** Doubles with each attempt, and differs by up to a fifth, so that those that failed together do not come back together. */
export const waitAfter = (attempts: number, random: number) =>
  Math.round(Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.8 + 0.4 * random))

const LATEST_MS = waitAfter(Infinity, 1)

const momentOf = (now: number) => ({ now, latest: now + LATEST_MS })

/** What there is to do, for webhooks that are not paused. */
export const findWork = (context: Context) =>
  context.db.all(listWork, { ...momentOf(context.now()), max: limits.webhook_waiting.value })

const isNamed = (types: string, type: string) => types.split(',').includes(type)

/** Without types, all that are always recorded. A test event belongs to one webhook, which has its delivery already. */
const isWanted = (types: string, type: string) =>
  type !== 'webhook.test' && (types === '' ? !isFrequent(type) : isNamed(types, type))

/**
 * Turns the next events of the log into deliveries. The position moves in the same transaction, so none is lost, and none
 * is there twice. Returns how many events it has read; fewer than `BATCH`: there are no more, or too many wait.
 */
export function readEvents(context: Context, webhook_id: number): Promise<number> {
  return inTransaction(context, async (tx) => {
    const webhook = await tx.first(lockWebhookIfFree, { id: webhook_id })
    if (!webhook) return 0
    const max = limits.webhook_waiting.value
    const waiting = (await tx.first(countWaiting, { webhook_id, limit: max }))?.count ?? 0
    const log_name = await logName(tx)
    const { game_id, types, transaction_id, event_id } = webhook
    const position =
      webhook.log_name === log_name
        ? { transaction_id, event_id }
        : { transaction_id: START.transaction_id, event_id: START.id }
    const limit = Math.min(BATCH, max - waiting)
    if (limit <= 0) return 0
    const events = await tx.all(listNextEvents, { game_id, ...position, limit })
    const last = events.at(-1)
    if (!last && webhook.log_name === log_name) return 0
    const reached = last ? { transaction_id: last.transaction_id, event_id: last.id } : position
    const wanted = events.filter(({ type }) => isWanted(types, type)).map(({ id }) => id)
    if (wanted.length > 0) await tx.run(insertDeliveries, newDeliveries(tx, webhook_id, wanted))
    await tx.run(updatePosition, { id: webhook_id, log_name, ...reached })
    return events.length
  })
}

const newDeliveries = (tx: Transaction, webhook_id: number, event_ids: number[]) => ({
  webhook_id,
  events: idRows(event_ids),
  now: tx.now(),
  give_up_at: tx.now() + GIVE_UP_MS,
})

/** A delivery that belongs to this process, until it is recorded or too old. */
export interface Claim extends Pick<ClaimRow, 'webhook_id' | 'attempts' | 'give_up_at'> {
  delivery_id: number
  message: WebhookMessage
}

/** Takes deliveries that are due, at most `limit`, which no other process takes then. */
export async function claimDeliveries(
  context: Context,
  webhook_id: number,
  limit: number,
): Promise<Claim[]> {
  const log_name = await logName(context.db)
  const now = context.now()
  const due = { webhook_id, ...momentOf(now), until: now + CLAIM_MS, limit }
  // If a crash undoes it, they are sent again.
  const rows = await relaxedTransaction(context, async (tx) => {
    const claimed = await tx.all(claimDue, due)
    if (claimed.length === 0) return []
    return tx.all(listClaimed, { ids: idRows(claimed.map(({ id }) => id)) })
  })
  return rows.map((row) => {
    const event = presentForGame(log_name, { position: positionOf(row), ...row })
    const { delivery_id, attempts, give_up_at, url } = row
    const body = JSON.stringify({ ...event, game_id: row.game_id })
    const message = { id: event.id, url, body, secrets: secretsOf(row, now) }
    return { webhook_id, delivery_id, attempts, give_up_at, message }
  })
}

function secretsOf(row: ClaimRow, now: number): string[] {
  const { secret, previous_secret, previous_secret_until } = row
  const is_rotating = previous_secret !== null && (previous_secret_until ?? 0) > now
  return is_rotating ? [secret, previous_secret] : [secret]
}

/** What an attempt has changed for its webhook. */
type Change = 'began_to_fail' | 'works_again' | 'paused' | 'nothing'

export function recordAttempt(context: Context, claim: Claim, attempt: Attempt): Promise<Change> {
  // If a crash undoes it, the event is sent again.
  return relaxedTransaction(context, async (tx) => {
    const { delivery_id: id, attempts } = claim
    const { problem, response_status } = attempt
    if (problem === 'stopped') {
      await tx.run(releaseDelivery, { id, attempts, now: tx.now() })
      return 'nothing'
    }
    await tx.run(updateDelivery, {
      id,
      attempts,
      response_status,
      problem,
      ...outcomeOf(tx.now(), claim, attempt),
    })
    return problem === null
      ? recordSuccess(tx, claim.webhook_id)
      : recordFailure(tx, claim, attempt)
  })
}

function outcomeOf(now: number, { attempts, give_up_at }: Claim, { problem }: Attempt) {
  const ended = { next_attempt_at: null, ended_at: now }
  if (problem === null)
    return { status: 'delivered', ...ended, delete_at: now + DELIVERED_KEPT_MS } as const
  if (now >= give_up_at)
    return { status: 'undelivered', ...ended, delete_at: now + UNDELIVERED_KEPT_MS } as const
  const next = now + waitAfter(attempts, Math.random())
  const pending = { ended_at: null, delete_at: null, next_attempt_at: Math.min(next, give_up_at) }
  return { status: 'pending', ...pending } as const
}

/** A receiver that is back gets at once what has waited for it, except for what is being sent. */
async function recordSuccess(tx: Transaction, webhook_id: number): Promise<Change> {
  const failing_since = (await tx.first(findFailing, { id: webhook_id }))?.failing_since ?? null
  if (failing_since === null || (await tx.run(endFailing, { id: webhook_id })) === 0)
    return 'nothing'
  const [now, given_up_after] = [tx.now(), failing_since - BEFORE_FAILING_MS + GIVE_UP_MS]
  await tx.run(makeDeliveriesDue, { webhook_id, now, after: now + CLAIM_MS, given_up_after })
  return 'works_again'
}

/**
 * Since when the receiver must have accepted nothing for this failure to be its own. Otherwise it is that of the event,
 * which is no reason to say that the webhook fails, and to send again with the next success what waits.
 */
function quietSince(now: number, { attempts, give_up_at }: Claim, { response_status }: Attempt) {
  if (attempts === 1) return now - ACCEPTED_LATELY_MS
  // One that was answered was refused, so all that was accepted since it is there shows that others are not.
  if (response_status !== null) return give_up_at - GIVE_UP_MS
  return now - Math.max(waitAfter(attempts - 1, 1), ACCEPTED_LATELY_MS)
}

async function recordFailure(tx: Transaction, claim: Claim, attempt: Attempt): Promise<Change> {
  const [now, id] = [tx.now(), claim.webhook_id]
  const since = quietSince(now, claim, attempt)
  if ((await tx.run(beginFailing, { id, now, since })) > 0) return 'began_to_fail'
  const paused = await tx.run(pauseFailing, { id, now, since: now - PAUSE_AFTER_MS })
  return paused > 0 ? 'paused' : 'nothing'
}

const presentDelivery = (log_name: string, row: DeliveryRow) => ({
  id: row.id,
  event_id: cursorOf(log_name, { transaction_id: row.transaction_id, id: row.event_id }),
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  created_at: isoTime(row.created_at),
  next_attempt_at: formatTime(row.next_attempt_at),
  ended_at: formatTime(row.ended_at),
  response_status: row.response_status,
  problem: row.problem,
})

interface Page {
  status?: string | undefined
  /** The id of the last delivery of the page before. */
  before?: number | undefined
}

/** The newest first. */
export async function showDeliveries(context: Context, webhook_id: number, page: Page = {}) {
  await showWebhook(context, webhook_id)
  const { status, before = Number.MAX_SAFE_INTEGER } = page
  const part = { webhook_id, before, limit: limits.page_entries.value }
  const rows =
    status === undefined
      ? await context.db.all(listDeliveries, part)
      : await context.db.all(listByStatus, { ...part, status })
  const log_name = await logName(context.db)
  return { deliveries: rows.map((row) => presentDelivery(log_name, row)) }
}

/** Sends an event to this webhook alone, whatever types it has, and through the same queue as all others. */
export async function sendTestEvent(context: Context, webhook_id: number) {
  const { game_id } = await showWebhook(context, webhook_id)
  const data = JSON.stringify({ webhook_id })
  return inTransaction(context, async (tx) => {
    tx.afterCommit(() => tx.live.wake())
    const event = await tx.first(insertTestEvent, { game_id, now: tx.now(), data })
    if (!event) throw new Error('the test event has no id')
    await tx.run(insertDeliveries, newDeliveries(tx, webhook_id, [event.id]))
    const delivery = await tx.first(findDelivery, { webhook_id, event_id: event.id })
    if (!delivery) throw new Error('the test event has no delivery')
    await recordWebhook(tx, { id: webhook_id, game_id }, { action: 'test' })
    return { id: delivery.id }
  })
}

/** Once more, whether it was delivered or not. */
export function redeliver(context: Context, id: number) {
  return inTransaction(context, async (tx) => {
    tx.afterCommit(() => tx.live.wake())
    const restart = { id, now: tx.now(), give_up_at: tx.now() + GIVE_UP_MS }
    const row = await tx.first(restartDelivery, restart)
    const game = await tx.first(findGameOfId, { id })
    if (!row || !game) throw new Refusal('delivery_not_found')
    const webhook = { id: row.webhook_id, ...game }
    await recordWebhook(tx, webhook, { action: 'redeliver', after: { delivery_id: id } })
    return { message: 'redelivering' }
  })
}

/** Every event since then, as far as the log goes back, whether it was delivered or not. */
export async function redeliverSince(context: Context, webhook_id: number, since: string) {
  const { game_id } = await showWebhook(context, webhook_id)
  const at = readTime('since', since)
  const first = await context.db.first(findFirstSince, { game_id, since: at })
  return inTransaction(context, async (tx) => {
    tx.afterCommit(() => tx.live.wake())
    if (first) {
      const { transaction_id, id } = first
      await tx.run(rewindPosition, { id: webhook_id, transaction_id, event_id: id - 1 })
    }
    const webhook = { id: webhook_id, game_id }
    await recordWebhook(tx, webhook, { action: 'redeliverSince', after: { since } })
    return { message: 'redelivering' }
  })
}

export const removeOldDeliveries = (tx: Transaction) =>
  tx.run(deleteOldDeliveries, { now: tx.now() })

/** For routes that name it by its id alone. */
export const findGameOfDelivery = async ({ db }: Context, id: number) =>
  (await db.first(findGameOfId, { id }))?.game_id

export { findGameOfWebhook } from '../webhooks/rules.ts'
