import { toText } from '../search.ts'
import { addresses, type Operations } from './contract.ts'

export type Operation = keyof Operations
export type Input<O extends Operation> = Operations[O]['input']
export type Answer<O extends Operation> = Operations[O]['answer']

/** What the server refused, in its own words. */
export class ApiError extends Error {
  readonly status: number
  /** As in docs/errors.md, or `unreachable`. Empty: it was not the server that answered. */
  readonly code: string
  /** Empty: the server was not reached. */
  readonly request_id: string
  /** How long to wait before the next attempt. Null: the server did not say. */
  readonly retry_after_seconds: number | null

  constructor(
    sentence: string,
    about: {
      status: number
      code: string
      request_id?: string
      retry_after_seconds?: number | null
    },
  ) {
    super(sentence)
    this.name = 'ApiError'
    this.status = about.status
    this.code = about.code
    this.request_id = about.request_id ?? ''
    this.retry_after_seconds = about.retry_after_seconds ?? null
  }
}

/** The CSRF token of this session; every write must send it. */
let csrf_token: string | null = null

export function setCsrfToken(token: string | null): void {
  csrf_token = token
}

type Fields = Record<string, unknown>

/** Browsers take these for folders, also when they are encoded, and would call another route. */
const FOLDERS = new Set(['', '.', '..'])

/** The path of an operation with its fields filled in, and the fields that are left. */
function fillPath(path: string, input: object): { path: string; rest: Fields } {
  const rest: Fields = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = rest[name]
    delete rest[name]
    if (FOLDERS.has(String(value)))
      throw new ApiError('A name cannot be empty, and not only one or two dots.', {
        status: 400,
        code: 'invalid_input',
      })
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}

function toQuery(fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (Array.isArray(value)) for (const one of value) query.append(`${name}[]`, String(one))
    else {
      const text = typeof value === 'object' && value ? JSON.stringify(value) : toText(value)
      if (text) query.set(name, text)
    }
  const written = query.toString()
  return written && `?${written}`
}

/** The URL of an operation that the browser reads itself: a download, or a stream of events. */
export function apiUrl<O extends Operation>(operation: O, input: Input<O>): string {
  const { path, rest } = fillPath(addresses[operation].path, input)
  return `${path}${toQuery(rest)}`
}

async function readProblem(response: Response): Promise<ApiError> {
  const text = await response.text()
  const { headers, status } = response
  let sentence = text
  try {
    const problem: { detail?: string } = JSON.parse(text)
    sentence = problem.detail ?? text
  } catch {
    // Plain text, or a page of something between the browser and the server.
    if (!headers.get('content-type')?.startsWith('text/plain')) sentence = ''
  }
  const wait = Number(headers.get('retry-after'))
  return new ApiError(sentence || `The server answered with status ${status}.`, {
    status,
    code: headers.get('x-error-code') ?? '',
    request_id: headers.get('x-request-id') ?? '',
    retry_after_seconds: wait > 0 ? wait : null,
  })
}

/** Calls one operation of the admin API. Throws an ApiError if it is refused. */
export async function api<O extends Operation>(
  operation: O,
  input: Input<O>,
  { signal, key }: { signal?: AbortSignal; key?: string } = {},
): Promise<Answer<O>> {
  const { method, path, keyed } = addresses[operation]
  const is_read = method === 'GET'
  const { path: url, rest } = fillPath(path, input)
  const has_body = !is_read && Object.keys(rest).length > 0
  const headers: Record<string, string> = { accept: 'application/json, application/problem+json' }
  if (has_body) headers['content-type'] = 'application/json'
  if (!is_read && csrf_token) headers['x-csrf-token'] = csrf_token
  if (keyed) headers['idempotency-key'] = key ?? crypto.randomUUID()
  let response: Response
  try {
    response = await fetch(is_read ? `${url}${toQuery(rest)}` : url, {
      method,
      headers,
      credentials: 'same-origin',
      ...(has_body ? { body: JSON.stringify(rest) } : {}),
      ...(signal ? { signal } : {}),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError('The server cannot be reached. Check your connection and try again.', {
      status: 0,
      code: 'unreachable',
    })
  }
  if (!response.ok) throw await readProblem(response)
  return response.json()
}
