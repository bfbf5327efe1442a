import {
  Id,
  IdOf,
  Message,
  Nullable,
  OneOf,
  PathId,
  PlayerName,
  Timestamp,
} from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { KeysetInput, Next, Reason, Until } from '../../players/sanctions/schema.ts'

const HeldScore = T.Object(
  {
    id: T.Integer({ description: 'The id of the score while it waits', examples: [3] }),
    user: PlayerName,
    sender_id: Nullable(
      T.Integer({
        description:
          'The master of a multiplayer round who has sent it for this player. Null: it came from the player, or from a server of the game',
        examples: [8],
      }),
    ),
    kind: OneOf('leaderboard', 'game_type'),
    name: T.String({ description: 'Of the leaderboard or game type', examples: ['high_scores'] }),
    group_id: Nullable(
      T.Integer({ description: 'On a leaderboard of groups. Null: on another one, or in a round' }),
    ),
    game_round_id: Nullable(
      T.Integer({ description: 'The round that has the score. Null: an entry of a leaderboard' }),
    ),
    score: T.Number({ examples: [98.5] }),
    extra_attributes: T.String({
      description: 'What the game has stored with an entry of a leaderboard',
      examples: ['{"level":3}'],
    }),
    broken: T.Unsafe<
      'minimum' | 'maximum' | 'largest_step' | 'most_per_minute' | 'needs_finished_round'
    >({
      ...OneOf('minimum', 'maximum', 'largest_step', 'most_per_minute', 'needs_finished_round'),
      description: 'The limit that it breaks',
    }),
    allowed: Nullable(
      T.Number({ description: 'What the limit was then. Null: it has no number', examples: [90] }),
    ),
    created_at: Timestamp,
  },
  { title: 'HeldScore' },
)

const OfHeldScore = T.Object({
  id: T.Integer({ ...PathId, description: 'The id of the game' }),
  held_score_id: T.Integer({ ...PathId, description: 'The id of the score while it waits' }),
})

const bySupport = { caller: 'staff', role: 'support' } as const

export const showHeldScoresSchema = {
  ...bySupport,
  operation: 'admin.heldScores.list',
  summary: 'The scores that wait for review',
  description: 'The newest first.',
  params: IdOf('the game'),
  body: T.Object({
    ...KeysetInput,
    user_id: T.Optional(T.Integer({ ...Id, description: 'Only those of this player' })),
  }),
  response: {
    200: T.Object({ held_scores: T.Array(HeldScore), next: Next }, { title: 'HeldScorePage' }),
  },
  refuses: ['game_not_found'],
} as const

export const approveHeldScoreSchema = {
  ...bySupport,
  operation: 'admin.heldScores.approve',
  summary: 'Approve a score: it counts',
  description:
    'All players see it, and ranks follow at once. The limits of every entry hold, such as the most entries of one player. On a leaderboard with seasons it counts in the one in which it came, also if that is over: prizes that were paid stay as they are. The score of a round whose multiplayer round is finished cannot be approved any more: its places stay as they are. The player gets the event `score.approved`.',
  params: OfHeldScore,
  response: { 200: Message },
  refuses: [
    'game_not_found',
    'held_score_not_found',
    'round_not_found',
    'round_finished',
    'too_many_leaderboard_entries',
    'leaderboard_entries_too_large',
    'too_many_leaderboards',
    'season_being_paid',
    'leaderboard_of_groups',
    'not_a_leaderboard_of_groups',
    'group_not_found',
    'not_group_member',
    'other_game',
    'out_of_range',
  ],
} as const

export const rejectHeldScoreSchema = {
  ...bySupport,
  operation: 'admin.heldScores.reject',
  summary: 'Reject a score: it never counts',
  description:
    'It is deleted. A round stays, with the score that it had before, if any. The player gets the event `score.rejected`.',
  params: OfHeldScore,
  response: { 200: Message },
  refuses: ['game_not_found', 'held_score_not_found'],
} as const

export const rejectPlayerSchema = {
  ...bySupport,
  operation: 'admin.heldScores.rejectPlayer',
  summary: 'Reject every score of a player that waits, and ban them if wanted',
  description: 'All of it is done, or none.',
  params: IdOf('the game'),
  body: T.Object({
    user_id: T.Integer({ ...Id, description: 'The player' }),
    clear_leaderboards: T.Optional(
      T.Boolean({
        default: false,
        description:
          'true: also delete all entries of the player on the leaderboards of the rejected scores: those of the running season if it has seasons, and not on leaderboards of groups',
        examples: [true],
      }),
    ),
    ban: T.Optional(
      T.Boolean({
        default: false,
        description: 'true: also ban the player, which needs `reason`',
        examples: [true],
      }),
    ),
    reason: T.Optional(Reason),
    until: T.Optional(Until),
  }),
  response: {
    200: T.Object(
      {
        rejected: T.Integer({ description: 'How many scores', examples: [3] }),
        cleared_leaderboards: T.Array(T.String(), {
          description: 'On which leaderboards entries were deleted',
          examples: [['high_scores']],
        }),
      },
      { title: 'RejectedPlayer' },
    ),
  },
  refuses: ['game_not_found', 'user_not_found'],
} as const
