import { Message, PathId } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'

const OfMessage = T.Object({
  id: T.Integer({ ...PathId, description: 'The id of the game' }),
  message_id: T.Integer({ ...PathId, description: 'The id of the message' }),
})

export const hideMessageSchema = {
  caller: 'staff',
  role: 'support',
  operation: 'admin.messages.hide',
  summary: 'Hide a message',
  description:
    'Players, also its author, see `(hidden by a moderator)` instead of its text from now on, in chats and in events that are read later. Participants get the event `message.hidden`.',
  params: OfMessage,
  response: { 200: Message },
  refuses: ['game_not_found', 'message_not_found'],
  statuses: { message_not_found: 404 },
} as const

export const unhideMessageSchema = {
  ...hideMessageSchema,
  operation: 'admin.messages.unhide',
  summary: 'Show a hidden message again',
  description: 'In chats; what was removed from the log of events stays removed.',
} as const
