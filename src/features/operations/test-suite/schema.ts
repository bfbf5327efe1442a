import { T } from '../../../http/typed-schema.ts'
import { Email, Id, Message, SignedInUser, Text } from '../../../http/shapes.ts'
import { limits } from '../../../limits.ts'
import { Item, NewItem } from '../../economy/store/schema.ts'

const GameId = T.Object({ game_id: Id })

export const createGameSchema = {
  operation: 'testSuite.createGame',
  summary: 'Create a game for a test run',
  caller: 'system',
  response: {
    201: T.Object({
      id: T.Integer(),
      name: T.String(),
      description: T.String(),
      token: T.String(),
    }),
  },
} as const

export const createUserSchema = {
  operation: 'testSuite.createUser',
  summary: 'Create a user in a test game, with the password `password`',
  caller: 'system',
  body: T.Object({
    ...GameId.properties,
    username: Text(limits.username_characters.value),
    email: Email,
  }),
  response: { 201: SignedInUser },
  refuses: ['game_not_found', 'username_taken', 'email_taken'],
  statuses: { invalid_input: 400, username_taken: 400, email_taken: 400 },
} as const

export const createItemSchema = {
  operation: 'testSuite.createStoreItem',
  summary: 'Create a store item in a test game',
  caller: 'system',
  body: T.Object({ ...GameId.properties, ...NewItem.properties }),
  response: { 201: Item },
  refuses: ['game_not_found'],
  statuses: { invalid_input: 400 },
} as const

export const cleanUpSchema = {
  operation: 'testSuite.cleanUp',
  summary: 'Delete a test game with everything in it',
  caller: 'system',
  body: GameId,
  response: { 200: Message },
  refuses: ['game_not_found'],
  statuses: { invalid_input: 404 },
} as const
