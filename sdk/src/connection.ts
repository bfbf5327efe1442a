import { type FieldCheck, findProblems } from './checks.ts'
import { operations, sentences } from './contract/table.ts'
import type { Operations } from './contract/types.ts'
import { PlaykeepError, readRefusal } from './errors.ts'
import { aborted, backoff, randomText, wait } from './waits.ts'

export type OperationName = keyof Operations
export type Input<N extends OperationName> = Operations[N]['input']
export type Answer<N extends OperationName> = Operations[N]['answer']

export type OperationTable = Record<
  OperationName,
  {
    method: string
    path: string
    /** Takes an `Idempotency-Key`. */
    keyed?: boolean
    /** If the answer is lost, it can be sent again: nothing is done twice. */
    repeatable?: boolean
    /** The status of `invalid_input`, where it is not 422. */
    invalid_status?: number
    fields: Record<string, FieldCheck>
  }
>

export interface CallOptions {
  /** Cancels it. What has already reached the server may be done nevertheless. */
  signal?: AbortSignal
  /** How long to wait for each answer. */
  timeout_ms?: number
}

/** Sends one operation. `later` stores it instead, so features do not look into the answers to writes. */
export type Call = <N extends OperationName>(
  name: N,
  input: Input<N>,
  options?: CallOptions,
) => Promise<Answer<N>>

export interface ConnectionSettings {
  url: string
  /** How long to wait for each answer. */
  timeout_ms: number
  /** How often a request is sent, if there is no answer or the server is busy. */
  max_attempts: number
  fetch: typeof fetch
}

/** A longer wait is the game's decision, not ours. */
const LONGEST_RETRY_AFTER_MS = 10_000
const TRY_AGAIN = new Set([429, 502, 503, 504])
/** Paths of the table begin with it. */
const API = '/api/v3'

interface Prepared {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
  is_repeatable: boolean
}

const invalidInput = (
  fields: PlaykeepError['fields'],
  status = 422,
  [{ field, problem } = { field: 'The request', problem: 'is not valid' }] = fields,
) => new PlaykeepError(`${field} ${problem}.`, { code: 'invalid_input', status, fields })

export const notSignedIn = () =>
  new PlaykeepError(sentences.not_signed_in, { code: 'not_signed_in', status: 401 })

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Not with `URLSearchParams`, of which React Native has only a part. */
export function queryOf(input: Record<string, unknown>): string {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]) => `${field}=${encodeURIComponent(asText(value))}`)
  return fields.length > 0 ? `?${fields.join('&')}` : ''
}

/** Sends requests: checks them first, and sends them again where that does no harm. */
export class Connection {
  readonly settings: ConnectionSettings
  /** Of the session. */
  token: string | undefined

  constructor(settings: ConnectionSettings) {
    this.settings = settings
  }

  /** The address, without its query. */
  addressOf = (path: string) => this.settings.url + API + path

  headers(): Record<string, string> {
    return {
      accept: 'application/json, application/problem+json',
      ...(this.token ? { 'authentication-token': this.token } : {}),
    }
  }

  /** The key stays the same in all attempts, so that the server does it once. */
  async send<N extends OperationName>(
    name: N,
    input: Input<N>,
    options: CallOptions = {},
  ): Promise<Answer<N>> {
    return this.#attempt(this.#prepare(name, { ...input }), options)
  }

  async #attempt(request: Prepared, options: CallOptions) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#exchange(request, options)
      } catch (error) {
        const delay_ms = this.#delayAfter(error, attempt, request)
        if (delay_ms === undefined) throw error
        await wait(delay_ms, options.signal)
      }
    }
  }

  /** Rejects what the server would certainly refuse. */
  check(name: OperationName, input: Record<string, unknown>): void {
    const { fields, invalid_status } = operations[name]
    const problems = findProblems(input, fields)
    if (problems.length > 0) throw invalidInput(problems, invalid_status)
  }

  /** What was stored has lost its type. */
  sendStored = (name: OperationName, input: object, key: string): Promise<unknown> =>
    this.#attempt(this.#prepare(name, { ...input }, key), {})

  #prepare(name: OperationName, input: Record<string, unknown>, key = randomText()): Prepared {
    const { method, path, keyed, repeatable } = operations[name]
    this.check(name, input)
    const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const value = input[field]
      delete input[field]
      return encodeURIComponent(String(value))
    })
    const headers = { ...this.headers(), ...(keyed ? { 'idempotency-key': key } : {}) }
    const is_repeatable = repeatable === true
    if (method !== 'GET' && method !== 'DELETE') {
      const typed = { ...headers, 'content-type': 'application/json' }
      const init = { method, headers: typed, body: JSON.stringify(input) }
      return { url: this.addressOf(address), init, is_repeatable }
    }
    const url = this.addressOf(address) + queryOf(input)
    return { url, init: { method, headers }, is_repeatable }
  }

  async #exchange({ url, init }: Prepared, { signal, timeout_ms }: CallOptions) {
    if (signal?.aborted) throw aborted(signal)
    const ending = new AbortController()
    const onAbort = () => ending.abort()
    signal?.addEventListener('abort', onAbort, { once: true })
    let is_late = false
    const timer = setTimeout(() => {
      is_late = true
      ending.abort()
    }, timeout_ms ?? this.settings.timeout_ms)
    try {
      // The API never redirects, and the token must not go to another address.
      const request = { ...init, redirect: 'error', signal: ending.signal } as const
      const response = await this.settings.fetch(url, request)
      if (!response.ok) throw await readRefusal(response)
      return await response.json()
    } catch (cause) {
      if (cause instanceof PlaykeepError) throw cause
      if (signal?.aborted) throw aborted(signal)
      throw is_late
        ? new PlaykeepError('The server did not answer in time.', { code: 'timeout', cause })
        : new PlaykeepError('The server cannot be reached.', { code: 'unreachable', cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Undefined: it must not be sent again. */
  #delayAfter(error: unknown, attempt: number, { is_repeatable }: Prepared): number | undefined {
    if (!(error instanceof PlaykeepError) || attempt >= this.settings.max_attempts) return undefined
    const { status, code, retryAfterMs = 0 } = error
    const is_temporary = status === 0 ? code !== 'aborted' : TRY_AGAIN.has(status)
    if (!is_repeatable || !is_temporary || retryAfterMs > LONGEST_RETRY_AFTER_MS) return undefined
    return Math.max(retryAfterMs, backoff(attempt))
  }
}
