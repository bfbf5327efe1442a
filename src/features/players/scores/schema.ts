import { T } from '../../../http/typed-schema.ts'
import { IdParams, OwnUser, Whole } from '../../../http/shapes.ts'

const change = {
  trust: 'competitive',
  params: IdParams,
  response: { 200: OwnUser },
  refuses: ['not_your_account', 'out_of_range'],
  statuses: { invalid_input: 400 },
} as const

export const addScoreSchema = {
  ...change,
  summary: "Add to the caller's score",
  body: T.Object({ score: Whole({ description: 'What is added; negative takes away' }) }),
} as const

export const setScoreSchema = {
  ...change,
  summary: "Set the caller's score",
  body: T.Object({ score: Whole() }),
} as const
