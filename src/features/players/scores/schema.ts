import { T } from '../../../http/typed-schema.ts'
import { IdParams, OwnUser, Whole } from '../../../http/shapes.ts'

/** Of the routes that change a number of the caller's own user object. */
export const ownNumberChange = {
  access: 'competitive',
  params: IdParams,
  response: { 200: OwnUser },
  refuses: ['not_your_account', 'out_of_range'],
  statuses: { invalid_input: 400 },
} as const

export const addScoreSchema = {
  ...ownNumberChange,
  operation: 'scores.add',
  summary: "Add to the caller's score",
  body: T.Object({
    score: Whole({ description: 'The points to add; a negative number subtracts' }),
  }),
} as const

export const setScoreSchema = {
  ...ownNumberChange,
  operation: 'scores.set',
  summary: "Set the caller's score",
  body: T.Object({ score: Whole() }),
} as const
