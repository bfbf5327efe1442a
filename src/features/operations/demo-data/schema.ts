import { T } from '../../../http/typed-schema.ts'
import { IdOf } from '../../../http/shapes.ts'

const DemoData = T.Object(
  {
    players: T.Integer({ description: 'How many players were added' }),
    game_rounds: T.Integer(),
    groups: T.Integer(),
    friendships: T.Integer({ description: 'With requests that are not answered yet' }),
    messages: T.Integer(),
    purchases: T.Integer(),
    username: T.String({ description: 'One of the players' }),
    players_password: T.String({
      description: 'With it, all players but the guests can sign in',
    }),
  },
  { title: 'DemoData' },
)

export const fillWithDemoDataSchema = {
  operation: 'admin.demoData.fill',
  summary: 'Fill a game without players with a month of invented data',
  description:
    'About 500 players with rounds, leaderboards, groups, friends, chats, credits and purchases, as if the game had been played for 30 days. To be used in a game that is only for looking around: the password of the players is no secret.',
  caller: 'staff',
  params: IdOf('the game'),
  response: { 201: DemoData },
  refuses: ['game_not_found', 'game_has_players'],
} as const
