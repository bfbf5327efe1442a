import { Id, LongText, Message, PathId, Text, Whole } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'
import { exportOwnDataSchema } from '../personal-data/schema.ts'
import { PlayerParams } from '../player-profiles/schema.ts'

const Reason = Text(limits.staff_reason_characters.value, {
  description: 'Why: the audit log keeps it',
  examples: ['Lost in a crash of the game'],
})

/** What all routes have in common by which staff help a player. */
const helps = { caller: 'staff', role: 'support', params: PlayerParams } as const

const Balance = T.Object(
  {
    score: T.Integer({ description: 'The score of the player now', examples: [1200] }),
    credits: T.Integer({ description: 'The credits of the player now', examples: [150] }),
  },
  { title: 'PlayerBalance' },
)

const adjustment = (what: string, minimum?: number) =>
  T.Object({
    add: T.Optional(
      Whole({ description: `How many ${what} to add, or to take with a minus`, examples: [50] }),
    ),
    set: T.Optional(
      Whole({
        ...(minimum === undefined ? {} : { minimum }),
        description: `How many ${what} there are to be, instead of \`add\``,
      }),
    ),
    reason: Reason,
  })

export const adjustScoreSchema = {
  ...helps,
  operation: 'admin.players.adjustScore',
  summary: 'Change the score of a player',
  description: 'Sends the same event as a change by the player.',
  body: adjustment('points'),
  response: { 200: Balance },
  refuses: ['game_not_found', 'user_not_found', 'out_of_range'],
} as const

export const adjustCreditsSchema = {
  ...helps,
  operation: 'admin.players.adjustCredits',
  summary: 'Change the credits of a player',
  description:
    'The ledger names you and your reason, which the player finds in an export of their data. Sends the same event as a change by the player.',
  body: adjustment('credits', 0),
  response: { 200: Balance },
  refuses: ['game_not_found', 'user_not_found', 'out_of_range'],
} as const

export const grantItemSchema = {
  ...helps,
  operation: 'admin.players.grantItem',
  summary: 'Give a player an item of the store free of charge',
  description: 'Also one that is no longer on sale. A refund of it pays nothing.',
  body: T.Object({
    store_item_id: T.Integer({ ...Id, description: 'The id of the item' }),
    reason: T.Optional(Reason),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'item_not_found', 'item_already_purchased'],
} as const

export const revokeItemSchema = {
  ...helps,
  operation: 'admin.players.revokeItem',
  summary: 'Take an item from a player',
  description: 'With a refund of what they have paid for it, unless `refund` is false.',
  params: T.Object({
    ...PlayerParams.properties,
    item_id: T.Integer({ ...PathId, description: 'The id of the item' }),
  }),
  body: T.Object({
    refund: T.Optional(
      T.Boolean({ default: true, description: 'Whether the price is paid back', examples: [true] }),
    ),
    reason: T.Optional(Reason),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'item_not_purchased', 'out_of_range'],
} as const

const Key = Text(limits.attribute_key_characters.value, {
  description: 'The key of the attribute',
  examples: ['level'],
})

export const setAttributeSchema = {
  ...helps,
  operation: 'admin.players.setAttribute',
  summary: 'Set an attribute of a player',
  description: "Also those that only the game's own server may write.",
  body: T.Object({
    key: Key,
    value: LongText(limits.text_bytes.value, { description: 'Its new value', examples: ['12'] }),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'too_many_attributes', 'attributes_too_large'],
} as const

export const removeAttributeSchema = {
  ...helps,
  operation: 'admin.players.removeAttribute',
  summary: 'Remove an attribute of a player',
  description: "Also those that only the game's own server may remove.",
  body: T.Object({ key: Key }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'attribute_not_found'],
} as const

export const renameSchema = {
  ...helps,
  operation: 'admin.players.rename',
  summary: 'Give a player another username',
  description: 'By the same rules as when players rename themselves.',
  body: T.Object({
    username: Text(limits.username_characters.value, {
      description: 'The new name',
      examples: ['ana'],
    }),
    reason: T.Optional(Reason),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'username_taken', 'word_not_allowed'],
} as const

export const endSessionSchema = {
  ...helps,
  operation: 'admin.players.endSession',
  summary: 'End a session of a player',
  description: 'The device has to sign in again.',
  params: T.Object({
    ...PlayerParams.properties,
    session_id: T.Integer({ ...PathId, description: 'The id of the session' }),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'session_not_found'],
} as const

export const endSessionsSchema = {
  ...helps,
  operation: 'admin.players.endSessions',
  summary: 'End all sessions of a player',
  description: 'Every device has to sign in again.',
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const sendPasswordMailSchema = {
  ...helps,
  operation: 'admin.players.sendPasswordMail',
  summary: 'Send a player a link to choose a new password',
  description:
    'To the email address of the account. As with mails that players ask for themselves, an account and a mailbox get only a few per hour.',
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'no_email', 'busy'],
} as const

export const exportPlayerSchema = {
  operation: 'admin.players.export',
  rate: ['exports'],
  caller: 'staff',
  role: 'admin',
  summary: 'Export everything stored about a player',
  description: `${exportOwnDataSchema.description} The notes of staff are in it, which the player's own export leaves out: read them before you hand it out.`,
  params: PlayerParams,
  response: {
    200: T.Object(
      {
        ...exportOwnDataSchema.response[200].properties,
        staff_notes: T.Array(T.Unsafe<object>({ type: 'object', additionalProperties: true }), {
          description: 'What staff have noted about the player',
        }),
      },
      { title: 'PlayerExport' },
    ),
  },
  refuses: ['game_not_found', 'user_not_found', 'export_running', 'busy'],
} as const

export const deletePlayerSchema = {
  operation: 'admin.players.delete',
  caller: 'staff',
  role: 'admin',
  summary: 'Delete a player',
  description:
    'With everything that belongs to them, as when players delete their own account. It cannot be undone. The command `playkeep player erase` also erases the texts that others can still read.',
  params: PlayerParams,
  body: T.Object({
    username: Text(limits.username_characters.value, {
      description: 'The name of the player, to be sure that it is the right one',
      examples: ['ana'],
    }),
  }),
  response: { 200: Message },
  refuses: ['game_not_found', 'user_not_found', 'name_not_confirmed'],
} as const
