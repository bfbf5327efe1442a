import { T } from '../../../http/typed-schema.ts'
import { OwnIdParams, OwnUser, Whole } from '../../../http/shapes.ts'

/** Of the routes that change a number of the caller's own user object. */
export const ownNumberChange = {
  access: 'competitive',
  params: OwnIdParams,
  response: { 200: OwnUser },
  statuses: { invalid_input: 400 },
} as const

export const addScoreSchema = {
  ...ownNumberChange,
  operation: 'scores.add',
  summary: "Add to the caller's score",
  description: 'Several requests at the same time all count.',
  body: T.Object({
    score: Whole({
      description: 'The points to add; a negative number subtracts',
      examples: [25],
    }),
  }),
  refuses: ['not_your_account', 'out_of_range'],
} as const

export const setScoreSchema = {
  ...ownNumberChange,
  operation: 'scores.set',
  summary: "Set the caller's score",
  description:
    'Replaces the score, whatever it was. To count points from several devices, add to it instead.',
  body: T.Object({ score: Whole({ description: 'The new score', examples: [1200] }) }),
  refuses: ['not_your_account', 'user_not_found'],
} as const
