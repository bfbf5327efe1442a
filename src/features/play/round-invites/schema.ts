import { Id, IdOf } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

export const invitePlayersSchema = {
  operation: 'multiplayerRounds.invite',
  rate: ['messages'],
  summary: 'Invite players to a multiplayer round with rules',
  description:
    'Only the master may. Invited players can take a seat whatever `who_may_join` says, as long as one is free. All of them are invited, or nobody.',
  params: IdOf('the multiplayer round'),
  body: T.Object({
    user_ids: T.Array(T.Integer({ ...Id, description: 'The id of a user' }), {
      maxItems: limits.round_invites_at_once.value,
      description: 'Who is invited',
      examples: [[2, 3]],
    }),
  }),
  response: {
    201: T.Object(
      {
        invited: T.Integer({
          description: 'How many were not invited before and have no seat',
          examples: [2],
        }),
      },
      { title: 'RoundInvites' },
    ),
  },
  refuses: [
    'multiplayer_round_not_found',
    'other_game',
    'round_finished',
    'round_without_rules',
    'only_for_the_master',
    'matched_round',
    'muted',
    'user_not_found',
    'user_blocked',
    'kicked_from_round',
    'too_many_round_invites',
  ],
  statuses: { user_not_found: 422 },
} as const
