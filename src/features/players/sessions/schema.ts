import { T } from '../../../http/typed-schema.ts'
import { IdParams, Message, PageInput, Timestamp } from '../../../http/shapes.ts'

export const listSessionsSchema = {
  operation: 'sessions.list',
  summary: "The caller's sessions, oldest first",
  body: PageInput,
  response: {
    200: T.Object({
      sessions: T.Array(
        T.Object({
          id: T.Integer(),
          current: T.Boolean({
            description: 'Whether this request was sent with the token of this session',
          }),
          created_at: Timestamp,
          last_used_at: Timestamp,
          expires_at: Timestamp,
        }),
      ),
    }),
  },
} as const

export const signOutSchema = {
  operation: 'sessions.signOut',
  access: 'own_account',
  summary: 'Sign out',
  body: T.Object({ all: T.Optional(T.Boolean({ description: 'End every session of the user' })) }),
  response: { 200: Message },
} as const

export const endSessionSchema = {
  operation: 'sessions.end',
  access: 'own_account',
  summary: "End one of the caller's sessions",
  params: IdParams,
  response: { 200: Message },
  refuses: ['session_not_found'],
} as const
