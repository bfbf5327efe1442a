import { IdOf, Nullable, Text, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const Day = T.String({ format: 'date', description: 'A day in UTC', examples: ['2026-01-31'] })

const Count = (description: string) => T.Integer({ description, examples: [12] })

const KeyFigures = T.Object(
  {
    sign_ups: Count('Players who signed up, with guests'),
    active_per_day: T.Number({
      description: 'Active players of a day, on average',
      examples: [31.5],
    }),
    rounds: Count('Game rounds that were created'),
    credits_earned: T.Number({ description: 'What players got', examples: [5000] }),
    credits_spent: T.Number({ description: 'What was taken from players', examples: [3200] }),
  },
  { title: 'KeyFigures' },
)

const Period = T.Object(
  {
    day: T.String({ ...Day, description: 'The day, or the first day of the week or month' }),
    sign_ups: Count('Players who signed up, with guests'),
    active: Count('Different players who sent a request, signed up or played'),
  },
  { title: 'ActivityPeriod' },
)

const Cohort = T.Object(
  {
    day: T.String({ ...Day, description: 'The day of the sign-ups, or the Monday of their week' }),
    sign_ups: Count('How many signed up'),
    retained: T.Array(
      T.Object(
        {
          after_days: Count('How many days after the day of the sign-up'),
          players: Nullable(
            T.Integer({
              description:
                'How many of them were active on that day. Null: it is not over for all of them',
              examples: [4],
            }),
          ),
        },
        { title: 'RetainedPlayers' },
      ),
    ),
  },
  { title: 'RetentionCohort' },
)

const TopPlayer = T.Object(
  {
    id: T.Integer({ description: 'The id of the player', examples: [7] }),
    username: T.String({ description: 'The name that others see', examples: ['ana'] }),
    credits: T.Integer({ description: 'What the player can spend', examples: [150] }),
    score: T.Integer({ description: 'The score of the player', examples: [4200] }),
  },
  { title: 'TopPlayer' },
)

const Milliseconds = (part: string) =>
  Nullable(
    T.Integer({
      description: `${part} of the requests took at most so many milliseconds, rounded up to steps such as 5, 10 and 20`,
      examples: [5],
    }),
  )

const Traffic = T.Object(
  {
    at: T.String({ ...Timestamp, description: 'The beginning of five minutes' }),
    requests: Count('Requests of players and of sign-ins, without those that wait for events'),
    refusals: Count('Answered with 4xx'),
    failures: Count('Answered with 5xx'),
    half_within_ms: Milliseconds('Half'),
    most_within_ms: Milliseconds('95 %'),
  },
  { title: 'TrafficPeriod' },
)

const Overview = T.Object(
  {
    from: Day,
    to: Day,
    counted_at: Nullable(
      T.String({
        ...Timestamp,
        description:
          'The figures have all that happened until then, but not those of `traffic`. Null: they are being counted for the first time',
      }),
    ),
    players: Count('Players that the game has'),
    credits: T.Number({ description: 'Credits that all players have', examples: [120_000] }),
    totals: KeyFigures,
    previous: KeyFigures,
    days: T.Array(Period),
    weeks: T.Array(Period, { description: 'From Monday, with those that begin before `from`' }),
    months: T.Array(Period, { description: 'With those that begin before `from`' }),
    rounds: T.Array(
      T.Object(
        {
          day: Day,
          game_type: Nullable(
            T.String({ description: 'Null: all other types', examples: ['race'] }),
          ),
          rounds: Count('How many were created'),
        },
        { title: 'RoundsOfDay' },
      ),
    ),
    retention: T.Array(Cohort),
    credits_by_reason: T.Array(
      T.Object(
        {
          day: Day,
          reason: Nullable(
            T.String({ description: 'Null: all other reasons', examples: ['purchase'] }),
          ),
          earned: T.Number({ description: 'What players got', examples: [500] }),
          spent: T.Number({ description: 'What was taken from players', examples: [320] }),
        },
        { title: 'CreditsOfDay' },
      ),
    ),
    circulation: T.Array(
      T.Object(
        {
          day: Day,
          credits: T.Number({
            description: 'What all players had at the end of the day',
            examples: [120_000],
          }),
        },
        { title: 'CreditsInCirculation' },
      ),
    ),
    top_players: T.Object(
      {
        by_score: T.Array(TopPlayer, { description: 'At most ten, the highest score first' }),
        by_credits: T.Array(TopPlayer, { description: 'At most ten, the most credits first' }),
      },
      { title: 'TopPlayers' },
    ),
    traffic: T.Array(Traffic, { description: 'Of the last 24 hours' }),
  },
  { title: 'GameOverview' },
)

const DayInput = (description: string) =>
  Text(limits.day_characters.value, { description, examples: ['2026-01-31'] })

export const showOverviewSchema = {
  operation: 'admin.statistics.overview',
  summary: 'The statistics of a game',
  description:
    'By days in UTC, counted every few minutes: `counted_at` says when. Players and rounds that were deleted later still count on the days on which they came.',
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    from: T.Optional(DayInput('The first day, from 2000-01-01 on. Without it: 30 days in all')),
    to: T.Optional(DayInput('The last day, from 2000-01-01 on. Without it: today')),
    cohorts: T.Optional(
      T.Unsafe<'day' | 'week'>({
        type: 'string',
        enum: ['day', 'week'],
        default: 'week',
        description: 'Whether `retention` has a row for the sign-ups of each day, or of each week',
        examples: ['week'],
      }),
    ),
  }),
  response: { 200: Overview },
  refuses: ['game_not_found'],
} as const
