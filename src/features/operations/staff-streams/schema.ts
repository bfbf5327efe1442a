import { Id, IdOf } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { streamEventsSchema } from '../event-streams/schema.ts'

const { after, types } = streamEventsSchema.body.properties

export const streamGameEventsSchema = {
  operation: 'admin.events.stream',
  summary: 'What happens in a game, as server-sent events',
  description:
    'For `EventSource`: `id` is the cursor, `event` the type, and `data` the event, as service keys get it, but without the `text` of messages: those are private, and the audit log says who reads them in a chat. After a disconnect it resumes by the header `Last-Event-ID`, which browsers send by themselves; `after` is for the first request. Without the role `support`, all events come without `text` and `status`. The stream ends when the session ends or the rights change.',
  caller: 'staff',
  waits: true,
  params: IdOf('the game'),
  body: T.Object({
    after,
    types,
    user_id: T.Optional(
      T.Integer({ ...Id, description: 'Only what this player did, or what is about them' }),
    ),
  }),
  response: streamEventsSchema.response,
  refuses: ['game_not_found', 'cursor_too_old', 'too_many_streams', 'stopping'],
} as const
