import { createHmac, randomBytes } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Address, Resolve } from './host-lookup.ts'
import { findAddresses, parseTarget, RefusedUrl } from './public-addresses.ts'
import { version } from './version.ts'

const SECRET_PREFIX = 'whsec_'

export const newWebhookSecret = () => SECRET_PREFIX + randomBytes(32).toString('base64')

export interface WebhookMessage {
  /** The same for every attempt, by which receivers know duplicates. */
  id: string
  url: string
  body: string
  /** Signed with each of them. */
  secrets: string[]
}

/** As Standard Webhooks describes it: https://www.standardwebhooks.com */
export function signMessage({ id, body, secrets }: WebhookMessage, seconds: number): string {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${seconds}.${body}`)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}

/** Why an attempt has failed. `stopped`: the server stops, so it says nothing about the receiver. */
type AttemptProblem = 'status' | 'redirect' | 'timeout' | 'connection' | 'refused_url' | 'stopped'

export interface Attempt {
  /** Null: there was no answer. */
  response_status: number | null
  /** Null: it was accepted. */
  problem: AttemptProblem | null
}

interface SendOptions {
  allow_private: boolean
  timeout_ms: number
  /** The server stops. */
  signal: AbortSignal
  now: () => number
  /** For tests, instead of the DNS. */
  resolve?: Resolve
}

/** Connects to addresses that were checked, whatever the DNS says by now. */
const lookupIn =
  (addresses: Address[]): LookupFunction =>
  (_host, options, callback) => {
    if (options.all) return callback(null, addresses)
    callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0)
  }

function judgeStatus(response_status: number): Attempt {
  if (response_status >= 200 && response_status < 300) return { response_status, problem: null }
  const is_redirect = response_status >= 300 && response_status < 400
  return { response_status, problem: is_redirect ? 'redirect' : 'status' }
}

/** Only the status of the answer is read. Each request has a connection of its own. */
function post(
  url: URL,
  message: { headers: Record<string, string | number>; body: string },
  { addresses, signal }: { addresses: Address[]; signal: AbortSignal },
): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const { headers, body } = message
    const options = { method: 'POST', agent: false, lookup: lookupIn(addresses), headers, signal }
    const sent = request(url, options, (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Resolves in any case. */
export async function sendWebhook(message: WebhookMessage, options: SendOptions): Promise<Attempt> {
  const { allow_private, timeout_ms, now, resolve } = options
  const timeout = AbortSignal.timeout(timeout_ms)
  const signal = AbortSignal.any([timeout, options.signal])
  const failed = (problem: AttemptProblem): Attempt => ({ response_status: null, problem })
  try {
    const url = parseTarget(message.url, allow_private)
    const finding = findAddresses(url, { allow_private, signal }, resolve)
    const addresses = await withSignal(finding, signal)
    const seconds = Math.floor(now() / 1000)
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(message.body),
      'user-agent': `Playkeep/${version}`,
      'webhook-id': message.id,
      'webhook-timestamp': seconds,
      'webhook-signature': signMessage(message, seconds),
    }
    return judgeStatus(await post(url, { headers, body: message.body }, { addresses, signal }))
  } catch (error) {
    if (error instanceof RefusedUrl) return failed('refused_url')
    if (options.signal.aborted) return failed('stopped')
    return failed(timeout.aborted ? 'timeout' : 'connection')
  }
}

/** Not every lookup can be interrupted, but none need be waited for. */
function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(new Error('interrupted'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  return Promise.race([promise, aborted])
}
