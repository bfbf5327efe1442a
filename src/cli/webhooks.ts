import {
  redeliver,
  redeliverSince,
  sendTestEvent,
  showDeliveries,
} from '../features/operations/webhook-deliveries/rules.ts'
import {
  changeWebhook,
  createWebhook,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
  showWebhooks,
} from '../features/operations/webhooks/rules.ts'
import type { Context } from '../context.ts'
import { readTime } from '../services/times.ts'
import { readArguments, readId, UsageProblem } from './arguments.ts'
import { withContext } from './with-context.ts'
import { say } from './say.ts'

interface Arguments {
  /** What follows the action. */
  rest: (string | undefined)[]
  values: {
    url?: string | undefined
    types?: string | undefined
    status?: string | undefined
  }
}

type Action = (context: Context, args: Arguments) => Promise<unknown>

type Shown = Awaited<ReturnType<typeof showWebhooks>>['webhooks'][number]

function stateOf({ pause_reason, paused_at, failing_since }: Shown): string {
  if (pause_reason === 'failing') return `paused since ${paused_at}, because it failed for days`
  if (pause_reason === 'restored')
    return `paused since ${paused_at}, because the database was restored`
  if (paused_at !== null) return `paused since ${paused_at}`
  return failing_since === null ? 'active' : `failing since ${failing_since}`
}

/** An empty list means all types that are always recorded. */
const splitTypes = (text: string) => text.split(',').filter((type) => type !== '')

const SECRET_NOTE = 'Store the secret now: it is not shown again.'

const listAll: Action = async (context, { rest: [game] }) => {
  const { webhooks } = await showWebhooks(context, readId('GAME_ID', game))
  for (const webhook of webhooks) {
    const types =
      webhook.types.length === 0 ? 'all types that are always recorded' : webhook.types.join(',')
    say`${String(webhook.id).padStart(6)}  ${webhook.url}  (${types}, ${stateOf(webhook)})`
  }
  if (webhooks.length === 0) say`The game has no webhooks.`
}

const create: Action = async (context, { rest: [game, url], values: { types } }) => {
  if (!url) throw new UsageProblem('The URL of the webhook is missing.')
  const input = { url, types: types === undefined ? undefined : splitTypes(types) }
  const { id, secret } = await createWebhook(context, readId('GAME_ID', game), input)
  say`Webhook ${id}\nsecret  ${secret}`
  say`\n${SECRET_NOTE}`
}

const change: Action = async (context, { rest: [webhook], values: { url, types } }) => {
  const id = readId('WEBHOOK_ID', webhook)
  if (url === undefined && types === undefined)
    throw new UsageProblem('Nothing to change: give --url or --types.')
  const changes = {
    ...(url === undefined ? {} : { url }),
    ...(types === undefined ? {} : { types: splitTypes(types) }),
  }
  await changeWebhook(context, id, changes)
  say`Webhook ${id} has been changed.`
}

const rotate: Action = async (context, { rest: [webhook] }) => {
  const { id, secret, previous_secret_until } = await rotateSecret(
    context,
    readId('WEBHOOK_ID', webhook),
  )
  say`Webhook ${id}\nsecret  ${secret}`
  say`\n${SECRET_NOTE} Until ${previous_secret_until}, requests are signed with both.`
}

/** An action on one webhook, and what is said when it is done. */
const onOne =
  (run: (context: Context, id: number) => Promise<unknown>, done: string): Action =>
  async (context, { rest: [webhook] }) => {
    const id = readId('WEBHOOK_ID', webhook)
    await run(context, id)
    say`Webhook ${id} ${done}`
  }

const listDeliveries: Action = async (context, { rest: [webhook], values: { status } }) => {
  if (status !== undefined && !['pending', 'delivered', 'undelivered'].includes(status))
    throw new UsageProblem('--status must be pending, delivered or undelivered.')
  const { deliveries } = await showDeliveries(context, readId('WEBHOOK_ID', webhook), { status })
  for (const { id, type, status: state, attempts, created_at, ...last } of deliveries) {
    const reason = last.response_status ?? last.problem ?? ''
    say`${String(id).padStart(8)}  ${created_at}  ${type}  ${state}, ${attempts} attempts ${reason}`
  }
  if (deliveries.length === 0) say`There are no deliveries.`
}

const sendAgain: Action = async (context, { rest: [delivery] }) => {
  const id = readId('DELIVERY_ID', delivery)
  await redeliver(context, id)
  say`Delivery ${id} is sent again by a running server.`
}

const sendAgainSince: Action = async (context, { rest: [webhook, time] }) => {
  const id = readId('WEBHOOK_ID', webhook)
  if (time === undefined) throw new UsageProblem('The TIME is missing.')
  readTime('TIME', time)
  await redeliverSince(context, id, time)
  say`Webhook ${id} gets all events since ${time} again from a running server.`
}

const actions: Record<string, Action> = {
  list: listAll,
  create,
  change,
  pause: onOne(pauseWebhook, 'is paused. What happens meanwhile is sent when it is resumed.'),
  resume: onOne(resumeWebhook, 'is active again.'),
  delete: onOne(removeWebhook, 'has been deleted.'),
  'rotate-secret': rotate,
  test: onOne(
    sendTestEvent,
    'gets a test event from a running server; one that is paused, when it is resumed.',
  ),
  deliveries: listDeliveries,
  redeliver: sendAgain,
  'redeliver-since': sendAgainSince,
}

export async function webhookCommand(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    url: { type: 'string' },
    types: { type: 'string' },
    status: { type: 'string' },
  })
  const [name = '', ...rest] = positionals
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action)
    throw new UsageProblem(`The first argument must be one of ${Object.keys(actions).join(', ')}.`)
  await withContext(async (context) => void (await action(context, { rest, values })))
}
