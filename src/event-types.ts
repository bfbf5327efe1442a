import type { Static, TSchema } from 'typebox'
import { Nullable, Timestamp } from './http/shapes.ts'
import { T } from './http/typed-schema.ts'

interface EventType {
  /** What happened. */
  meaning: string
  /** Who receives it, besides the game's own server. */
  receivers: string
  /** There are many of them, so they are recorded only while someone asks for this type by name. */
  is_frequent?: true
  data: TSchema
}

/** A user as everyone may see them: no email address. */
const PublicUser = T.Object({
  id: T.Integer(),
  username: T.String(),
  credits: T.Integer(),
  score: T.Integer(),
})

const friendship = { friendship_id: T.Integer(), user: PublicUser }

const ofGroup = { group_id: T.Integer(), group_name: T.String() }

const connection = { id: T.Integer(), ...ofGroup, user: PublicUser }

const member = { ...ofGroup, user: PublicUser }

const multiplayerEntry = {
  multiplayer_game_round_id: T.Integer(),
  game_round_id: T.Integer(),
  user: PublicUser,
  rankings: T.Array(
    T.Object({
      id: T.Integer(),
      place: T.Optional(T.Integer()),
      score: T.Optional(T.Number()),
      user: PublicUser,
    }),
    { description: 'The first ten entries, as they are now' },
  ),
}

const OneOf = <S extends string>(...texts: S[]) => T.Unsafe<S>({ type: 'string', enum: texts })

const THE_ROUND = 'The players who have a game round in the multiplayer round'

const NOBODY = 'No player'

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
    data: T.Object(friendship),
  },
  'friend_request.declined': {
    meaning: 'A friend request was declined.',
    receivers: 'The player who sent it',
    data: T.Object(friendship),
  },
  'friend_request.withdrawn': {
    meaning: 'A friend request was withdrawn by the player who sent it.',
    receivers: 'The player who could have answered it',
    data: T.Object(friendship),
  },
  'friend.online': {
    meaning: 'A friend has come online.',
    receivers: 'The friends of the player',
    data: T.Object({ user: PublicUser, status: T.String() }),
  },
  'friend.offline': {
    meaning: 'A friend has gone offline: no stream for 10 seconds, and no request for a minute.',
    receivers: 'The friends of the player',
    data: T.Object({ user: PublicUser, last_seen: Timestamp }),
  },
  'friendship.ended': {
    meaning: 'One of two friends has ended the friendship, perhaps by blocking the other.',
    receivers: 'The other one',
    data: T.Object({ user: PublicUser }),
  },
  'group_invitation.received': {
    meaning: 'A player was invited to a group.',
    receivers: 'The invited player',
    data: T.Object({ ...connection, inviter: PublicUser }),
  },
  'group_invitation.withdrawn': {
    meaning: 'An invitation was withdrawn.',
    receivers: 'The player who was invited',
    data: T.Object(connection),
  },
  'group_invitation.declined': {
    meaning: 'An invitation was declined.',
    receivers: 'The player who sent it',
    data: T.Object(connection),
  },
  'group_join_request.received': {
    meaning: 'A player has asked to join a group.',
    receivers: 'The admins of the group',
    data: T.Object(connection),
  },
  'group_join_request.accepted': {
    meaning: 'A request to join a group was accepted.',
    receivers: 'The player who sent it',
    data: T.Object(connection),
  },
  'group_join_request.declined': {
    meaning: 'A request to join a group was declined.',
    receivers: 'The player who sent it',
    data: T.Object(connection),
  },
  'group_join_request.withdrawn': {
    meaning: 'A request to join a group was withdrawn by the player who sent it.',
    receivers: 'The admins of the group',
    data: T.Object(connection),
  },
  'group_member.joined': {
    meaning: 'A player has become a member of a group.',
    receivers: 'The members of the group',
    data: T.Object(member),
  },
  'group_member.left': {
    meaning: 'A member has left a group, or has deleted their account.',
    receivers: 'The other members of the group',
    data: T.Object(member),
  },
  'group_member.removed': {
    meaning: 'A member was removed from a group by an admin.',
    receivers: 'The other members of the group, and the player who was removed',
    data: T.Object(member),
  },
  'group_member.promoted': {
    meaning:
      'A member has become an admin of a group, perhaps because the last other admin has left.',
    receivers: 'The members of the group',
    data: T.Object(member),
  },
  'group.changed': {
    meaning: 'The name or the settings of a group have changed.',
    receivers: 'The members of the group',
    data: T.Object(ofGroup),
  },
  'group.deleted': {
    meaning: 'A group was deleted, perhaps because its last member has left.',
    receivers: 'Those who were its members',
    data: T.Object(ofGroup),
  },
  'message.posted': {
    meaning: 'A message was posted in a chat.',
    receivers:
      'The participants of the chat, or the members of its group, without those who have blocked the author; also the author',
    data: T.Object({
      id: T.Integer(),
      chat_id: T.Integer(),
      text: T.String(),
      user: PublicUser,
      created_at: Timestamp,
    }),
  },
  'message.read': {
    meaning: 'A message was read.',
    receivers: 'The author of the message',
    data: T.Object({ id: T.Integer(), chat_id: T.Integer(), user: PublicUser }),
  },
  'group_attributes.changed': {
    meaning: 'Attributes of a group were added, changed or removed.',
    receivers: 'The members of the group',
    is_frequent: true,
    data: T.Object({
      ...ofGroup,
      change: OneOf('added', 'changed', 'removed'),
      count: T.Integer({ description: 'How many attributes' }),
      keys: T.Array(T.String(), { description: 'The first hundred of their keys' }),
    }),
  },
  'multiplayer_entry.added': {
    meaning: 'A game round was added to a multiplayer round.',
    receivers: THE_ROUND,
    is_frequent: true,
    data: T.Object(multiplayerEntry),
  },
  'multiplayer_entry.changed': {
    meaning: 'A game round of a multiplayer round was changed, such as its score.',
    receivers: THE_ROUND,
    is_frequent: true,
    data: T.Object(multiplayerEntry),
  },
  'multiplayer_entry.removed': {
    meaning: 'A game round was deleted, or taken out of its multiplayer round.',
    receivers: THE_ROUND,
    is_frequent: true,
    data: T.Object(multiplayerEntry),
  },
  'purchase.made': {
    meaning: 'A player has bought an item.',
    receivers: 'The player',
    is_frequent: true,
    data: T.Object({ store_item_id: T.Integer(), price: T.Integer(), user: PublicUser }),
  },
  'purchase.refunded': {
    meaning: 'A purchase was taken back. The price is 0 if it was not reimbursed.',
    receivers: 'The player',
    is_frequent: true,
    data: T.Object({ store_item_id: T.Integer(), price: T.Integer(), user: PublicUser }),
  },
  'credits.changed': {
    meaning: "A player's credits have changed.",
    receivers: 'The player',
    is_frequent: true,
    data: T.Object({
      change: T.Integer(),
      reason: OneOf('added', 'set', 'purchase', 'refund'),
      user: PublicUser,
    }),
  },
  'score.changed': {
    meaning: "A player's score was added to, or set.",
    receivers: 'The player',
    is_frequent: true,
    data: T.Object({ user: PublicUser }),
  },
  'player.signed_up': {
    meaning: 'A player has signed up, or a guest has come for the first time.',
    receivers: NOBODY,
    data: T.Object({ is_guest: T.Boolean(), user: PublicUser }),
  },
  'player.upgraded': {
    meaning: 'A guest has set a password: the account is a full one now.',
    receivers: NOBODY,
    data: T.Object({ user: PublicUser }),
  },
  'player.deleted': {
    meaning: 'An account was deleted. Delete what you have stored about this player.',
    receivers: NOBODY,
    data: T.Object({ user_id: T.Integer() }),
  },
  'announcement.posted': {
    meaning: 'The operator or the server of the game has something to say.',
    receivers: 'One player, the members of a group, or all players of the game',
    data: T.Object({
      id: T.Integer({ description: 'Of the notification' }),
      text: T.String(),
      group_id: Nullable(T.Integer({ description: 'Null if it is not for a group' })),
    }),
  },
  'webhook.test': {
    meaning: 'An operator has sent a test event to a webhook.',
    receivers: 'No player; service keys, and of the webhooks only this one, whatever types it has',
    data: T.Object({ webhook_id: T.Integer() }),
  },
} as const satisfies Record<string, EventType>

export type EventName = keyof typeof eventTypes

export type EventData<N extends EventName> = Static<(typeof eventTypes)[N]['data']>

const types: Record<string, EventType> = eventTypes

export const eventList = Object.entries(types).map(([name, type]) => ({ name, ...type }))

/** Whether this type is recorded only while someone asks for it by name. */
export const isFrequent = (type: string) => types[type]?.is_frequent === true

export const isEventName = (text: string): text is EventName => Object.hasOwn(eventTypes, text)
