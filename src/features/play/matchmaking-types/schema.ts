import { IdOf, Message, Nullable, OneOf, PathId, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits, MAX_COUNTED } from '../../../limits.ts'

const most_players = limits.match_players.value
const most_seconds = 86_400
const most_distance = 1_000_000
const most_seconds_open = 30 * most_seconds

const ofType = T.Object({
  id: T.Integer({ ...PathId, description: 'The id of the game' }),
  game_type: Text(limits.game_type_characters.value, {
    description: 'The game type, as game rounds have it',
    examples: ['duel'],
  }),
})

const Players = (minimum: number, description: string, example: number) =>
  T.Integer({ minimum, maximum: most_players, description, examples: [example] })

const Seconds = (description: string, example: number) =>
  T.Integer({ minimum: 0, maximum: most_seconds, description, examples: [example] })

const settings = {
  teams: Players(0, '0: everyone plays for themselves', 2),
  team_size: Players(1, 'Players of a team', 1),
  min_players: Players(2, 'Without teams: fewest players of a match', 2),
  max_players: Players(2, 'Without teams: most players of a match', 8),
  fill_seconds: Seconds(
    'Without teams: when a match has enough players but is not full, how long its oldest ticket waits before it starts anyway',
    10,
  ),
  distance: T.Number({
    minimum: 0,
    maximum: most_distance,
    description: 'How far apart the ratings of a match may be, at first',
    examples: [100],
  }),
  distance_per_second: T.Number({
    minimum: 0.01,
    maximum: most_distance,
    description: 'By how much that grows for each second that a ticket waits',
    examples: [10],
  }),
  anyone_from_distance: T.Number({
    minimum: 0,
    maximum: most_distance,
    description: 'From this distance on a ticket is matched with anyone, however far apart',
    examples: [1000],
  }),
  mix_regions_after: Nullable(
    Seconds('After so many seconds, players of different regions may meet. Null: never', 20),
  ),
  ready_seconds: T.Integer({
    minimum: 0,
    maximum: 300,
    description: 'How long players have to say that they are ready. 0: nobody is asked',
    examples: [0],
  }),
  close_after_seconds: Nullable(
    T.Integer({
      minimum: 60,
      maximum: most_seconds_open,
      description:
        'So many seconds after a match was made, its round finishes by itself, if nobody has finished it before. Null: never',
      examples: [86_400],
    }),
  ),
  attributes: T.Unsafe<'allowed' | 'refused'>({
    ...OneOf('allowed', 'refused'),
    description:
      'Whether tickets may have attributes, which players choose freely: two who agree on one meet nobody else. `refused` is for game types that are ranked',
    examples: ['allowed'],
  }),
}

const MatchmakingType = T.Object(
  {
    game_type: T.String({ description: 'The game type', examples: ['duel'] }),
    ...settings,
    recent_wait_seconds: Nullable(
      T.Number({
        description: 'How long tickets have waited lately. Null: none was matched yet',
        examples: [1.5],
      }),
    ),
    changed_at: Timestamp,
  },
  { title: 'MatchmakingType' },
)

export const listMatchmakingSchema = {
  operation: 'admin.matchmaking.list',
  summary: 'For which game types of a game players are matched, and how',
  description: `By game type, at most ${limits.matchmaking_types.value}.`,
  caller: 'staff',
  params: IdOf('the game'),
  response: {
    200: T.Object(
      {
        matchmaking: T.Array(
          T.Object(
            {
              ...MatchmakingType.properties,
              waiting_tickets: T.Integer({
                description: `How many tickets wait now, among ${MAX_COUNTED} of the whole server that have not ended`,
                examples: [12],
              }),
            },
            { title: 'ListedMatchmakingType' },
          ),
        ),
      },
      { title: 'MatchmakingTypeList' },
    ),
  },
  refuses: ['game_not_found'],
} as const

export const changeMatchmakingSchema = {
  operation: 'admin.matchmaking.change',
  summary: 'Offer matchmaking for a game type, or change how it works',
  description:
    'What is left out is set to its default: two players against each other, or with `min_players` or `max_players` everyone for themselves. Tickets that wait are matched by the new settings; a party that does not fit any more is cancelled.',
  caller: 'staff',
  params: ofType,
  body: T.Partial(T.Object(settings)),
  response: { 200: MatchmakingType },
  refuses: ['game_not_found', 'too_many_matchmaking_types'],
} as const

export const removeMatchmakingSchema = {
  operation: 'admin.matchmaking.remove',
  summary: 'End matchmaking for a game type',
  description: 'Tickets that wait are cancelled. Matches that were found stay.',
  caller: 'staff',
  params: ofType,
  response: { 200: Message },
  refuses: ['game_not_found', 'matchmaking_not_found'],
} as const
