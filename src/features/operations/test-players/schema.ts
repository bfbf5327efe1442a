import { IdOf, Timestamp } from '../../../http/shapes.ts'
import { T } from '../../../http/typed-schema.ts'
import { limits } from '../../../limits.ts'

const player = {
  number: T.Integer({ description: 'Which of the test players of the game', examples: [1] }),
  user_id: T.Integer({ description: 'The id of the user', examples: [42] }),
  username: T.String({ examples: ['test-player-1-9f86d081'] }),
}

export const showTestPlayersSchema = {
  operation: 'admin.testPlayers.list',
  summary: 'The test players of a game',
  description: 'Accounts that staff have created to try out the API. They count as players.',
  caller: 'staff',
  params: IdOf('the game'),
  response: {
    200: T.Object(
      {
        test_players: T.Array(
          T.Object({ ...player, created_at: Timestamp }, { title: 'TestPlayer' }),
        ),
      },
      { title: 'TestPlayerList' },
    ),
  },
  refuses: ['game_not_found'],
} as const

export const signInTestPlayerSchema = {
  operation: 'admin.testPlayers.signIn',
  summary: 'Sign in as a test player',
  description: `The account is created the first time. The token is that of a session which ends after ${limits.test_session_minutes.value} minutes. Nobody can sign in as a real player in this way.`,
  caller: 'staff',
  params: IdOf('the game'),
  body: T.Object({
    number: T.Integer({
      minimum: 1,
      maximum: limits.test_players.value,
      description: 'Which of the test players of the game',
      examples: [1],
    }),
  }),
  response: {
    201: T.Object(
      {
        ...player,
        is_new_user: T.Boolean({ description: 'Whether this request created the account' }),
        authentication_token: T.String({ description: 'Of a session of the test player' }),
        expires_at: T.String({ ...Timestamp, description: 'When that session ends' }),
      },
      { title: 'SignedInTestPlayer' },
    ),
  },
  refuses: ['game_not_found', 'banned'],
} as const
