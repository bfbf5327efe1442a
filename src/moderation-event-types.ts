import { type EventType, Id, NOBODY, OneWord, PublicUser } from './event-data.ts'
import { Nullable, Timestamp } from './http/shapes.ts'
import { T } from './http/typed-schema.ts'

const reason = T.String({ description: 'As staff wrote it', examples: ['Insults in chats'] })

const OfSanction = T.Object(
  {
    reason,
    until: Nullable(T.String({ ...Timestamp, description: 'Null: forever' })),
    user: PublicUser,
  },
  { title: 'SanctionEventData' },
)

const ofScore = {
  id: T.Integer({ description: 'Of the score while it waits for review', examples: [3] }),
  kind: OneWord('leaderboard', 'game_type'),
  name: T.String({ description: 'Of the leaderboard or game type', examples: ['high_scores'] }),
  game_round_id: Nullable(
    T.Integer({
      description: 'null for an entry of a leaderboard; otherwise the round that has the score',
      examples: [12],
    }),
  ),
  score: T.Number({ examples: [98.5] }),
  user: PublicUser,
}

const OfReviewedScore = T.Object(ofScore, { title: 'ReviewedScoreEventData' })

const OfEndedSanction = T.Object({ user: PublicUser }, { title: 'EndedSanctionEventData' })

/** The part of `event-types.ts` that is about moderation. */
export const moderationEventTypes = {
  'message.hidden': {
    meaning: 'Staff have hidden a message: show it without its text, or not at all.',
    receivers: 'The participants of the chat, or the members of its group',
    data: T.Object({ id: Id, chat_id: Id }),
  },
  'moderation.warned': {
    meaning: 'Staff have warned a player.',
    receivers: 'The player',
    data: T.Object({ reason, user: PublicUser }),
  },
  'moderation.muted': {
    meaning:
      'A player was muted: they may not write messages, set a status, create or rename groups, or invite to groups and multiplayer rounds.',
    receivers: 'The player',
    data: OfSanction,
  },
  'moderation.unmuted': {
    meaning: 'A player is no longer muted. There is none when a mute ends by itself.',
    receivers: 'The player',
    data: OfEndedSanction,
  },
  'moderation.banned': {
    meaning: 'A player was banned: the server refuses all requests with their tokens.',
    receivers: 'The player, whose streams end then',
    data: OfSanction,
  },
  'moderation.unbanned': {
    meaning: 'A player may play again. There is none when a ban ends by itself.',
    receivers: 'The player',
    data: OfEndedSanction,
  },
  'report.created': {
    meaning: 'A player has reported a player, a message or a group.',
    receivers: NOBODY,
    data: T.Object({
      id: Id,
      kind: OneWord('player', 'message', 'group'),
      target_id: T.Integer({ description: 'The player, message or group', examples: [7] }),
      reason: T.String({ examples: ['harassment'] }),
      user: T.Optional(PublicUser),
    }),
  },
  'score.held': {
    meaning: 'A score breaks a rule of its leaderboard or game type, and waits for review.',
    receivers: NOBODY,
    data: T.Object({
      ...ofScore,
      broken: OneWord(
        'maximum',
        'minimum',
        'largest_step',
        'most_per_minute',
        'needs_finished_round',
      ),
    }),
  },
  'score.approved': {
    meaning: 'Staff have approved a score that waited for review: it counts now.',
    receivers: 'The player',
    data: OfReviewedScore,
  },
  'score.rejected': {
    meaning: 'Staff have rejected a score that waited for review: it never counts.',
    receivers: 'The player',
    data: OfReviewedScore,
  },
} as const satisfies Record<string, EventType>
