import T from 'typebox'
import { IdParams, OtherUser, OwnUser } from '../../http/shapes.ts'

export const showUserSchema = {
  summary: 'A user of the game: the caller with everything, another one as others may see him',
  params: IdParams,
  response: {
    200: T.Object({ ...T.Partial(OwnUser).properties, ...OtherUser.properties }),
  },
  refuses: ['user_not_found', 'other_game'],
} as const
