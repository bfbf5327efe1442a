import type { RefusalCode } from './contract/types.ts'

/** A newer server may have codes that this client does not know. Still, an editor completes those that it does. */
type OtherCode = string & Record<never, never>

/** What the client itself finds. */
type ClientCode =
  /** There was no answer. */
  | 'unreachable'
  | 'timeout'
  | 'aborted'
  /** What answered was not Playkeep, but a proxy or a hotel's network. */
  | 'bad_answer'
  /** Of `later` and the outbox. */
  | 'not_for_later'
  | 'outbox_full'
  | 'storage_failed'
  | 'too_late'

/** The codes of the server, and those of the client. */
export type ErrorCode = RefusalCode | ClientCode | OtherCode

export interface InvalidField {
  field: string
  problem: string
}

interface Details {
  code: ErrorCode
  /** 0: there was no answer. */
  status?: number
  fields?: InvalidField[]
  requestId?: string | undefined
  retryAfterMs?: number | undefined
  gameRefusal?: string | undefined
  cause?: unknown
}

/** Everything that goes wrong is one of these. Its message is one sentence that can be shown. */
export class PlaykeepError extends Error {
  override readonly name = 'PlaykeepError'
  readonly code: ErrorCode
  readonly status: number
  /** Every field that is not valid, for the code `invalid_input`. */
  readonly fields: InvalidField[]
  /** To find the request in the log of the server. Undefined: it was not sent, or not answered. */
  readonly requestId: string | undefined
  /** When the server says so, how long to wait before the next attempt. */
  readonly retryAfterMs: number | undefined
  /** What the game's own code calls its refusal, for the code `refused_by_game`. */
  readonly gameRefusal: string | undefined

  constructor(
    sentence: string,
    { code, status = 0, fields = [], requestId, retryAfterMs, gameRefusal, cause }: Details,
  ) {
    super(sentence, { cause })
    this.code = code
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.retryAfterMs = retryAfterMs
    this.gameRefusal = gameRefusal
  }
}

/** The answer says no. */
export async function readRefusal(response: Response): Promise<PlaykeepError> {
  const { status, headers } = response
  const text = await response.text()
  const seconds = Number(headers.get('retry-after') ?? NaN)
  const common = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: seconds >= 0 ? seconds * 1000 : undefined,
    gameRefusal: headers.get('x-game-refusal') ?? undefined,
  }
  // Where a server is too busy to look at a request, its answer is the sentence.
  const header = headers.get('x-error-code')
  if (header && !headers.get('content-type')?.includes('json'))
    return new PlaykeepError(text, { ...common, code: header })
  try {
    const { code, detail, fields } = JSON.parse(text)
    if (typeof code === 'string' && typeof detail === 'string')
      return new PlaykeepError(detail, { ...common, code, fields: fields ?? [] })
  } catch {
    // Not from Playkeep, but from a proxy in front of it.
  }
  return new PlaykeepError(`The server answered ${status} without a reason.`, {
    ...common,
    code: 'bad_answer',
  })
}

export const notSignedIn = () =>
  new PlaykeepError('Sign in first: nobody is signed in, or the session has ended.', {
    code: 'not_signed_in',
    status: 401,
  })

export const aborted = (signal: AbortSignal) =>
  new PlaykeepError('The request was cancelled.', { code: 'aborted', cause: signal.reason })

const TEMPORARY = new Set([0, 429, 502, 503, 504])

/** Whether the same request can succeed later. */
export const isTemporary = (error: unknown) =>
  error instanceof PlaykeepError && error.code !== 'aborted' && TEMPORARY.has(error.status)
