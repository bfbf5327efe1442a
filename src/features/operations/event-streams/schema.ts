import { limits } from '../../../limits.ts'
import { Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'

const Event = T.Object(
  {
    id: T.String({ description: 'The cursor just after this event' }),
    type: T.String({ description: 'See docs/events.md' }),
    at: Timestamp,
    actor_id: T.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The user who did it; null if no user did',
    }),
    data: T.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Its shape depends on the type: see docs/events.md',
    }),
    audience: T.Optional(
      T.String({
        description:
          'Only for service keys: for whom it is, as in `user`, `friends`, `group`, `chat` or `game`',
      }),
    ),
    audience_id: T.Optional(
      T.Integer({ description: 'Only for service keys: the id of that user, group, chat or game' }),
    ),
  },
  { title: 'Event' },
)

const Cursor = Text(limits.cursor_characters.value, {
  description:
    'The `cursor` of the last answer, or the `id` of an event. Without it, events begin now',
  examples: ['1f2e3d4c-7-123'],
})

const types = T.Optional(
  Text(limits.event_types_characters.value, {
    min: 0,
    description:
      'Only these types, separated by commas. Without it, all that are always recorded: see docs/events.md',
    examples: ['message.posted,friend_request.received'],
  }),
)

export const streamEventsSchema = {
  operation: 'events.stream',
  summary: 'Events as they happen, as server-sent events',
  description:
    'For `EventSource`: `id` is the cursor, `event` the type, and `data` the event. After a disconnect it resumes by the header `Last-Event-ID`, which browsers send by themselves; `after` is for the first request. The same events come over a WebSocket at `/api/v3/events/socket`: see docs/live.md.',
  waits: true,
  body: T.Object({ after: T.Optional(Cursor), types }),
  response: {
    200: T.Unsafe<never>({
      type: 'string',
      contentMediaType: 'text/event-stream',
      description: 'Server-sent events, until one of the two closes the stream',
      examples: [
        'id: 1f2e3d4c-7-123\nevent: player.deleted\ndata: {"id":"1f2e3d4c-7-123","type":"player.deleted","at":"2026-01-01T00:00:00.000Z","actor_id":null,"data":{"user_id":7}}\n\n',
      ],
    }),
  },
  refuses: ['cursor_too_old', 'too_many_streams', 'stopping'],
} as const

export const waitForEventsSchema = {
  operation: 'events.list',
  has_large_answers: true,
  summary: 'The events after a cursor, or the next ones',
  description:
    'Answers at once if there are events after the cursor, at most 100 of them. Otherwise it waits for the next ones, for up to `wait` seconds, and then answers an empty list. Send the `cursor` of each answer with the next request: no event is lost or sent twice.',
  waits: true,
  body: T.Object({
    after: T.Optional(Cursor),
    wait: T.Optional(
      T.Integer({
        minimum: 0,
        maximum: limits.wait_seconds.value,
        default: 0,
        description: 'For how many seconds to wait if there are no events',
        examples: [20],
      }),
    ),
    types,
  }),
  response: {
    200: T.Object(
      {
        events: T.Array(Event),
        cursor: T.String({ description: 'For `after` of the next request' }),
      },
      { title: 'EventList' },
    ),
  },
  refuses: ['cursor_too_old', 'too_many_streams', 'stopping'],
} as const
