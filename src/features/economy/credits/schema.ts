import { T } from '../../../http/typed-schema.ts'
import { IdParams, OwnUser, Whole } from '../../../http/shapes.ts'

const creditChange = {
  access: 'competitive',
  params: IdParams,
  response: { 200: OwnUser },
  refuses: ['not_your_account', 'out_of_range'],
  statuses: { invalid_input: 400 },
} as const

export const addCreditsSchema = {
  ...creditChange,
  summary: "Add to the caller's credits",
  body: T.Object({
    credits: Whole({ description: 'How many to add; a negative number subtracts' }),
  }),
} as const

export const setCreditsSchema = {
  ...creditChange,
  summary: "Set the caller's credits",
  body: T.Object({ credits: Whole({ minimum: 0 }) }),
} as const
