import type { Static, TSchema } from 'typebox'
import { T } from './typed-schema.ts'
import { limits } from '../limits.ts'
import { MAIL_ADDRESS } from '../services/mail-addresses.ts'
import { TIME_EXPECTED } from '../services/times.ts'

const LARGEST_WHOLE = Number.MAX_SAFE_INTEGER

export const Id = T.Integer({ minimum: 1, maximum: LARGEST_WHOLE, examples: [1] })

export const Whole = (
  options: { minimum?: number; description?: string; examples?: number[] } = {},
) => T.Integer({ minimum: -LARGEST_WHOLE, maximum: LARGEST_WHOLE, ...options })

interface TextOptions {
  /** 1 unless given. */
  min?: number
  description?: string
  examples?: string[]
  pattern?: string
  /** What a refusal says when the pattern does not fit. */
  expected?: string
  /** What a refusal adds when it is missing. */
  needed?: string
}

export const Text = (max: number, options: TextOptions = {}) => {
  const { min = 1, ...rest } = options
  return T.String({ minLength: min, maxLength: max, ...rest })
}

/** Text measured in bytes of UTF-8, for what may be long. */
export const LongText = (
  bytes: number,
  options: { description?: string; examples?: string[] } = {},
) => T.String({ maxBytes: bytes, ...options })

/** Text that is mostly JSON and is kept as it came; an object becomes its JSON text. */
export const JsonText = (
  bytes: number,
  options: { description?: string; examples?: string[] } = {},
) => T.String({ maxBytes: bytes, jsonText: true, ...options })

export const Email = T.String({
  minLength: 3,
  maxLength: limits.email_characters.value,
  pattern: MAIL_ADDRESS,
  expected: 'must be a plain email address, such as ana@example.com',
  examples: ['ana@example.com'],
})

export const GameToken = T.String({
  maxLength: limits.secret_characters.value,
  description: "The game's API token",
  examples: ['zWRtKcfLeyNRTBKrg6w4pHzQ'],
})

/** A time in a request, with any offset. */
export const Time = T.String({
  format: 'date-time',
  maxLength: limits.time_characters.value,
  expected: TIME_EXPECTED,
  examples: ['2026-01-02T03:04:05Z'],
})

/** An id in the path. Text that is not an id becomes 0, which no row has, so the endpoint answers with its own "not found". */
export const PathId = T.Integer({
  minimum: 0,
  maximum: LARGEST_WHOLE,
  otherwise: 0,
  examples: [1],
})
/** `what` completes "The id of …". */
export const IdOf = (what: string) =>
  T.Object({ id: T.Integer({ ...PathId, description: `The id of ${what}` }) })
/** Of routes that are about the account of the caller. */
export const OwnIdParams = IdOf('the signed-in user')
export const IdParams = T.Object({ id: PathId })

/** The fields that select a page of a list. */
export const PageInput = T.Object({
  page: T.Optional(T.Integer({ ...Id, default: 1, description: 'The number of the page' })),
  per_page: T.Optional(
    T.Integer({
      ...Id,
      default: 100,
      description: 'How many on a page: at most 100; more counts as 100',
      examples: [25],
    }),
  ),
})

export const Nullable = <S extends TSchema & { type: string }>(schema: S) =>
  T.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] })

/** A field of an answer that is left out where it is undefined. */
export const OmittedIfUndefined = <S extends TSchema>(schema: S) =>
  T.Optional(T.Unsafe<Static<S> | undefined>(schema))

/** One of these words, in an answer. */
export const OneOf = <const W extends string[]>(...words: W) =>
  T.Unsafe<W[number]>({ type: 'string', enum: words })

export const Timestamp = T.String({
  format: 'date-time',
  description: 'ISO 8601, UTC, three decimals',
  examples: ['2026-01-02T03:04:05.678Z'],
})

export const Message = T.Object(
  { message: T.String({ description: 'What was done, in words' }) },
  { title: 'Confirmation' },
)

/** A user in lists for staff. */
export const PlayerName = T.Object(
  {
    id: T.Integer({ description: 'The id of the user', examples: [1] }),
    username: T.String({ description: 'The name that others see', examples: ['ana'] }),
  },
  { title: 'PlayerName' },
)

const summary = {
  id: T.Integer({ description: 'The id of the user', examples: [1] }),
  username: T.String({ description: 'The name that others see', examples: ['ana'] }),
  email: T.String({
    description: 'The system email: `_appid_{game_id}_{email}`; empty where `display_email` is',
    examples: ['_appid_1_ana@example.com'],
  }),
  display_email: T.String({
    description:
      "The user's own email; empty for a guest without one, and for other players unless the game shares addresses",
    examples: ['ana@example.com'],
  }),
  credits: T.Integer({ description: 'What the user can spend in the store', examples: [150] }),
  score: T.Integer({ description: 'The score of the user in the whole game', examples: [1200] }),
}

/** A user in a list. */
export const UserSummary = T.Object(summary, { title: 'UserSummary' })

/** A start or an end of a game round, in an answer. */
export const RoundTime = (description: string) =>
  T.String({
    format: 'date-time',
    description: `${description}: as sent if that was a whole second in UTC, otherwise UTC with milliseconds`,
    examples: ['2026-01-02T03:04:05Z'],
  })

/** One game round in the rankings of a multiplayer round. */
export const Ranking = T.Object(
  {
    id: T.Integer({ description: 'The id of the game round', examples: [12] }),
    place: OmittedIfUndefined(
      T.Integer({
        description: 'Equal scores share it; without a score there is none',
        examples: [1],
      }),
    ),
    score: OmittedIfUndefined(
      T.Number({ description: 'The score of the game round, if it has one', examples: [420] }),
    ),
    start_time: RoundTime('When the game round started'),
    end_time: Nullable(RoundTime('When the game round ended, or null')),
    user: UserSummary,
  },
  { title: 'Ranking' },
)

const logins = {
  last_login: T.String({
    ...Timestamp,
    description: 'When the user last signed in, or else signed up',
  }),
  number_of_logins: T.Integer({
    description: 'How often the user has signed in; the sign-up does not count',
    examples: [8],
  }),
}

/** What anyone in the game may see of a user. */
export const OtherUser = T.Object(
  {
    ...summary,
    is_new_user: T.Boolean({
      description: 'Always false here: only a request that creates an account answers true',
      examples: [false],
    }),
    ...logins,
  },
  { title: 'OtherUser' },
)

/** The user object of the signed-in user. */
export const OwnUser = T.Object(
  {
    ...summary,
    ...logins,
    authentication_token: Nullable(
      T.String({
        description: 'The session token; null when a service key acts',
        examples: ['kq3Yb0mX2rT5vW8zA1cE4gH7jL9nP6sU0dF3iK5oR8t'],
      }),
    ),
    events_total: T.Integer({ description: 'Requests of this user so far', examples: [2310] }),
    events_current_month: T.Integer({
      description: 'Requests of this user in this calendar month, in UTC',
      examples: [214],
    }),
    game_sessions_total: T.Integer({
      description:
        'The number of game sessions; a request after 30 minutes without one starts a new session',
      examples: [57],
    }),
    game_sessions_current_month: T.Integer({
      description: 'Game sessions that started in this calendar month, in UTC',
      examples: [6],
    }),
  },
  { title: 'OwnUser' },
)

/** The answer to signing up and signing in. */
export const SignedInUser = T.Object(
  {
    ...OwnUser.properties,
    authentication_token: T.String({
      description: 'The session token: send it with every request of the player',
      examples: ['kq3Yb0mX2rT5vW8zA1cE4gH7jL9nP6sU0dF3iK5oR8t'],
    }),
    is_new_user: T.Boolean({
      description: 'Whether this request created the account',
      examples: [false],
    }),
  },
  { title: 'SignedInUser' },
)
