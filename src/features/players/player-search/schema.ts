import { Id, IdOf, Nullable, Text, Time, Timestamp, Whole } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

/** What a list shows of a player. */
export const listedPlayer = {
  id: T.Integer({ description: 'The id of the player', examples: [17] }),
  username: T.String({ description: 'The name that others see', examples: ['ana'] }),
  email: Nullable(
    T.String({
      description: 'Null for a guest without one, and for staff with the role viewer',
      examples: ['ana@example.com'],
    }),
  ),
  is_guest: T.Boolean({ description: 'Whether the account has no password', examples: [false] }),
  score: T.Integer({ description: 'The score of the player', examples: [1200] }),
  credits: T.Integer({ description: 'What the player can spend', examples: [150] }),
  created_at: T.String({ ...Timestamp, description: 'When the player signed up' }),
  last_seen_at: T.String({
    ...Timestamp,
    description: 'When the last request came, up to a minute ago, or the last sign-in',
  }),
  banned_until: Nullable(
    T.String({
      ...Timestamp,
      description: 'Null: the player is not banned. The year 9999: forever',
    }),
  ),
  muted_until: Nullable(
    T.String({
      ...Timestamp,
      description: 'Null: the player is not muted. The year 9999: forever',
    }),
  ),
}

const ListedPlayer = T.Object(listedPlayer, { title: 'ListedPlayer' })

export const After = Text(limits.page_cursor_characters.value, {
  description: 'The `next` of the page before',
  examples: ['WzE3LDE3XQ'],
})

export const Limit = T.Integer({
  ...Id,
  default: 100,
  description: 'At most 100; more counts as 100',
  examples: [50],
})

export const searchPlayersSchema = {
  operation: 'admin.players.list',
  summary: 'Find players of a game',
  description:
    'The newest first, unless another order is asked for. A list by name or by sign-up answers at once however many players there are. Other orders and filters look at every player of the game, which takes up to three seconds with a few million of them, and is refused beyond that.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    search: T.Optional(
      Text(limits.player_search_characters.value, {
        description:
          'The beginning of a name, in any case; or an id; or, with an @ in it, the beginning of an email address, which needs the role support. Email addresses are listed in their own order, without filters',
        examples: ['an'],
      }),
    ),
    sort: T.Optional(
      T.Unsafe<'joined' | 'name' | 'score' | 'credits' | 'last_seen'>({
        type: 'string',
        enum: ['joined', 'name', 'score', 'credits', 'last_seen'],
        description: '`name` if something is searched for, otherwise `joined`',
        examples: ['score'],
      }),
    ),
    direction: T.Optional(
      T.Unsafe<'ascending' | 'descending'>({
        type: 'string',
        enum: ['ascending', 'descending'],
        description: 'Names are ascending unless this is sent, everything else is descending',
        examples: ['descending'],
      }),
    ),
    banned: T.Optional(
      T.Boolean({ description: 'True: only banned players. False: only others', examples: [true] }),
    ),
    guests: T.Optional(
      T.Boolean({ description: 'True: only guests. False: only others', examples: [false] }),
    ),
    min_score: T.Optional(Whole({ description: 'Only with this score or more', examples: [100] })),
    min_credits: T.Optional(
      Whole({ minimum: 0, description: 'Only with this many credits or more', examples: [100] }),
    ),
    seen_since: T.Optional(T.String({ ...Time, description: 'Only who was there since then' })),
    after: T.Optional(After),
    limit: T.Optional(Limit),
  }),
  response: {
    200: T.Object(
      {
        players: T.Array(ListedPlayer),
        next: Nullable(T.String({ description: 'To be sent as `after` for the next page' })),
      },
      { title: 'PlayerPage' },
    ),
  },
  refuses: ['game_not_found', 'role_too_low'],
} as const
