import {
  Id,
  IdOf,
  Message,
  Nullable,
  OneOf,
  OwnIdParams,
  PathId,
  Text,
  Time,
  Timestamp,
} from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const KINDS = ['warn', 'mute', 'ban'] as const

export const Sanction = T.Object(
  {
    id: T.Integer({ description: 'The id of the sanction', examples: [4] }),
    user_id: T.Integer({ description: 'The player', examples: [7] }),
    username: Nullable(T.String({ description: 'As the player is called now', examples: ['ana'] })),
    kind: OneOf(...KINDS),
    reason: T.String({ description: 'The player is told it', examples: ['Insults in chats'] }),
    until: Nullable(
      T.String({ ...Timestamp, description: 'Null: forever, or a warning, which has no end' }),
    ),
    is_in_force: T.Boolean({
      description: 'Whether the mute or ban is in force',
      examples: [true],
    }),
    created_by: T.String({ description: 'Who decided it', examples: ['Sam'] }),
    created_at: Timestamp,
    ended_by: Nullable(T.String({ description: 'Who ended it before its time, or replaced it' })),
    ended_at: Nullable(T.String({ ...Timestamp, description: 'Null: nobody has ended it' })),
  },
  { title: 'Sanction' },
)

export const ModerationState = T.Object(
  {
    id: T.Integer({ description: 'The id of the player', examples: [7] }),
    username: T.String({ examples: ['ana'] }),
    is_banned: T.Boolean({ examples: [false] }),
    banned_until: Nullable(T.String({ ...Timestamp, description: 'Null: forever, or not banned' })),
    ban_reason: Nullable(T.String({ examples: ['Cheating'] })),
    is_muted: T.Boolean({ examples: [true] }),
    muted_until: Nullable(T.String({ ...Timestamp, description: 'Null: forever, or not muted' })),
  },
  { title: 'ModerationState' },
)

const OfPlayer = T.Object({
  id: T.Integer({ ...PathId, description: 'The id of the game' }),
  user_id: T.Integer({ ...PathId, description: 'The id of the player' }),
})

export const Reason = Text(limits.sanction_reason_characters.value, {
  description: 'Why. The player reads it',
  examples: ['Insults in chats'],
})

export const Until = T.String({
  ...Time,
  description: 'Until when. Without it: forever',
  examples: ['2999-01-02T03:04:05Z'],
})

export const KeysetInput = {
  before: T.Optional(T.Integer({ ...Id, description: 'Only entries with a smaller id' })),
  limit: T.Optional(
    T.Integer({ ...Id, default: 50, description: 'At most 100; more counts as 100' }),
  ),
}

export const Next = Nullable(T.Integer({ description: 'To be sent as `before` for the next page' }))

const byStaff = { caller: 'staff', role: 'support', params: OfPlayer } as const

export const banPlayerSchema = {
  ...byStaff,
  operation: 'admin.players.ban',
  summary: 'Ban a player',
  description:
    'Every request with a token of the player is refused with `banned`, and so is every sign-in; their streams end within a second. A ban ends by itself when its time is over. A new ban replaces the one before. Service keys may still act for the player.',
  body: T.Object({ reason: Reason, until: T.Optional(Until) }),
  response: { 200: Sanction },
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const unbanPlayerSchema = {
  ...byStaff,
  operation: 'admin.players.unban',
  summary: 'End the ban of a player',
  description: 'Their sessions work again, unless they have expired meanwhile.',
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'not_banned'],
} as const

export const mutePlayerSchema = {
  ...byStaff,
  operation: 'admin.players.mute',
  summary: 'Mute a player',
  description:
    'They cannot write messages, set a new status, create groups, change the name or type of a group, or invite to groups, and nobody can in their name: this is refused with `muted`. Everything else stays possible. A mute ends by itself when its time is over. A new one replaces the one before.',
  body: T.Object({ reason: Reason, until: T.Optional(Until) }),
  response: { 200: Sanction },
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const unmutePlayerSchema = {
  ...byStaff,
  operation: 'admin.players.unmute',
  summary: 'End the mute of a player',
  description: 'The player gets the event `moderation.unmuted`.',
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'not_muted'],
} as const

export const warnPlayerSchema = {
  ...byStaff,
  operation: 'admin.players.warn',
  summary: 'Warn a player',
  description:
    'The player gets the event `moderation.warned`, and finds the warning in `GET /users/{id}/warnings`.',
  body: T.Object({ reason: Reason }),
  response: { 200: Sanction },
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const showSanctionsOfPlayerSchema = {
  operation: 'admin.players.sanctions',
  summary: 'What was decided about a player',
  description: 'Warnings, mutes and bans, the newest first, also those that are over.',
  caller: 'staff',
  params: OfPlayer,
  body: T.Object(KeysetInput),
  response: {
    200: T.Object(
      { player: ModerationState, sanctions: T.Array(Sanction), next: Next },
      { title: 'PlayerSanctions' },
    ),
  },
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const showSanctionsSchema = {
  operation: 'admin.sanctions.list',
  summary: 'The warnings, mutes and bans of a game',
  description: 'The newest first, also those that are over.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    ...KeysetInput,
    kind: T.Optional(T.Enum([...KINDS], { description: 'Only of this kind', examples: ['ban'] })),
    in_force: T.Optional(
      T.Boolean({ description: 'Only mutes and bans that hold now', examples: [true] }),
    ),
  }),
  response: {
    200: T.Object({ sanctions: T.Array(Sanction), next: Next }, { title: 'SanctionPage' }),
  },
  refuses: ['game_not_found'],
} as const

const Warning = T.Object(
  {
    id: T.Integer({ description: 'The id of the warning', examples: [4] }),
    reason: T.String({ description: 'As staff wrote it', examples: ['Insults in chats'] }),
    created_at: Timestamp,
  },
  { title: 'Warning' },
)

export const showWarningsSchema = {
  operation: 'moderation.warnings',
  summary: 'The warnings of the signed-in user, newest first',
  description: 'Also whether the user is muted. Only users themselves may see it.',
  params: OwnIdParams,
  body: T.Object(KeysetInput),
  response: {
    200: T.Object(
      {
        is_muted: T.Boolean({
          description: 'Whether the user may not write messages',
          examples: [false],
        }),
        muted_until: Nullable(
          T.String({ ...Timestamp, description: 'Null: forever, or not muted' }),
        ),
        warnings: T.Array(Warning),
        next: Next,
      },
      { title: 'WarningList' },
    ),
  },
  refuses: ['not_your_account'],
} as const
