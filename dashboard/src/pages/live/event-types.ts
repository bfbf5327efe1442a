interface EventType {
  label: string
  group: string
  /** Recorded only while somebody asks for it by name. */
  is_frequent?: true
}

const of = (group: string, labels: Record<string, string>, is_frequent?: true) =>
  Object.entries(labels).map(([name, label]): [string, EventType] => [
    name,
    { label, group, ...(is_frequent ? { is_frequent } : {}) },
  ])

/** Every type of event, as docs/events.md lists them. */
export const eventTypes = new Map<string, EventType>([
  ...of('Players', {
    'player.signed_up': 'Signed up',
    'player.upgraded': 'Guest became a full account',
    'player.deleted': 'Account deleted',
  }),
  ...of('Friends', {
    'friend_request.received': 'Friend request sent',
    'friend_request.accepted': 'Friend request accepted',
    'friend_request.declined': 'Friend request declined',
    'friend_request.withdrawn': 'Friend request withdrawn',
    'friendship.ended': 'Friendship ended',
    'friend.online': 'Came online',
    'friend.offline': 'Went offline',
  }),
  ...of('Groups', {
    'group_invitation.received': 'Invited to a group',
    'group_invitation.withdrawn': 'Invitation withdrawn',
    'group_invitation.declined': 'Invitation declined',
    'group_join_request.received': 'Asked to join a group',
    'group_join_request.accepted': 'Join request accepted',
    'group_join_request.declined': 'Join request declined',
    'group_join_request.withdrawn': 'Join request withdrawn',
    'group_member.joined': 'Joined a group',
    'group_member.left': 'Left a group',
    'group_member.removed': 'Removed from a group',
    'group_member.promoted': 'Became a group admin',
    'group.changed': 'Group changed',
    'group.deleted': 'Group deleted',
  }),
  ...of('Chats', {
    'message.posted': 'Message posted',
    'message.read': 'Message read',
    'message.hidden': 'Message hidden by staff',
  }),
  ...of('Multiplayer rounds', {
    'multiplayer_round.player_joined': 'Joined a multiplayer round',
    'multiplayer_round.player_left': 'Left a multiplayer round',
    'multiplayer_round.invited': 'Invited to a multiplayer round',
    'multiplayer_round.finished': 'Multiplayer round finished',
    'match.invited': 'Invited to a party',
    'match.ready_check': 'Ready check of a match',
    'match.found': 'Match found',
  }),
  ...of('Moderation', {
    'report.created': 'Report sent',
    'score.held': 'Score waits for review',
    'score.approved': 'Score approved',
    'score.rejected': 'Score rejected',
    'moderation.warned': 'Warned',
    'moderation.muted': 'Muted',
    'moderation.unmuted': 'Mute ended by staff',
    'moderation.banned': 'Banned',
    'moderation.unbanned': 'Ban ended by staff',
  }),
  ...of('Leaderboards', {
    'leaderboard.season_ended': 'Season ended',
    'leaderboard.prize_won': 'Prize won',
  }),
  ...of('Competition', {
    'rating.changed': 'Rating changed',
  }),
  ...of('Operators', {
    'announcement.posted': 'Announcement posted',
    'game.event': 'Event of game code',
    'webhook.test': 'Webhook tested',
  }),
  ...of(
    'Frequent',
    {
      'score.changed': 'Score changed',
      'credits.changed': 'Credits changed',
      'purchase.made': 'Item bought',
      'purchase.refunded': 'Purchase refunded',
      'multiplayer_entry.added': 'Multiplayer entry added',
      'multiplayer_entry.changed': 'Multiplayer entry changed',
      'multiplayer_entry.removed': 'Multiplayer entry removed',
      'group_attributes.changed': 'Group attributes changed',
    },
    true,
  ),
])

export const labelOf = (type: string) => eventTypes.get(type)?.label ?? type

/** For a list of options, by group. */
export const typeOptions = [...Map.groupBy(eventTypes, ([, { group }]) => group)].map(
  ([group, types]) => ({
    group,
    items: types.map(([value, { label }]) => ({ value, label })),
  }),
)
