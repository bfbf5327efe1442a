import { T } from '../../../http/typed-schema.ts'
import { IdOf, Message, PageInput, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Session = T.Object(
  {
    id: T.Integer({ description: 'The id of the session', examples: [7] }),
    current: T.Boolean({
      description: 'Whether this request was sent with the token of this session',
      examples: [true],
    }),
    created_at: T.String({ ...Timestamp, description: 'When the user signed in' }),
    last_used_at: T.String({
      ...Timestamp,
      description: 'When the token was last used; updated at most once an hour',
    }),
    expires_at: T.String({
      ...Timestamp,
      description: 'When the session ends, unless it is used before',
    }),
  },
  { title: 'Session' },
)

export const listSessionsSchema = {
  operation: 'sessions.list',
  summary: "The caller's sessions, oldest first",
  description: `Each sign-in starts one, and only those that have not ended are listed. A user has at most ${limits.sessions.value}: when another one begins, the oldest ends.`,
  body: PageInput,
  response: { 200: T.Object({ sessions: T.Array(Session) }, { title: 'SessionList' }) },
} as const

export const signOutSchema = {
  operation: 'sessions.signOut',
  access: 'own_account',
  summary: 'Sign out',
  description:
    'Ends the session whose token was sent, or with `all` every session of the user. A service key has no session, so it ends only all of them.',
  body: T.Object({
    all: T.Optional(
      T.Boolean({ default: false, description: 'End every session of the user', examples: [true] }),
    ),
  }),
  response: { 200: Message },
  refuses: ['session_not_found'],
} as const

export const endSessionSchema = {
  operation: 'sessions.end',
  access: 'own_account',
  summary: "End one of the caller's sessions",
  description: 'Signs out another device, such as a lost one: its token no longer works.',
  params: IdOf('one of the sessions of the signed-in user'),
  response: { 200: Message },
  refuses: ['session_not_found'],
} as const
