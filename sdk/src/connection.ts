import { type FieldCheck, findProblems } from './checks.ts'
import { operations } from './contract/table.ts'
import type { Operations } from './contract/types.ts'
import { aborted, isTemporary, PlaykeepError, readRefusal } from './errors.ts'
import { backoff, randomText, wait } from './waits.ts'

export type OperationName = keyof Operations
export type Input<N extends OperationName> = Operations[N]['input']
export type Answer<N extends OperationName> = Operations[N]['answer']

export type OperationTable = Partial<Record<OperationName, OperationRow>>

interface OperationRow {
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

export function rowOf(name: OperationName): OperationRow {
  const row = operations[name]
  if (!row) throw new Error(`${name} needs use(Competition) first.`)
  return row
}

export interface CallOptions {
  /** Cancels it. What has already reached the server may be done nevertheless. */
  signal?: AbortSignal
  /** How long to wait for each answer. */
  timeout_ms?: number
  /** How often it is sent at most, if there is no answer or the server is busy. */
  max_attempts?: number
}

/** Sends one operation. `later` stores it instead, so features do not look into the answers to writes. */
export type Call = <N extends OperationName>(
  name: N,
  input: Input<N>,
  options?: CallOptions,
) => Promise<Answer<N>>

/** A request to a route of the game's own code. */
export interface OwnRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Such as `/daily_reward`. */
  path: string
  fields: object
}

/** Its answer has the type that the game says. */
export type OwnCall = <T>(request: OwnRequest, options?: CallOptions) => Promise<T>

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
/** Paths of the table begin with it. */
const API = '/api/v3'

/** What game code may name its routes. */
const OWN_PATH = /^(\/[a-z0-9_-]+)+$/

interface Prepared {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
  is_repeatable: boolean
}

export const invalidInput = (
  fields: PlaykeepError['fields'],
  status = 422,
  [{ field, problem } = { field: 'The request', problem: 'is not valid' }] = fields,
) => new PlaykeepError(`${field} ${problem}.`, { code: 'invalid_input', status, fields })

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Not with `URLSearchParams`, of which React Native has only a part. */
export function queryOf(input: Record<string, unknown>): string {
  const fields = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([field, value]) => `${field}=${encodeURIComponent(asText(value))}`)
  return fields.length > 0 ? `?${fields.join('&')}` : ''
}

/** `..` would be another address. */
function pathPart(field: string, value: unknown): string {
  if (/(^|_)id$|^page$/.test(field)) {
    if (Number.isSafeInteger(value) && Number(value) > 0) return String(value)
    throw invalidInput([{ field, problem: 'must be a whole number' }])
  }
  const text = String(value)
  if (text && text !== '.' && text !== '..') return encodeURIComponent(text)
  throw invalidInput([{ field, problem: 'is not valid' }])
}

async function readJson(response: Response) {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    const { status } = response
    const sentence = 'What answered is not the game server: check its address and the network.'
    throw new PlaykeepError(sentence, { code: 'bad_answer', status, cause })
  }
}

/** Undefined: it must not be sent again. */
function delayAfter(error: unknown, attempt: number, { is_repeatable }: Prepared) {
  if (!(error instanceof PlaykeepError) || !is_repeatable || !isTemporary(error)) return undefined
  const { retryAfterMs = 0 } = error
  return retryAfterMs > LONGEST_RETRY_AFTER_MS ? undefined : retryAfterMs + backoff(attempt)
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

  /** The API never redirects, and the token must not go to another address. */
  fetch = (url: string, init: RequestInit) =>
    this.settings.fetch(url, { ...init, redirect: 'error' })

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

  /** The server's routes of a game's own code take keys like all others. */
  sendOwn: OwnCall = async ({ method, path, fields }, options = {}) => {
    if (!OWN_PATH.test(path))
      throw invalidInput([{ field: 'path', problem: 'must be one like /daily_reward' }])
    const keyed = method !== 'GET'
    const place = { method, path: `/game${path}`, keyed, repeatable: true }
    return this.#attempt(this.#address(place, { ...fields }, randomText()), options)
  }

  async #attempt(request: Prepared, options: CallOptions) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#exchange(request, options)
      } catch (error) {
        const { max_attempts = this.settings.max_attempts } = options
        const delay_ms = attempt < max_attempts ? delayAfter(error, attempt, request) : undefined
        if (delay_ms === undefined) throw error
        await wait(delay_ms, options.signal)
      }
    }
  }

  /** Rejects what the server would certainly refuse. */
  check(name: OperationName, input: Record<string, unknown>): void {
    const { fields, invalid_status } = rowOf(name)
    const problems = findProblems(input, fields)
    if (problems.length > 0) throw invalidInput(problems, invalid_status)
  }

  /** What was stored has lost its type. */
  sendStored = (name: OperationName, input: object, key: string): Promise<unknown> =>
    this.#attempt(this.#prepare(name, { ...input }, key), {})

  /** With the token of a session that this device has forgotten already. */
  async signOut(token: string, all: boolean, options: CallOptions): Promise<void> {
    const request = this.#prepare('sessions.signOut', { all })
    request.init.headers['authentication-token'] = token
    await this.#attempt(request, options)
  }

  #prepare(name: OperationName, input: Record<string, unknown>, key = randomText()): Prepared {
    this.check(name, input)
    return this.#address(rowOf(name), input, key)
  }

  #address(
    { method, path, keyed, repeatable }: Omit<OperationRow, 'fields'>,
    input: Record<string, unknown>,
    key: string,
  ): Prepared {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const value = input[field]
      delete input[field]
      return pathPart(field, value)
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
      const response = await this.fetch(url, { ...init, signal: ending.signal })
      if (!response.ok) throw await readRefusal(response)
      return await readJson(response)
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
}
