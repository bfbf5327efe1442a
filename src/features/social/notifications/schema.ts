import { T } from '../../../http/typed-schema.ts'
import { Id, IdParams, Nullable, PageInput, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'

const Notification = T.Object({
  id: T.Integer(),
  type: T.String({ description: 'The type of an event: see docs/events.md' }),
  at: Timestamp,
  actor_id: Nullable(T.Integer({ description: 'The user who did it; null if no user did' })),
  is_read: T.Boolean(),
  data: T.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'As in the event of this type: see docs/events.md',
  }),
})

const unread = { unread_count: T.Integer() }

export const showInboxSchema = {
  operation: 'notifications.list',
  summary: "The caller's notifications, newest first",
  description: `Friend requests that were received or accepted, group invitations, accepted join requests and announcements. A player keeps the newest ${limits.notifications.value}, and of the unread ones that another player caused the newest ${limits.notifications_of_sender.value}.`,
  body: T.Object({
    before: T.Optional(
      T.Integer({ ...Id, description: 'The `next` of the last answer: what is older' }),
    ),
    per_page: PageInput.properties.per_page,
  }),
  response: {
    200: T.Object({
      ...unread,
      notifications: T.Array(Notification),
      next: Nullable(T.Integer({ description: 'Send it as `before`. Null: there is no more' })),
    }),
  },
} as const

export const markAsReadSchema = {
  operation: 'notifications.markAsRead',
  summary: 'Mark a notification as read',
  description:
    'Of announcements to a group or to the whole game, all older ones count as read, too. Repeating it changes nothing.',
  access: 'own_account',
  params: IdParams,
  response: { 200: T.Object(unread) },
  refuses: ['notification_not_found'],
} as const

export const markAllAsReadSchema = {
  operation: 'notifications.markAllAsRead',
  summary: 'Mark all notifications as read',
  access: 'own_account',
  response: { 200: T.Object(unread) },
} as const
