import type { Static } from 'typebox'
import { competitionEventTypes } from './competition-event-types.ts'
import { type EventType, Id, NOBODY, OneWord, PublicUser, Rankings } from './event-data.ts'
import { Nullable, Timestamp } from './http/shapes.ts'
import { T } from './http/typed-schema.ts'
import { moderationEventTypes } from './moderation-event-types.ts'

const OfUser = T.Object({ user: PublicUser }, { title: 'UserEventData' })

const friendship = { friendship_id: Id, user: PublicUser }

const OfFriendship = T.Object(friendship, { title: 'FriendRequestEventData' })

const ofGroup = { group_id: Id, group_name: T.String({ examples: ['Night owls'] }) }

const OfGroup = T.Object(ofGroup, { title: 'GroupEventData' })

const connection = { id: Id, ...ofGroup, user: PublicUser }

const OfConnection = T.Object(connection, { title: 'GroupConnectionEventData' })

const OfMember = T.Object({ ...ofGroup, user: PublicUser }, { title: 'GroupMemberEventData' })

const OfMultiplayerEntry = T.Object(
  {
    multiplayer_game_round_id: Id,
    game_round_id: Id,
    user: PublicUser,
    rankings: Rankings,
  },
  { title: 'MultiplayerEntryEventData' },
)

const OfPurchase = T.Object(
  { store_item_id: Id, price: T.Integer({ examples: [50] }), user: PublicUser },
  { title: 'PurchaseEventData' },
)

const THE_ROUND = 'The players who have a game round or a seat in the multiplayer round'

/** Every type of event, with the shape of its data. `docs/events.md` is generated from this table. */
const eventTypes = {
  'friend_request.received': {
    meaning: 'A player has sent a friend request.',
    receivers: 'The player who can answer it',
    data: T.Object({ ...friendship, requested_at: Timestamp }),
  },
  'friend_request.accepted': {
    meaning: 'A friend request was accepted: the two are friends now.',
    receivers: 'The player who sent it',
    data: OfFriendship,
  },
  'friend_request.declined': {
    meaning: 'A friend request was declined.',
    receivers: 'The player who sent it',
    data: OfFriendship,
  },
  'friend_request.withdrawn': {
    meaning: 'A friend request was withdrawn by the player who sent it.',
    receivers: 'The player who could have answered it',
    data: OfFriendship,
  },
  'friend.online': {
    meaning: 'A friend has come online.',
    receivers: 'The friends of the player',
    data: T.Object({ user: PublicUser, status: T.String({ examples: ['In the lobby'] }) }),
  },
  'friend.offline': {
    meaning: 'A friend has gone offline: no stream for 10 seconds, and no request for a minute.',
    receivers: 'The friends of the player',
    data: T.Object({ user: PublicUser, last_seen: Timestamp }),
  },
  'friendship.ended': {
    meaning: 'One of two friends has ended the friendship, perhaps by blocking the other.',
    receivers: 'The other one',
    data: OfUser,
  },
  'group_invitation.received': {
    meaning: 'A player was invited to a group.',
    receivers: 'The invited player',
    data: T.Object({ ...connection, inviter: PublicUser }),
  },
  'group_invitation.withdrawn': {
    meaning: 'An invitation was withdrawn.',
    receivers: 'The player who was invited',
    data: OfConnection,
  },
  'group_invitation.declined': {
    meaning: 'An invitation was declined.',
    receivers: 'The player who sent it',
    data: OfConnection,
  },
  'group_join_request.received': {
    meaning: 'A player has asked to join a group.',
    receivers: 'The admins of the group',
    data: OfConnection,
  },
  'group_join_request.accepted': {
    meaning: 'A request to join a group was accepted.',
    receivers: 'The player who sent it',
    data: OfConnection,
  },
  'group_join_request.declined': {
    meaning: 'A request to join a group was declined.',
    receivers: 'The player who sent it',
    data: OfConnection,
  },
  'group_join_request.withdrawn': {
    meaning: 'A request to join a group was withdrawn by the player who sent it.',
    receivers: 'The admins of the group',
    data: OfConnection,
  },
  'group_member.joined': {
    meaning: 'A player has become a member of a group.',
    receivers: 'The members of the group',
    data: OfMember,
  },
  'group_member.left': {
    meaning: 'A member has left a group, or has deleted their account.',
    receivers: 'The other members of the group',
    data: OfMember,
  },
  'group_member.removed': {
    meaning: 'A member was removed from a group by an admin.',
    receivers: 'The other members of the group, and the player who was removed',
    data: OfMember,
  },
  'group_member.promoted': {
    meaning:
      'A member has become an admin of a group, perhaps because the last other admin has left.',
    receivers: 'The members of the group',
    data: OfMember,
  },
  'group.changed': {
    meaning: 'The name or the settings of a group have changed.',
    receivers: 'The members of the group',
    data: OfGroup,
  },
  'group.deleted': {
    meaning: 'A group was deleted, perhaps because its last member has left.',
    receivers: 'Those who were its members',
    data: OfGroup,
  },
  'message.posted': {
    meaning: 'A message was posted in a chat.',
    receivers:
      'The participants of the chat, or the members of its group, without those who have blocked the author; also the author',
    data: T.Object({
      id: Id,
      chat_id: Id,
      text: T.String({ examples: ['Good game!'] }),
      user: PublicUser,
      created_at: Timestamp,
    }),
  },
  'message.read': {
    meaning: 'A message was read.',
    receivers: 'The author of the message',
    data: T.Object({ id: Id, chat_id: Id, user: PublicUser }),
  },
  'group_attributes.changed': {
    meaning: 'Attributes of a group were added, changed or removed.',
    receivers: 'The members of the group',
    is_frequent: true,
    data: T.Object({
      ...ofGroup,
      change: OneWord('added', 'changed', 'removed'),
      count: T.Integer({ description: 'How many attributes', examples: [1] }),
      keys: T.Array(T.String(), {
        description: 'The first hundred of their keys',
        examples: [['motto']],
      }),
    }),
  },
  'multiplayer_entry.added': {
    meaning: 'A game round was added to a multiplayer round.',
    receivers: THE_ROUND,
    is_frequent: true,
    data: OfMultiplayerEntry,
  },
  'multiplayer_entry.changed': {
    meaning: 'A game round of a multiplayer round was changed, such as its score.',
    receivers: THE_ROUND,
    is_frequent: true,
    data: OfMultiplayerEntry,
  },
  'multiplayer_entry.removed': {
    meaning: 'A game round was deleted, or taken out of its multiplayer round.',
    receivers: THE_ROUND,
    is_frequent: true,
    data: OfMultiplayerEntry,
  },
  'purchase.made': {
    meaning: 'A player has bought an item.',
    receivers: 'The player',
    is_frequent: true,
    data: OfPurchase,
  },
  'purchase.refunded': {
    meaning: 'A purchase was taken back. The price is 0 if it was not reimbursed.',
    receivers: 'The player',
    is_frequent: true,
    data: OfPurchase,
  },
  'credits.changed': {
    meaning: "A player's credits have changed.",
    receivers: 'The player',
    is_frequent: true,
    data: T.Object({
      change: T.Integer({ examples: [50] }),
      reason: OneWord('added', 'set', 'purchase', 'refund', 'staff', 'game_code', 'prize'),
      user: PublicUser,
    }),
  },
  'score.changed': {
    meaning: "A player's score was added to, or set.",
    receivers: 'The player',
    is_frequent: true,
    data: OfUser,
  },
  'player.signed_up': {
    meaning: 'A player has signed up, or a guest has come for the first time.',
    receivers: NOBODY,
    data: T.Object({ is_guest: T.Boolean({ examples: [false] }), user: PublicUser }),
  },
  'player.upgraded': {
    meaning: 'A guest has set a password: the account is a full one now.',
    receivers: NOBODY,
    data: OfUser,
  },
  'player.deleted': {
    meaning: 'An account was deleted. Delete what you have stored about this player.',
    receivers: NOBODY,
    data: T.Object({ user_id: T.Integer({ examples: [7] }) }),
  },
  'announcement.posted': {
    meaning: 'The operator or the server of the game has something to say.',
    receivers: 'One player, the members of a group, or all players of the game',
    data: T.Object({
      id: T.Integer({ description: 'Of the notification', examples: [1] }),
      text: T.String({ examples: ['The new season begins on Friday.'] }),
      group_id: Nullable(
        T.Integer({ description: 'Null if it is not for a group', examples: [1] }),
      ),
    }),
  },
  ...competitionEventTypes,
  ...moderationEventTypes,
  'game.event': {
    meaning: "The game's own code has something to say.",
    receivers: 'One player, the members of a group, or all players of the game',
    data: T.Object({
      name: T.String({ description: 'What the code calls it', examples: ['chest_opened'] }),
      data: T.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'What the code adds',
        additionalProperties: true,
        examples: [{ gems: 3 }],
      }),
    }),
  },
  'webhook.test': {
    meaning: 'An operator has sent a test event to a webhook.',
    receivers: 'No player; service keys, and of the webhooks only this one, whatever types it has',
    data: T.Object({ webhook_id: Id }),
  },
} as const satisfies Record<string, EventType>

export type EventName = keyof typeof eventTypes

export type EventData<N extends EventName> = Static<(typeof eventTypes)[N]['data']>

const types: Record<string, EventType> = eventTypes

export const eventList = Object.entries(types).map(([name, type]) => ({ name, ...type }))

/** Whether this type is recorded only while someone asks for it by name. */
export const isFrequent = (type: string) => types[type]?.is_frequent === true

export const isEventName = (text: string): text is EventName => Object.hasOwn(eventTypes, text)
