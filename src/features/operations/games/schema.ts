import { T } from '../../../http/typed-schema.ts'
import { GameToken, Id, IdOf, LongText, OneOf, Text, Timestamp } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import { AUDIENCES, PRESETS } from '../../../access/permissions.ts'

const GameCredentials = {
  game_id: T.Integer({ ...Id, description: 'The id of the game' }),
  game_token: GameToken,
}

const GameVariable = T.Object(
  { id: T.Integer(), key: T.String(), value: T.String() },
  { title: 'GameVariable' },
)

const Game = T.Object(
  {
    id: T.Integer(),
    name: T.String(),
    description: T.String(),
    token: T.String({ description: 'As it was sent' }),
    game_variables: T.Array(GameVariable, {
      description: 'What the operator has set for this game',
    }),
  },
  { title: 'Game' },
)

export const verifySchema = {
  operation: 'games.verify',
  summary: 'Check the id and token of a game, and read its variables',
  description:
    'For the start of an app, before anyone has signed in. Only the operator changes the variables.',
  caller: 'anyone',
  body: T.Object({
    ...GameCredentials,
    seed_store: T.Optional(
      T.Boolean({
        default: false,
        description:
          'Add sample items to the store if it never had an item; ignored under the preset `server_authoritative`',
        examples: [false],
      }),
    ),
  }),
  response: { 200: Game },
  refuses: ['game_not_found', 'game_disabled'],
  statuses: { game_not_found: 401, invalid_input: 401 },
} as const

export const Permissions = T.Object(
  {
    preset: T.Enum(PRESETS, {
      description:
        '`casual`: players may call every route; `competitive`: scores, credits, refunds, leaderboards and rounds are left to the server of the game; `server_authoritative`: so is every write, except for those of the own account',
      examples: ['competitive'],
    }),
    routes: T.Optional(
      T.Record(T.String(), T.Enum(AUDIENCES), {
        maxBytes: limits.text_bytes.value,
        description:
          'By method and path, such as `POST /users/:id/add_score`; overrides the preset. Addresses that do the same, such as the four of a refund, share one rule and are shown under one name',
        examples: [{ 'POST /users/:id/add_score': 'service_keys' }],
      }),
    ),
    server_attribute_prefix: T.Optional(
      Text(limits.attribute_key_characters.value, {
        min: 0,
        description:
          'Attributes of users and groups whose key begins with it, in any case and after any blanks, can be written only with a service key. Without it, `server_` in the presets `competitive` and `server_authoritative`, and none in `casual`',
        examples: ['server_'],
      }),
    ),
  },
  { title: 'Permissions', description: 'Who may call which routes of the game' },
)

const AdminGame = T.Object(
  {
    id: T.Integer(),
    name: T.String(),
    description: T.String(),
    enabled: T.Boolean(),
    ranking_order: OneOf('descending', 'ascending'),
    share_player_emails: T.Boolean(),
    requires_verified_email: T.Boolean(),
    permissions: Permissions,
  },
  { title: 'AdminGame' },
)

const GameSettings = T.Object(
  {
    ...AdminGame.properties,
    game_variables: T.Array(GameVariable, { description: 'What apps of the game read' }),
  },
  { title: 'GameSettings' },
)

const ListedGame = T.Object(
  {
    ...AdminGame.properties,
    players: T.Integer({ description: 'How many accounts it has' }),
  },
  { title: 'ListedGame' },
)

/** The answer to creating a game. */
export const CreatedGame = T.Object(
  {
    id: T.Integer(),
    name: T.String(),
    description: T.String(),
    token: T.String({ description: 'With it, apps identify the game' }),
  },
  { title: 'CreatedGame' },
)

export const showGamesSchema = {
  operation: 'admin.games.list',
  summary: 'List all games',
  description: 'The oldest first, without their tokens: only hashes of these are stored.',
  caller: 'staff',
  response: { 200: T.Object({ games: T.Array(ListedGame) }, { title: 'GameList' }) },
} as const

export const showGameSettingsSchema = {
  operation: 'admin.games.get',
  summary: 'The settings of a game, with its variables',
  description: 'Without its token: only a hash of it is stored.',
  caller: 'staff',
  params: IdOf('the game'),
  response: { 200: GameSettings },
  refuses: ['game_not_found'],
} as const

const Name = Text(limits.game_name_characters.value, {
  description: 'The name of the game',
  examples: ['Meteor Run'],
})

const Description = LongText(limits.text_bytes.value, {
  description: 'What the game is about',
  examples: ['Dodge the meteors, alone or with friends'],
})

export const createGameSchema = {
  operation: 'admin.games.create',
  summary: 'Create a game',
  description:
    'The token is shown only in this answer. Its preset is `casual` until `admin.games.change` sets another one.',
  caller: 'staff',
  body: T.Object({
    name: Name,
    description: T.Optional(T.String({ ...Description, default: '' })),
  }),
  response: { 201: CreatedGame },
} as const

const NewVariable = T.Object(
  {
    key: Text(limits.attribute_key_characters.value, {
      description: 'The name of the variable',
      examples: ['season'],
    }),
    value: LongText(limits.text_bytes.value, {
      description: 'Any text, which apps read',
      examples: ['3'],
    }),
  },
  { title: 'NewGameVariable' },
)

export const changeGameSchema = {
  operation: 'admin.games.change',
  summary: 'Change a game; fields that are not sent stay the same',
  description:
    '`permissions` replaces all permissions of the game. Variables that are not sent stay, too.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    name: T.Optional(Name),
    description: T.Optional(Description),
    enabled: T.Optional(
      T.Boolean({
        description: 'false: requests of players and of service keys are refused',
        examples: [true],
      }),
    ),
    ranking_order: T.Optional(
      T.Enum(['descending', 'ascending'], {
        description: '`ascending`: the lowest score is the best, as in a race',
        examples: ['descending'],
      }),
    ),
    share_player_emails: T.Optional(
      T.Boolean({
        description: 'Whether players see the email addresses of others',
        examples: [false],
      }),
    ),
    requires_verified_email: T.Optional(
      T.Boolean({
        description: 'Whether sign-ins to accounts with an unverified email address are refused',
        examples: [false],
      }),
    ),
    permissions: T.Optional(Permissions),
    variables: T.Optional(
      T.Array(NewVariable, {
        maxItems: limits.game_variables.value,
        description: 'Variables to add, or to give a new value',
        examples: [[{ key: 'season', value: '3' }]],
      }),
    ),
    removed_variables: T.Optional(
      T.Array(Text(limits.attribute_key_characters.value), {
        maxItems: limits.game_variables.value,
        description: 'The keys of variables to remove',
        examples: [['old_season']],
      }),
    ),
  }),
  response: { 200: AdminGame },
  refuses: ['game_not_found'],
} as const

export const rotateTokenSchema = {
  operation: 'admin.games.rotateToken',
  summary: 'Give a game a new token; the old one stops working',
  description:
    'The token is shown only in this answer. Players who are signed in stay signed in; what an app sends with the old token is refused.',
  caller: 'staff',
  params: IdOf('the game'),
  response: {
    200: T.Object({ id: T.Integer(), token: T.String() }, { title: 'RotatedGameToken' }),
  },
  refuses: ['game_not_found'],
} as const

export const showServerTimeSchema = {
  operation: 'games.serverTime',
  summary: "The server's clock",
  description: 'For games that must not trust the clock of the device, which a player can change.',
  caller: 'anyone',
  response: { 200: T.Object({ server_time: Timestamp }, { title: 'ServerTime' }) },
} as const
