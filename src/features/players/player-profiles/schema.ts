import { Id, Nullable, PageInput, PathId, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { showRatingHistorySchema, showRatingsSchema } from '../../play/ratings/schema.ts'
import { Limit, listedPlayer } from '../player-search/schema.ts'

/** Of routes about one player of a game. */
export const PlayerParams = T.Object({
  id: T.Integer({ ...PathId, description: 'The id of the game' }),
  user_id: T.Integer({ ...PathId, description: 'The id of the player' }),
})

const Count = (what: string) =>
  T.Integer({ description: `How many ${what}; 1001 means more than 1000`, examples: [3] })

const Profile = T.Object(
  {
    ...listedPlayer,
    game_id: T.Integer({ description: 'The id of the game', examples: [1] }),
    has_email: T.Boolean({ description: 'Whether there is an email address', examples: [true] }),
    email_verified_at: Nullable(
      T.String({ ...Timestamp, description: 'Null: the email address is not verified' }),
    ),
    last_login: T.String({ ...Timestamp, description: 'The last sign-in, or else the sign-up' }),
    number_of_logins: T.Integer({ description: 'Without the sign-up', examples: [8] }),
    is_online: T.Boolean({ description: 'Also if the player hides it', examples: [true] }),
    ban_reason: Nullable(T.String({ description: 'Null: the player is not banned' })),
    counts: T.Object({
      attributes: Count('attributes'),
      items: Count('items of the store'),
      friends: Count('friends'),
      blocks: Count('players they block'),
      groups: Count('groups'),
      rounds: Count('game rounds'),
      leaderboards: Count('leaderboards they are on'),
      sessions: Count('sessions'),
      notes: Count('notes of staff'),
    }),
  },
  { title: 'PlayerProfile' },
)

/** What all routes about a player have in common. */
const about = {
  caller: 'staff',
  params: PlayerParams,
  refuses: ['game_not_found', 'user_not_found'],
} as const

export const showProfileSchema = {
  ...about,
  operation: 'admin.players.get',
  summary: 'A player as staff see them',
  description: 'The email address is for the role support and those above.',
  response: { 200: Profile },
} as const

/** Of lists that have the newest first. */
export const Newest = T.Object({
  before: T.Optional(
    T.Integer({ ...Id, description: 'The `next` of the page before', examples: [102] }),
  ),
  limit: T.Optional(Limit),
})

export const NextId = Nullable(
  T.Integer({ description: 'To be sent as `before` for the next page', examples: [53] }),
)

export const listAttributesSchema = {
  ...about,
  operation: 'admin.players.attributes',
  summary: 'The attributes of a player',
  description: 'The oldest first.',
  body: PageInput,
  response: {
    200: T.Object(
      {
        attributes: T.Array(
          T.Object({
            id: T.Integer({ examples: [5] }),
            key: T.String({ examples: ['level'] }),
            value: T.String({ examples: ['12'] }),
          }),
        ),
      },
      { title: 'PlayerAttributes' },
    ),
  },
} as const

export const listSessionsSchema = {
  ...about,
  operation: 'admin.players.sessions',
  summary: 'Where a player is signed in',
  description: 'The oldest first.',
  body: PageInput,
  response: {
    200: T.Object(
      {
        sessions: T.Array(
          T.Object({
            id: T.Integer({ examples: [9] }),
            created_at: Timestamp,
            last_used_at: T.String({ ...Timestamp, description: 'Within an hour' }),
            expires_at: Timestamp,
          }),
        ),
      },
      { title: 'PlayerSessions' },
    ),
  },
} as const

export const listLedgerSchema = {
  ...about,
  operation: 'admin.players.ledger',
  summary: 'Every change of the credits of a player',
  description: 'The newest first.',
  body: Newest,
  response: {
    200: T.Object(
      {
        entries: T.Array(
          T.Object(
            {
              id: T.Integer({ examples: [31] }),
              at: Timestamp,
              change: T.Integer({ examples: [-20] }),
              balance_after: T.Integer({ examples: [130] }),
              reason: T.String({
                description: '`added`, `set`, `purchase`, `refund` or `staff`',
                examples: ['purchase'],
              }),
              reference: Nullable(
                T.String({ description: 'What it was for', examples: ['store_item:3'] }),
              ),
              staff_id: Nullable(
                T.Integer({ description: 'Who of the staff. Null: nobody, or the system key' }),
              ),
              staff_name: Nullable(T.String({ description: 'Their name now' })),
              note: Nullable(T.String({ description: 'Why, in the words of the staff' })),
            },
            { title: 'LedgerEntry' },
          ),
        ),
        next: NextId,
      },
      { title: 'LedgerPage' },
    ),
  },
} as const

export const listRoundsSchema = {
  ...about,
  operation: 'admin.players.rounds',
  summary: 'The game rounds of a player',
  description: 'The newest first, without their metadata.',
  body: Newest,
  response: {
    200: T.Object(
      {
        rounds: T.Array(
          T.Object({
            id: T.Integer({ examples: [12] }),
            game_type: T.String({ examples: ['race'] }),
            start_time: T.String({ format: 'date-time', examples: ['2026-01-02T03:04:05Z'] }),
            end_time: Nullable(
              T.String({ format: 'date-time', examples: ['2026-01-02T03:09:05Z'] }),
            ),
            score: Nullable(T.Number({ examples: [420] })),
            multiplayer_game_round_id: Nullable(T.Integer({ examples: [4] })),
            created_at: Timestamp,
          }),
        ),
        next: NextId,
      },
      { title: 'PlayerRounds' },
    ),
  },
} as const

export const listItemsSchema = {
  ...about,
  operation: 'admin.players.items',
  summary: 'The items of the store that a player has',
  description: 'In the order of the store.',
  body: PageInput,
  response: {
    200: T.Object(
      {
        items: T.Array(
          T.Object({
            id: T.Integer({ description: 'The id of the item', examples: [3] }),
            name: T.String({ examples: ['Sword'] }),
            category: T.String({ examples: ['weapons'] }),
            cost: T.Integer({ description: 'What it costs now', examples: [20] }),
            price: T.Integer({ description: 'What the player has paid', examples: [15] }),
            bought_at: Timestamp,
            is_withdrawn: T.Boolean({ description: 'No longer on sale', examples: [false] }),
          }),
        ),
      },
      { title: 'PlayerItems' },
    ),
  },
} as const

const OtherPlayers = T.Array(
  T.Object(
    {
      id: T.Integer({ examples: [18] }),
      username: T.String({ examples: ['ben'] }),
      since: Timestamp,
    },
    { title: 'OtherPlayer' },
  ),
)

export const listFriendsSchema = {
  ...about,
  operation: 'admin.players.friends',
  summary: 'The friends of a player',
  description: 'The newest first.',
  body: PageInput,
  response: { 200: T.Object({ friends: OtherPlayers }, { title: 'PlayerFriends' }) },
} as const

export const listBlocksSchema = {
  ...about,
  operation: 'admin.players.blocks',
  summary: 'The players whom a player blocks',
  description: 'The newest first.',
  body: PageInput,
  response: { 200: T.Object({ blocks: OtherPlayers }, { title: 'PlayerBlocks' }) },
} as const

export const listGroupsSchema = {
  ...about,
  operation: 'admin.players.groups',
  summary: 'The groups of a player',
  description: 'The oldest group first.',
  body: PageInput,
  response: {
    200: T.Object(
      {
        groups: T.Array(
          T.Object({
            id: T.Integer({ examples: [2] }),
            name: T.String({ examples: ['Red team'] }),
            group_type: T.String({ examples: ['clan'] }),
            member_count: T.Integer({ examples: [12] }),
            is_admin: T.Boolean({ examples: [false] }),
            joined_at: Nullable(Timestamp),
          }),
        ),
      },
      { title: 'PlayerGroups' },
    ),
  },
} as const

export const listEntriesSchema = {
  ...about,
  operation: 'admin.players.leaderboardEntries',
  summary: 'The leaderboard entries of a player',
  description: 'The highest score first, on all leaderboards.',
  body: PageInput,
  response: {
    200: T.Object(
      {
        entries: T.Array(
          T.Object({
            id: T.Integer({ examples: [7] }),
            leaderboard_name: T.String({ examples: ['weekly'] }),
            score: T.Number({ examples: [420] }),
            created_at: Timestamp,
          }),
        ),
      },
      { title: 'PlayerLeaderboardEntries' },
    ),
  },
} as const

export const listRatingsSchema = {
  ...about,
  operation: 'admin.players.ratings',
  summary: 'The ratings of a player, one for each game type',
  description: 'By the name of the game type.',
  response: showRatingsSchema.response,
} as const

const { game_type } = showRatingHistorySchema.body.properties

export const listRatingChangesSchema = {
  ...about,
  operation: 'admin.players.ratingHistory',
  summary: 'How rounds have changed the ratings of a player',
  description: 'The newest first.',
  body: T.Object({ ...Newest.properties, game_type }),
  response: showRatingHistorySchema.response,
} as const
