import { Id, IdOf, Nullable, OneOf, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const Values = T.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

const AuditEntry = T.Object(
  {
    id: T.Integer({ description: 'The id of the entry', examples: [102] }),
    at: Timestamp,
    actor_kind: OneOf('session', 'token', 'system', 'cli'),
    actor_id: Nullable(
      T.Integer({ description: 'The member of the staff. Null: the system key or a command' }),
    ),
    actor_name: T.String({ description: 'Their name at that time', examples: ['Ana'] }),
    address: T.String({
      description: 'Where the request came from. Empty: the machine of the server',
      examples: ['192.0.2.1'],
    }),
    request_id: T.String({ description: 'As in the log of the server' }),
    game_id: Nullable(T.Integer({ description: 'Null: it concerns the whole server' })),
    action: T.String({ description: 'The operation', examples: ['admin.games.change'] }),
    target: T.String({ description: 'What kind of thing was changed', examples: ['game'] }),
    target_id: Nullable(T.Integer({ description: 'Which one' })),
    old_values: Values,
    new_values: Values,
  },
  { title: 'AuditEntry' },
)

const AuditPage = T.Object(
  {
    entries: T.Array(AuditEntry),
    next: Nullable(T.Integer({ description: 'To be sent as `before` for the next page' })),
  },
  { title: 'AuditPage' },
)

const filters = T.Object({
  before: T.Optional(T.Integer({ ...Id, description: 'Only entries with a smaller id' })),
  limit: T.Optional(
    T.Integer({ ...Id, default: 50, description: 'At most 100; more counts as 100' }),
  ),
  action: T.Optional(
    Text(limits.audit_filter_characters.value, {
      description: 'Only actions that begin with this',
      examples: ['admin.games'],
    }),
  ),
  target: T.Optional(
    Text(limits.audit_filter_characters.value, {
      description: 'Only this kind of thing',
      examples: ['game'],
    }),
  ),
  target_id: T.Optional(T.Integer({ ...Id, description: 'Only this thing; needs `target`' })),
  actor_id: T.Optional(T.Integer({ ...Id, description: 'Only by this member of the staff' })),
})

export const showAuditLogSchema = {
  operation: 'admin.audit.list',
  summary: 'Who changed what on the whole server',
  description:
    'The newest first. Entries are never removed or changed, but for the values in entries about a player who was erased.',
  caller: 'staff',
  role: 'admin',
  body: filters,
  response: { 200: AuditPage },
  refuses: ['read_too_slow'],
} as const

export const showGameAuditLogSchema = {
  operation: 'admin.games.audit',
  summary: 'Who changed what in a game',
  description:
    'The newest first. Entries are never removed or changed, but for the values in entries about a player who was erased.',
  caller: 'staff',
  role: 'admin',
  params: IdOf('the game'),
  body: filters,
  response: { 200: AuditPage },
  refuses: ['game_not_found', 'read_too_slow'],
} as const
