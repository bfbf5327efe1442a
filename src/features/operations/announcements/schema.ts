import { T } from '../../../http/typed-schema.ts'
import {
  Id,
  IdOf,
  Message,
  Nullable,
  PageInput,
  Text,
  Time,
  Timestamp,
} from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

/** Of the two that say for whom it is, at most one may be sent, so neither is in the example. */
const NewAnnouncement = T.Object(
  {
    text: Text(limits.announcement_characters.value, {
      description: 'What players read',
      examples: ['The new season begins on Friday.'],
    }),
    user_id: T.Optional(
      T.Integer({ ...Id, examples: undefined, description: 'To this player only' }),
    ),
    group_id: T.Optional(
      T.Integer({
        ...Id,
        examples: undefined,
        description: 'To the members of this group only; not together with `user_id`',
      }),
    ),
    at: T.Optional(
      T.String({
        ...Time,
        description: 'When it is posted, within a minute. Without it, now',
        examples: ['2030-12-31T18:00:00Z'],
      }),
    ),
  },
  // A misspelled `user_id` would send to all players what is meant for one.
  { title: 'NewAnnouncement', additionalProperties: false },
)

const announced = {
  201: T.Object(
    {
      id: Nullable(
        T.Integer({ description: 'With it, it can be cancelled. Null: it was posted at once' }),
      ),
      at: T.String({ ...Timestamp, description: 'When it is posted, or was' }),
    },
    { title: 'AcceptedAnnouncement' },
  ),
}

const ScheduledAnnouncement = T.Object(
  {
    id: T.Integer(),
    user_id: Nullable(T.Integer({ description: 'Null: not for a single player' })),
    group_id: Nullable(T.Integer({ description: 'Null: not for a group' })),
    text: T.String(),
    at: T.String({ ...Timestamp, description: 'When it is posted, within a minute' }),
  },
  { title: 'ScheduledAnnouncement' },
)

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
  caller: 'staff',
  params: IdOf('the game'),
  body: NewAnnouncement,
  response: announced,
  refuses: ['game_not_found', ...refuses],
} as const

export const showWaitingSchema = {
  operation: 'admin.announcements.list',
  summary: 'The scheduled announcements of a game, the next ones first',
  description: 'Those that were posted or cancelled are not listed.',
  caller: 'staff',
  params: IdOf('the game'),
  body: PageInput,
  response: {
    200: T.Object(
      { announcements: T.Array(ScheduledAnnouncement) },
      { title: 'ScheduledAnnouncementList' },
    ),
  },
  refuses: ['game_not_found'],
} as const

export const cancelAnnouncementSchema = {
  operation: 'admin.announcements.cancel',
  summary: 'Cancel a scheduled announcement',
  description: 'What was posted already cannot be taken back.',
  caller: 'staff',
  params: IdOf('the scheduled announcement'),
  response: { 200: Message },
  refuses: ['announcement_not_found'],
} as const
