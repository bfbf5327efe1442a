import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import {
  BATCH,
  type Claim,
  claimDeliveries,
  findWork,
  readEvents,
  recordAttempt,
} from '../features/operations/webhook-deliveries/rules.ts'
import type { Metrics } from '../services/metrics.ts'
import { type Attempt, sendWebhook } from '../services/webhook-request.ts'
import { DatabaseUnavailable } from '../storage/database.ts'

/** Finds what is due for another attempt, and what other processes have left. */
const LOOK_EVERY_MS = 1000
/** Between two looks, however much happens. */
const PAUSE_MS = 20
const TIMEOUT_MS = 10_000
/** How long a stop waits for answers. */
const STOP_AFTER_MS = 2000
/** Requests at once, of this process. */
const MAX_SENDING = 64
const MAX_PER_WEBHOOK = 8
/** To receivers whose last delivery has failed: they may be slow, and must leave room for the others. */
const MAX_SENDING_TO_FAILING = 32
const MAX_PER_FAILING = 1
/** So that a webhook that is far behind does not keep the others waiting. */
const BATCHES_PER_LOOK = 5

const isDiskFull = (error: unknown) => error instanceof Refusal && error.code === 'disk_full'

type Work = Awaited<ReturnType<typeof findWork>>[number]

/** Sends events to webhooks. All processes on a database share the work. */
export class WebhookSender {
  readonly #context: Context
  readonly #log: FastifyBaseLogger
  /** The requests in progress, and to which webhook. */
  readonly #sending = new Map<Promise<void>, { webhook_id: number; is_failing: boolean }>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #has_webhooks = true
  #must_look = false
  #looking: Promise<void> | undefined
  #is_stopped = false
  #is_failing = false
  #delivered = 0
  #failed = 0

  constructor(context: Context, log: FastifyBaseLogger) {
    this.#context = context
    this.#log = log
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS)
    this.#timer.unref()
    this.#look()
  }

  addMetrics(metrics: Metrics): void {
    metrics.counter(
      'webhook_deliveries_total',
      'Events that the receiver of a webhook has accepted',
      () => this.#delivered,
    )
    metrics.counter(
      'webhook_failures_total',
      'Attempts to send an event to a webhook that have failed',
      () => this.#failed,
    )
  }

  /** Something was recorded and is committed. Without webhooks that costs nothing. */
  wake(): void {
    if (this.#has_webhooks) this.#look()
  }

  #look(): void {
    this.#must_look = true
    this.#looking ??= this.#lookUntilDone().finally(() => (this.#looking = undefined))
  }

  async #lookUntilDone(): Promise<void> {
    while (this.#must_look && !this.#is_stopped) {
      this.#must_look = false
      try {
        const work = await findWork(this.#context)
        this.#has_webhooks = work.length > 0
        for (const webhook of work) if (webhook.is_behind) await this.#read(webhook)
        await this.#sendAll(work)
      } catch (error) {
        // The next look follows in a second.
        return this.#reportOutage(error, 'the work of webhooks could not be looked up')
      }
      if (this.#is_failing) this.#log.info('webhooks are sent again')
      this.#is_failing = false
      await sleep(PAUSE_MS)
    }
  }

  /** One line is enough for all that fails in a row. That the disk is full is reported elsewhere. */
  #reportOutage(error: unknown, message: string): void {
    if (this.#is_failing || isDiskFull(error)) return
    this.#is_failing = true
    this.#log.warn({ err: error }, message)
  }

  async #read({ id }: Work): Promise<void> {
    for (let batches = 0; batches < BATCHES_PER_LOOK; batches++)
      if ((await readEvents(this.#context, id)) < BATCH) return
    this.#must_look = true
  }

  /** Those that work come first. */
  async #sendAll(work: Work[]): Promise<void> {
    const due = work.filter(({ is_behind, is_due }) => is_behind || is_due)
    const failing = due.filter(({ failing_since }) => failing_since !== null)
    const working = due.filter(({ failing_since }) => failing_since === null)
    for (const { id } of working) await this.#sendSome(id, false)
    for (const { id } of failing) await this.#sendSome(id, true)
  }

  async #sendSome(webhook_id: number, is_failing: boolean): Promise<void> {
    const all = [...this.#sending.values()]
    const own = all.filter((one) => one.webhook_id === webhook_id).length
    const rooms = [MAX_SENDING - all.length, (is_failing ? MAX_PER_FAILING : MAX_PER_WEBHOOK) - own]
    if (is_failing) rooms.push(MAX_SENDING_TO_FAILING - all.filter((one) => one.is_failing).length)
    const room = Math.min(...rooms)
    if (room <= 0 || this.#is_stopped) return
    for (const claim of await claimDeliveries(this.#context, webhook_id, room)) {
      const sending = this.#send(claim).finally(() => {
        this.#sending.delete(sending)
        this.#look()
      })
      this.#sending.set(sending, { webhook_id, is_failing })
    }
  }

  async #send(claim: Claim): Promise<void> {
    const { webhook_id, delivery_id, message } = claim
    try {
      const attempt = await sendWebhook(message, {
        allow_private: this.#context.config.WEBHOOK_PRIVATE === 'on',
        timeout_ms: TIMEOUT_MS,
        signal: this.#stopping.signal,
        now: this.#context.now,
      })
      if (attempt.problem === null) this.#delivered++
      else if (attempt.problem !== 'stopped') this.#failed++
      this.#report(claim, attempt, await recordAttempt(this.#context, claim, attempt))
    } catch (error) {
      // It is sent again when the claim has expired.
      if (error instanceof DatabaseUnavailable)
        return this.#reportOutage(error, 'attempts of webhooks could not be recorded')
      if (!isDiskFull(error))
        this.#log.warn({ webhook_id, delivery_id, err: error }, 'an attempt could not be recorded')
    }
  }

  #report(
    { webhook_id }: Claim,
    { problem, response_status }: Attempt,
    change: Awaited<ReturnType<typeof recordAttempt>>,
  ): void {
    if (change === 'began_to_fail')
      this.#log.warn({ webhook_id, problem, response_status }, 'a webhook has begun to fail')
    if (change === 'paused')
      this.#log.warn({ webhook_id }, 'a webhook that failed for three days was paused')
    if (change === 'works_again') this.#log.info({ webhook_id }, 'a webhook works again')
  }

  /** What has no answer yet is sent again by the next process. */
  async stop(): Promise<void> {
    this.#is_stopped = true
    clearInterval(this.#timer)
    await this.#looking
    const ended = Promise.all(this.#sending.keys())
    await Promise.race([ended, sleep(STOP_AFTER_MS, undefined, { ref: false })])
    this.#stopping.abort()
    await ended
  }
}
