import { T } from '../../../http/typed-schema.ts'
import { Whole } from '../../../http/shapes.ts'
import { ownNumberChange } from '../../players/scores/schema.ts'

export const addCreditsSchema = {
  ...ownNumberChange,
  operation: 'credits.add',
  summary: "Add to the caller's credits",
  body: T.Object({
    credits: Whole({ description: 'How many to add; a negative number subtracts' }),
  }),
} as const

export const setCreditsSchema = {
  ...ownNumberChange,
  operation: 'credits.set',
  summary: "Set the caller's credits",
  body: T.Object({ credits: Whole({ minimum: 0 }) }),
} as const
