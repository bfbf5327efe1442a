import { T } from '../../../http/typed-schema.ts'
import { Whole } from '../../../http/shapes.ts'
import { ownNumberChange } from '../../players/scores/schema.ts'

export const addCreditsSchema = {
  ...ownNumberChange,
  operation: 'credits.add',
  summary: "Add to the caller's credits",
  description:
    'Several requests at the same time all count. Credits never fall below 0: such a request changes nothing. Every change is recorded in a ledger.',
  body: T.Object({
    credits: Whole({
      description: 'How many to add; a negative number subtracts',
      examples: [50],
    }),
  }),
  refuses: ['not_your_account', 'out_of_range'],
} as const

export const setCreditsSchema = {
  ...ownNumberChange,
  operation: 'credits.set',
  summary: "Set the caller's credits",
  description: 'Replaces the credits, whatever they were. The difference is recorded in a ledger.',
  body: T.Object({
    credits: Whole({ minimum: 0, description: 'The new number of credits', examples: [150] }),
  }),
  refuses: ['not_your_account', 'user_not_found'],
} as const
