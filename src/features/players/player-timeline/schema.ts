import { Nullable, OneOf, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { PlayerParams } from '../player-profiles/schema.ts'
import { After, Limit } from '../player-search/schema.ts'

export const showTimelineSchema = {
  operation: 'admin.players.timeline',
  summary: 'What happened to a player, and what they did',
  description:
    'The newest first, as far as it is stored: sign-ins whose sessions have not ended, game rounds, changes of credits, sanctions, notes, and what staff have changed. The sign-up is the last entry.',
  caller: 'staff',
  params: PlayerParams,
  body: T.Object({ after: T.Optional(After), limit: T.Optional(Limit) }),
  response: {
    200: T.Object(
      {
        entries: T.Array(
          T.Object(
            {
              kind: OneOf(
                'signed_up',
                'signed_in',
                'round',
                'credits',
                'sanction',
                'note',
                'change',
              ),
              id: T.Integer({ description: 'Of entries of the same kind', examples: [31] }),
              at: Timestamp,
              details: T.Unsafe<Record<string, unknown>>({
                type: 'object',
                additionalProperties: true,
                description: 'What there is to know, different for each kind',
              }),
            },
            { title: 'TimelineEntry' },
          ),
        ),
        next: Nullable(T.String({ description: 'To be sent as `after` for the next page' })),
      },
      { title: 'Timeline' },
    ),
  },
  refuses: ['game_not_found', 'user_not_found', 'read_too_slow'],
} as const
