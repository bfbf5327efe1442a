import { hasRole } from '../../../access/staff.ts'
import { type Context, inTransaction, type Transaction } from '../../../context.ts'
import { Refusal } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { LookupFailed } from '../../../services/host-lookup.ts'
import { findAddresses, parseTarget, RefusedUrl } from '../../../services/public-addresses.ts'
import { isoTime, formatTime } from '../../../services/times.ts'
import { newWebhookSecret } from '../../../services/webhook-request.ts'
import type { Reader } from '../../../storage/database.ts'
import { lastPosition, logName, readTypes } from '../event-streams/rules.ts'
import { recordChange } from '../audit-log/rules.ts'
import { refuseUnknownGame } from '../games/rules.ts'
import {
  countStates,
  countWebhooks,
  deletePreviousSecrets,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listTroubled,
  listTypesOfWebhooks,
  listWebhooks,
  lockGame,
  movePositions,
  replaceSecret,
  updatePaused,
  updateSecret,
  updateWebhook,
  type WebhookRow,
} from './queries.ts'

/** For so long both secrets sign. */
const ROTATION_MS = 24 * 3_600_000

const presentWebhook = (row: WebhookRow) => ({
  id: row.id,
  game_id: row.game_id,
  url: row.url,
  types: row.types === '' ? [] : row.types.split(','),
  created_at: isoTime(row.created_at),
  paused_at: formatTime(row.paused_at),
  pause_reason: row.pause_reason,
  failing_since: formatTime(row.failing_since),
  previous_secret_until: formatTime(row.previous_secret_until),
})

const unknownWebhook = () => new Refusal('webhook_not_found')

function present(row: WebhookRow | undefined) {
  if (!row) throw unknownWebhook()
  return presentWebhook(row)
}

type Shown = ReturnType<typeof presentWebhook>

/** At some receivers, whoever knows the path may send. So only those who may change a webhook see it. */
const hidePath =
  ({ staff }: Context) =>
  (webhook: Shown): Shown =>
    staff && hasRole(staff, 'admin') ? webhook : { ...webhook, url: new URL(webhook.url).origin }

export const recordWebhook = (
  tx: Transaction,
  { id, game_id }: { id: number; game_id: number },
  { action, before, after }: { action: string; before?: object; after?: object },
) =>
  recordChange(tx, {
    action: `admin.webhooks.${action}`,
    game_id,
    target: 'webhook',
    target_id: id,
    before: { ...before },
    after: { ...after },
  })

/** Which games want which types for their webhooks. */
export async function listWantedTypes({ db }: Context) {
  const rows = await db.all(listTypesOfWebhooks, {})
  return rows.flatMap(({ game_id, types }) => types.split(',').map((type) => ({ game_id, type })))
}

/** Of all games, for operators. `waiting` counts the deliveries of webhooks that are not paused. */
export const countByState = (db: Reader) => db.first(countStates, {})

/** Those that fail or are paused, of all games. */
export const listTroubledWebhooks = (db: Reader, limit: number) => db.all(listTroubled, { limit })

/** All webhooks keep their place in the log while it is renumbered. */
export const keepPositions = (tx: Transaction, log_name: string, new_name: string) =>
  tx.run(movePositions, { log_name, new_name })

export async function showWebhooks(context: Context, game_id: number) {
  await refuseUnknownGame(context.db, game_id)
  const rows = await context.db.all(listWebhooks, { game_id })
  return { webhooks: rows.map(presentWebhook).map(hidePath(context)) }
}

export const findGameOfWebhook = async ({ db }: Context, id: number) =>
  (await db.first(findWebhook, { id }))?.game_id

export const showWebhook = async (context: Context, id: number) =>
  hidePath(context)(present(await context.db.first(findWebhook, { id })))

/** Where the URL leads is checked again before each request. */
async function refuseUrl({ config }: Context, text: string): Promise<void> {
  const max = limits.webhook_url_characters.value
  const allow_private = config.WEBHOOK_PRIVATE === 'on'
  try {
    if (text.length > max) throw new RefusedUrl(`it must have at most ${max} characters`)
    await findAddresses(parseTarget(text, allow_private), { allow_private })
  } catch (error) {
    if (error instanceof LookupFailed)
      throw new Refusal('webhook_url_refused', {
        sentence: `The URL of the webhook is refused: ${error.message}. Try again later.`,
      })
    if (!(error instanceof RefusedUrl)) throw error
    throw new Refusal('webhook_url_refused', {
      sentence: `The URL of the webhook is refused: ${error.message}. With the setting WEBHOOK_PRIVATE=on, http and private addresses are allowed.`,
    })
  }
}

/** As the column has them. */
const joinTypes = (types: string[]) => [...(readTypes(types.join(',')) ?? [])].join(',')

interface WebhookInput {
  url: string
  /** Undefined or empty: all that are always recorded. */
  types?: string[] | undefined
}

/** Its first event is the next one. The secret is shown only here. */
export async function createWebhook(
  context: Context,
  game_id: number,
  { url, types = [] }: WebhookInput,
) {
  const wanted = joinTypes(types)
  await refuseUrl(context, url)
  const secret = newWebhookSecret()
  return inTransaction(context, async (tx) => {
    await refuseUnknownGame(tx, game_id)
    await tx.first(lockGame, { id: game_id })
    const found = await tx.first(countWebhooks, { game_id })
    if ((found?.count ?? 0) >= limits.webhooks_of_game.value) throw new Refusal('too_many_webhooks')
    const { transaction_id, id: event_id } = await lastPosition(tx)
    const position = { log_name: await logName(tx), transaction_id, event_id }
    const webhook = { game_id, url, types: wanted, secret, now: tx.now(), ...position }
    const created = present(await tx.first(insertWebhook, webhook))
    await recordWebhook(tx, created, { action: 'create', after: { url, types } })
    return { ...created, secret }
  })
}

/** For a request that is sent again: the first secret was lost with the first answer. */
export async function reissueSecret(context: Context, id: number) {
  const secret = newWebhookSecret()
  await inTransaction(context, async (tx) => {
    const row = await tx.first(replaceSecret, { id, secret })
    if (row) await recordWebhook(tx, { id, ...row }, { action: 'reissueSecret' })
  })
  return { secret }
}

export async function changeWebhook(context: Context, id: number, input: Partial<WebhookInput>) {
  const { url, types } = input
  const wanted = types === undefined ? null : joinTypes(types)
  if (url !== undefined) await refuseUrl(context, url)
  return inTransaction(context, async (tx) => {
    const before = present(await tx.first(findWebhook, { id }))
    const after = present(await tx.first(updateWebhook, { id, url: url ?? null, types: wanted }))
    await recordWebhook(tx, after, { action: 'change', before, after })
    return after
  })
}

/** What happens meanwhile waits in the log. */
export const pauseWebhook = (context: Context, id: number) =>
  inTransaction(context, async (tx) => {
    const pause = { id, paused_at: tx.now(), pause_reason: 'operator' } as const
    const paused = present(await tx.first(updatePaused, pause))
    await recordWebhook(tx, paused, { action: 'pause' })
    return paused
  })

/** Goes on where it was, as far as the log goes back. */
export const resumeWebhook = (context: Context, id: number) =>
  inTransaction(context, async (tx) => {
    tx.afterCommit(() => tx.live.wake())
    const resumed = present(
      await tx.first(updatePaused, { id, paused_at: null, pause_reason: null }),
    )
    await recordWebhook(tx, resumed, { action: 'resume' })
    return resumed
  })

/** Deliveries have a signature for each of the two secrets, until the receiver knows the new one. */
export function rotateSecret(context: Context, id: number) {
  const secret = newWebhookSecret()
  return inTransaction(context, async (tx) => {
    const row = await tx.first(updateSecret, { id, secret, until: tx.now() + ROTATION_MS })
    const rotated = present(row)
    await recordWebhook(tx, rotated, { action: 'rotateSecret' })
    return { ...rotated, secret }
  })
}

export function removeWebhook(context: Context, id: number) {
  return inTransaction(context, async (tx) => {
    const before = present(await tx.first(findWebhook, { id }))
    if ((await tx.run(deleteWebhook, { id })) === 0) throw unknownWebhook()
    await recordWebhook(tx, before, { action: 'delete', before })
    return { message: 'deleted' }
  })
}

export const removePreviousSecrets = (tx: Transaction) =>
  tx.run(deletePreviousSecrets, { now: tx.now() })
