import { IdOf, Nullable, OneOf, PathId, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import {
  KeysetInput,
  ModerationState,
  Next,
  Reason,
  Sanction,
  Until,
} from '../../players/sanctions/schema.ts'

const KINDS = ['player', 'message', 'group'] as const
const STATES = ['open', 'resolved', 'dismissed'] as const
const ACTIONS = ['hide_message', 'rename', 'warn', 'mute', 'ban'] as const

const report = {
  id: T.Integer({ description: 'The id of the report', examples: [12] }),
  kind: OneOf(...KINDS),
  target_id: T.Integer({ description: 'The player, message or group', examples: [7] }),
  user_id: Nullable(
    T.Integer({
      description:
        'Who is reported: the player, or the author. Null: a group, or a deleted account',
      examples: [7],
    }),
  ),
  username: Nullable(T.String({ description: 'As they are called now', examples: ['ben'] })),
  reporter_id: Nullable(
    T.Integer({ description: 'Who reported it. Null: a deleted account', examples: [3] }),
  ),
  reporter_username: Nullable(T.String({ examples: ['ana'] })),
  reason: T.String({ examples: ['harassment'] }),
  text: T.String({ description: 'What the reporter wrote', examples: ['To everyone.'] }),
  snapshot: T.Object(
    {
      text: T.Optional(T.String({ description: 'Of a message' })),
      chat_id: T.Optional(T.Integer({ description: 'Of a message' })),
      username: T.Optional(Nullable(T.String({ description: 'Of the player, or of the author' }))),
      name: T.Optional(T.String({ description: 'Of a group' })),
    },
    { title: 'ReportSnapshot', description: 'What was reported, as it was then' },
  ),
  state: OneOf(...STATES),
  actions: T.Array(OneOf(...ACTIONS), { description: 'What was done' }),
  created_at: Timestamp,
  closed_by: Nullable(T.String({ description: 'Who decided about it', examples: ['Sam'] })),
  closed_at: Nullable(T.String({ ...Timestamp, description: 'Null: it is open' })),
}

const EarlierReport = T.Object(report, { title: 'EarlierReport' })

const Report = T.Object(
  {
    ...report,
    open_reports: T.Integer({
      description: 'How many open reports there are about the same thing',
      examples: [2],
    }),
  },
  { title: 'Report' },
)

const ReportedMessage = T.Object(
  {
    id: T.Integer({ examples: [31] }),
    chat_id: T.Integer({ examples: [5] }),
    group_id: Nullable(T.Integer({ description: 'Null: it is not the chat of a group' })),
    user_id: Nullable(T.Integer({ description: 'Null: the account was deleted' })),
    username: Nullable(T.String({ examples: ['ben'] })),
    text: T.String({ description: 'Also if it is hidden' }),
    created_at: Timestamp,
    hidden_at: Nullable(T.String({ ...Timestamp, description: 'Null: players see it' })),
  },
  { title: 'ReportedMessage' },
)

const ReportDetails = T.Object(
  {
    report: Report,
    messages: T.Array(ReportedMessage, {
      description:
        'The reported message with ten before and ten after it, oldest first. Empty: it is not about a message, or the message was deleted',
    }),
    group: Nullable(
      T.Object(
        { id: T.Integer(), name: T.String(), member_count: T.Integer() },
        {
          title: 'ReportedGroup',
          description: 'Null: it is not about a group, or the group was deleted',
        },
      ),
    ),
    player: Nullable(
      T.Object(ModerationState.properties, {
        title: 'ReportedPlayer',
        description: 'Who is reported. Null: nobody, or a deleted account',
      }),
    ),
    sanctions: T.Array(Sanction, { description: 'The last 20 of this player' }),
    earlier_reports: T.Array(EarlierReport, {
      description: 'The last 20 other reports about this player',
    }),
  },
  { title: 'ReportDetails' },
)

const OfReport = T.Object({
  id: T.Integer({ ...PathId, description: 'The id of the game' }),
  report_id: T.Integer({ ...PathId, description: 'The id of the report' }),
})

const bySupport = { caller: 'staff', role: 'support' } as const

export const showReportsSchema = {
  ...bySupport,
  operation: 'admin.reports.list',
  summary: 'What players have reported',
  description: 'The newest first. Those about the same thing are closed together.',
  params: IdOf('the game'),
  body: T.Object({
    ...KeysetInput,
    state: T.Optional(
      T.Enum([...STATES], {
        default: 'open',
        description: 'Only those in this state',
        examples: ['open'],
      }),
    ),
    kind: T.Optional(
      T.Enum([...KINDS], { description: 'Only about such things', examples: ['message'] }),
    ),
  }),
  response: { 200: T.Object({ reports: T.Array(Report), next: Next }, { title: 'ReportPage' }) },
  refuses: ['game_not_found'],
} as const

export const showReportSchema = {
  ...bySupport,
  operation: 'admin.reports.get',
  summary: 'A report, with what staff need to decide',
  description:
    'The messages around a reported one, what was decided about the player, and earlier reports. Messages are private: the audit log says who has read which report of a message.',
  params: OfReport,
  response: { 200: ReportDetails },
  refuses: ['game_not_found', 'report_not_found'],
} as const

export const dismissReportSchema = {
  ...bySupport,
  operation: 'admin.reports.dismiss',
  summary: 'Dismiss a report: no action',
  description: 'Also closes the other open reports about the same thing.',
  params: OfReport,
  response: { 200: ReportDetails },
  refuses: ['game_not_found', 'report_not_found', 'report_closed'],
} as const

export const resolveReportSchema = {
  ...bySupport,
  operation: 'admin.reports.resolve',
  summary: 'Resolve a report, by actions or without',
  description:
    'All actions are done, or none. Also closes the other open reports about the same thing. Without actions it only says that somebody has looked at it.',
  params: OfReport,
  body: T.Object({
    actions: T.Array(T.Enum([...ACTIONS], {}), {
      maxItems: ACTIONS.length,
      description:
        '`hide_message`: players see `(hidden by a moderator)` instead of its text. `rename`: the player or group gets a neutral name. `warn`, `mute`, `ban`: the player, which needs `reason`',
      examples: [['hide_message', 'warn']],
    }),
    reason: T.Optional(Reason),
    until: T.Optional(Until),
  }),
  response: { 200: ReportDetails },
  refuses: [
    'game_not_found',
    'report_not_found',
    'report_closed',
    'action_not_possible',
    'user_not_found',
  ],
} as const
