import { T } from '../../../http/typed-schema.ts'
import { Id, IdOf, Nullable, OneOf, PageInput, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Notification = T.Object(
  {
    id: T.Integer(),
    type: OneOf(
      'friend_request.received',
      'friend_request.accepted',
      'group_invitation.received',
      'group_join_request.accepted',
      'announcement.posted',
    ),
    at: Timestamp,
    actor_id: Nullable(T.Integer({ description: 'The user who did it; null if no user did' })),
    is_read: T.Boolean(),
    data: T.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'As in the event of this type: see docs/events.md',
    }),
  },
  { title: 'Notification' },
)

const unread = { unread_count: T.Integer({ description: 'How many the caller has not read' }) }

const UnreadCount = T.Object(unread, { title: 'UnreadCount' })

export const showInboxSchema = {
  operation: 'notifications.list',
  summary: "The caller's notifications, newest first",
  description: `Friend requests that were received or accepted, group invitations, accepted join requests and announcements. A player keeps ${limits.notifications.value} that other players caused, and of the unread ones of each of them the newest ${limits.notifications_of_sender.value}. If there are more, those that were read are deleted first, and then the oldest of those who caused the most. The newest ${limits.notifications.value} announcements to the player are kept besides.`,
  body: T.Object({
    before: T.Optional(
      T.Integer({
        ...Id,
        description: 'The `next` of the last answer: what is older. Without it, the newest',
        examples: [120],
      }),
    ),
    per_page: PageInput.properties.per_page,
  }),
  response: {
    200: T.Object(
      {
        ...unread,
        notifications: T.Array(Notification),
        next: Nullable(T.Integer({ description: 'Send it as `before`. Null: there is no more' })),
      },
      { title: 'NotificationList' },
    ),
  },
} as const

export const markAsReadSchema = {
  operation: 'notifications.markAsRead',
  summary: 'Mark a notification as read',
  description:
    'Of announcements to a group or to the whole game, all older ones count as read, too. Repeating it changes nothing.',
  access: 'own_account',
  params: IdOf('the notification'),
  response: { 200: UnreadCount },
  refuses: ['notification_not_found'],
} as const

export const markAllAsReadSchema = {
  operation: 'notifications.markAllAsRead',
  summary: 'Mark all notifications as read',
  description:
    'Also announcements to the groups of the caller and to the whole game. What comes later is unread.',
  access: 'own_account',
  response: { 200: UnreadCount },
} as const
