import { IdOf, Message, Nullable, Text, Time, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'
import { GameIds, GameIdsInput, RoleInput, RoleName } from '../staff-members/schema.ts'
import { CurrentPassword } from '../staff-sessions/schema.ts'

const StaffToken = T.Object(
  {
    id: T.Integer({ description: 'The id of the API token', examples: [4] }),
    name: T.String({ description: 'What it is for', examples: ['nightly report'] }),
    role: RoleName,
    game_ids: GameIds,
    created_at: Timestamp,
    expires_at: Nullable(T.String({ ...Timestamp, description: 'Null: it does not expire' })),
  },
  { title: 'StaffToken' },
)

export const showTokensSchema = {
  operation: 'admin.tokens.list',
  summary: 'Your API tokens',
  description: 'The oldest first, without the tokens themselves.',
  caller: 'staff',
  response: { 200: T.Object({ tokens: T.Array(StaffToken) }, { title: 'StaffTokenList' }) },
} as const

export const createTokenSchema = {
  operation: 'admin.tokens.create',
  summary: 'Create an API token',
  description:
    'With it a program calls the admin API as you: send it in the header Authorization, as Bearer TOKEN. It never allows more than you may do yourself. It works longer than your session, so your password is needed. The token is shown only in this answer.',
  caller: 'staff',
  role: 'viewer',
  rate: ['sign_ins'],
  body: T.Object({
    current_password: CurrentPassword,
    name: Text(limits.staff_name_characters.value, {
      description: 'What it is for',
      examples: ['nightly report'],
    }),
    role: RoleInput,
    game_ids: T.Optional(GameIdsInput),
    expires_at: T.Optional(
      T.String({ ...Time, description: 'In the future; without it the token does not expire' }),
    ),
  }),
  response: {
    201: T.Object(
      { id: T.Integer(), name: T.String(), token: T.String() },
      { title: 'CreatedStaffToken' },
    ),
  },
  refuses: ['wrong_password', 'busy', 'too_many_staff_tokens'],
} as const

export const revokeTokenSchema = {
  operation: 'admin.tokens.revoke',
  summary: 'Revoke one of your API tokens',
  description: 'It stops working at once.',
  caller: 'staff',
  role: 'viewer',
  params: IdOf('one of your API tokens'),
  response: { 200: Message },
  refuses: ['staff_token_not_found'],
} as const
