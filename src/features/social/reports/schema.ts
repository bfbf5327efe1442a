import { Id, Message, Text } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const REPORT_REASONS = [
  'harassment',
  'hate',
  'threat',
  'sexual',
  'spam',
  'cheating',
  'name',
  'other',
] as const

export const reportSchema = {
  operation: 'reports.create',
  access: 'own_account',
  summary: 'Report a player, a message or a group',
  description:
    'For the staff of the game, who see what was reported as it is now, even if it is changed or deleted later. Nobody else learns of it. What the caller cannot see, such as a message of a chat that they are not in, does not exist for this endpoint. One report about the same thing is enough: another one is refused until staff have decided about the first.',
  body: T.Object(
    {
      user_id: T.Optional(
        T.Integer({ ...Id, description: 'The player, for instance because of the name' }),
      ),
      message_id: T.Optional(T.Integer({ ...Id, description: 'The message', examples: undefined })),
      group_id: T.Optional(
        T.Integer({
          ...Id,
          description: 'The group, for instance because of its name',
          examples: undefined,
        }),
      ),
      reason: T.Enum([...REPORT_REASONS], {
        description: 'What is wrong with it',
        examples: ['harassment'],
      }),
      text: T.Optional(
        Text(limits.report_characters.value, {
          min: 0,
          description: 'What staff should know',
          examples: ['They write this to everyone.'],
        }),
      ),
    },
    { needs_one_of: [['user_id'], ['message_id'], ['group_id']] },
  ),
  response: {
    201: T.Object(
      { id: T.Integer({ description: 'The id of the report' }), ...Message.properties },
      { title: 'ReportConfirmation' },
    ),
  },
  refuses: [
    'user_not_found',
    'other_game',
    'message_not_found',
    'group_not_found',
    'reporting_oneself',
    'already_reported',
    'too_many_reports',
  ],
} as const
