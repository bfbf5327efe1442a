import { T } from '../../../http/typed-schema.ts'
import { Email, Id, Message, SignedInUser, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import { Item, NewItem } from '../../economy/store/schema.ts'
import { CreatedGame } from '../games/schema.ts'

const GameId = T.Object({
  game_id: T.Integer({ ...Id, description: 'The id of a game that the test suite has created' }),
})

export const createGameSchema = {
  operation: 'testSuite.createGame',
  summary: 'Create a game for a test run',
  description:
    'Its players see the email addresses of others, unlike those of other games. The token is shown only in this answer.',
  caller: 'system',
  response: { 201: CreatedGame },
  refuses: ['game_not_found'],
} as const

export const createUserSchema = {
  operation: 'testSuite.createUser',
  summary: 'Create a user in a test game, with the password `password`',
  description: 'The user is signed in: the answer has the token of a new session.',
  caller: 'system',
  body: T.Object({
    ...GameId.properties,
    username: Text(limits.username_characters.value, {
      description: 'A name that no other user of the game has',
      examples: ['ana'],
    }),
    email: T.String({ ...Email, description: 'An address that no other user of the game has' }),
  }),
  response: { 201: SignedInUser },
  refuses: ['game_not_found', 'username_taken', 'email_taken'],
  statuses: { invalid_input: 400, username_taken: 400, email_taken: 400 },
} as const

export const createItemSchema = {
  operation: 'testSuite.createStoreItem',
  summary: 'Create a store item in a test game',
  description: 'Players can buy it at once. Works only for games that the test suite has created.',
  caller: 'system',
  body: T.Object({ ...GameId.properties, ...NewItem.properties }, { title: 'NewTestStoreItem' }),
  response: { 201: Item },
  refuses: ['game_not_found'],
  statuses: { invalid_input: 400 },
} as const

export const cleanUpSchema = {
  operation: 'testSuite.cleanUp',
  summary: 'Delete a test game with everything in it',
  description:
    'Its users and all their data are gone, too. Works only for games that the test suite has created.',
  caller: 'system',
  body: GameId,
  response: { 200: Message },
  refuses: ['game_not_found'],
  statuses: { invalid_input: 404 },
} as const
