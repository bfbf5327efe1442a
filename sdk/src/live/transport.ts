import type { EventDataByType } from '../contract/types.ts'

export type EventType = keyof EventDataByType

/** Something has happened. `id` is the place in the log just after it. */
export interface LiveEvent<T extends EventType = EventType> {
  id: string
  type: T
  at: string
  actor_id: number | null
  data: EventDataByType[T]
}

export interface Following {
  /** Of the API. */
  addressOf: (path: string) => string
  headers: () => Record<string, string>
  token: string
  types: string
  /** The last known place. Undefined: from now on. */
  after: string | undefined
  signal: AbortSignal
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** It is connected, and up to here nothing is missing. */
  onReady: (cursor: string) => void
  onEvent: (event: LiveEvent) => void
}

/** Why a connection has ended. */
export type Ending =
  | { reason: 'lost'; after_ms?: number }
  | { reason: 'cursor_too_old' }
  | { reason: 'not_signed_in' }
  /** It does not help to try again. */
  | { reason: 'refused'; code: string; status: number }

/** Resolves when the connection has ended. */
export type Transport = (following: Following) => Promise<Ending>

/** A server that is busy, or stops, is asked again. What a proxy says means only that the connection is lost. */
export function endingOf(status: number, code: string, after_ms?: number): Ending {
  if (code === 'cursor_too_old' || code === 'not_signed_in') return { reason: code }
  if (code !== 'bad_answer' && (status === 403 || status === 422))
    return { reason: 'refused', code, status }
  return { reason: 'lost', ...(after_ms === undefined ? {} : { after_ms }) }
}
