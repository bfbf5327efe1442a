import { T } from '../../../http/typed-schema.ts'
import { Nullable, OmittedIfUndefined, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

/** What friends see of each other, and nobody else. */
export const presence = {
  online: OmittedIfUndefined(
    T.Boolean({
      description:
        'Only in the list of the friends of the caller: whether they have a stream of events open, or sent a request within the last minute',
    }),
  ),
  last_seen: OmittedIfUndefined(
    Nullable(T.String({ ...Timestamp, description: 'Null: not seen yet' })),
  ),
  status: OmittedIfUndefined(
    T.String({ description: 'What the friend has written about it; empty while they are offline' }),
  ),
}

const OwnPresence = T.Object(
  {
    status: T.String({ description: 'Empty: none' }),
    invisible: T.Boolean({ description: 'Whether the caller seems to be offline' }),
  },
  { title: 'OwnPresence' },
)

export const showPresenceSchema = {
  operation: 'presence.get',
  summary: 'What friends see of the caller',
  description:
    'Friends see the status while the caller is online and not invisible. Nobody else sees it.',
  response: { 200: OwnPresence },
} as const

export const changePresenceSchema = {
  operation: 'presence.change',
  summary: 'Change what friends see of the caller',
  description:
    'What is not sent stays as it is. An invisible player seems to be offline, since the moment at which they became invisible.',
  access: 'own_account',
  body: T.Object({
    status: T.Optional(
      Text(limits.status_characters.value, {
        min: 0,
        description: 'What the caller is doing, as friends see it; empty text removes it',
        examples: ['in a match'],
      }),
    ),
    invisible: T.Optional(
      T.Boolean({
        description: 'Whether the caller seems to be offline to friends',
        examples: [false],
      }),
    ),
  }),
  response: { 200: OwnPresence },
  refuses: ['muted', 'word_not_allowed'],
} as const
