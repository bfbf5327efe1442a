import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdParams,
  Message,
  Nullable,
  PageInput,
  Text,
  Time,
  Timestamp,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const NewAnnouncement = T.Object({
  text: Text(limits.announcement_characters.value),
  user_id: T.Optional(T.Integer({ ...Id, description: 'To this player only' })),
  group_id: T.Optional(T.Integer({ ...Id, description: 'To the members of this group only' })),
  at: T.Optional(
    T.String({ ...Time, description: 'When it is posted, within a minute. Without it, now' }),
  ),
})

const announced = {
  201: T.Object({
    id: Nullable(
      T.Integer({ description: 'With it, it can be cancelled. Null: it was posted at once' }),
    ),
    at: Timestamp,
  }),
}

const refuses = ['user_not_found', 'group_not_found', 'too_many_announcements'] as const

export const announceAsServerSchema = {
  operation: 'announcements.send',
  summary: 'Send an announcement to a player, a group or the whole game',
  description:
    'Only with a service key. Players find it among their notifications, and in the event `announcement.posted`. `current-user-id` may be any player of the game.',
  body: NewAnnouncement,
  response: announced,
  refuses: ['not_the_server', ...refuses],
} as const

export const announceSchema = {
  operation: 'admin.announcements.send',
  summary: 'Send an announcement to a player, a group or the whole game',
  description: 'Players find it among their notifications, and in the event `announcement.posted`.',
  caller: 'system',
  params: IdParams,
  body: NewAnnouncement,
  response: announced,
  refuses: ['game_not_found', ...refuses],
} as const

export const showWaitingSchema = {
  operation: 'admin.announcements.list',
  summary: 'The scheduled announcements of a game, the next ones first',
  caller: 'system',
  params: IdParams,
  body: PageInput,
  response: {
    200: T.Object({
      announcements: T.Array(
        T.Object({
          id: T.Integer(),
          user_id: Nullable(T.Integer()),
          group_id: Nullable(T.Integer()),
          text: T.String(),
          at: Timestamp,
        }),
      ),
    }),
  },
  refuses: ['game_not_found'],
} as const

export const cancelAnnouncementSchema = {
  operation: 'admin.announcements.cancel',
  summary: 'Cancel a scheduled announcement',
  caller: 'system',
  params: IdParams,
  response: { 200: Message },
  refuses: ['announcement_not_found'],
} as const
